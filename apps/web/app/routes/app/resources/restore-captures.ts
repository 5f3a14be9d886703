import { restoreCaptures } from '@readout/domain/captures/restore-captures';
import type { Route } from './+types/restore-captures';
import { answer, body, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) =>
    restoreCaptures({ db: db.app }, { scope, ids: textList((await body(request)).ids) }),
  );
}
