import { listMembers } from '@readout/domain/companies/list-members';
import type { Route } from './+types/members';
import { answer } from './answer.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    listMembers({ db: db.app }, { scope }),
  );
}
