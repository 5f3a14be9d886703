import { publishDraft } from '@readout/domain/plugins/drafts/publish-draft';
import { answer, body, text, wholeNumber } from '../../../app/resources/answer.ts';
import type { Route } from './+types/draft-publish';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, studio, packages, accuracy }, scope }) => {
    const { revision, notes } = await body(request);
    return publishDraft(
      { db: db.app, studio, packages, accuracy },
      { scope, draftId: params.draftId, revision: wholeNumber(revision), notes: text(notes) },
    );
  });
}
