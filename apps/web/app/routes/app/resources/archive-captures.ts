import { archiveCaptures } from '@readout/domain/captures/archive-captures';
import type { Route } from './+types/archive-captures';
import { answer, body, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) =>
    archiveCaptures({ db: db.app }, { scope, ids: textList((await body(request)).ids) }),
  );
}
