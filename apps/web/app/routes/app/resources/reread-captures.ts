import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import type { Route } from './+types/reread-captures';
import { answer, body, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, queue }, scope }) =>
    rereadCaptures({ db: db.app, queue }, { scope, ids: textList((await body(request)).ids) }),
  );
}
