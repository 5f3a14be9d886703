import { listTemplateTrials } from '@readout/domain/plugins/templates/list-template-trials';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/trials';

export function loader({ context, request }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    listTemplateTrials({ db: db.app }, { scope }),
  );
}
