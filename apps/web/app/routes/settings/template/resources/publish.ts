import { publishTemplate } from '@readout/domain/plugins/templates/publish-template';
import { answer, body, wholeNumber } from '../../../app/resources/answer.ts';
import type { Route } from './+types/publish';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, templates, packages, accuracy }, scope }) => {
    const { revision } = await body(request);
    return publishTemplate(
      { db: db.app, templates, packages, accuracy },
      { scope, draftId: params.draftId, revision: wholeNumber(revision) },
    );
  });
}
