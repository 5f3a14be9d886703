import { trashCaptures } from '@readout/domain/captures/trash-captures';
import type { Route } from './+types/trash-captures';
import { answer, body, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) =>
    trashCaptures({ db: db.app }, { scope, ids: textList((await body(request)).ids) }),
  );
}
