import { saveTemplateDraft } from '@readout/domain/plugins/templates/save-template-draft';
import { answer, body, wholeNumber } from '../../../app/resources/answer.ts';
import type { Route } from './+types/save';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, templates }, scope }) => {
    const { revision, name, marks } = await body(request);
    return saveTemplateDraft(
      { db: db.app, templates },
      { scope, draftId: params.draftId, revision: wholeNumber(revision), name, marks },
    );
  });
}
