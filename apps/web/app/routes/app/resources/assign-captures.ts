import { assignCaptures } from '@readout/domain/captures/assign-captures';
import type { Route } from './+types/assign-captures';
import { answer, body, text, textList } from './answer.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { ids, userId } = await body(request);
    return assignCaptures({ db: db.app }, { scope, ids: textList(ids), userId: text(userId) || null });
  });
}
