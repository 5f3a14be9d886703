import { unarchiveCaptures } from '@readout/domain/captures/unarchive-captures';
import type { Route } from './+types/unarchive-captures';
import { answer, body, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) =>
    unarchiveCaptures({ db: db.app }, { scope, ids: textList((await body(request)).ids) }),
  );
}
