import { beginTemplate } from '@readout/domain/plugins/templates/begin-template';
import { answer, body, text } from '../../../app/resources/answer.ts';
import type { Route } from './+types/begin';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { captureId } = await body(request);
    return beginTemplate({ db: db.app }, { scope, captureId: text(captureId) });
  });
}
