import { saveDraft } from '@readout/domain/plugins/drafts/save-draft';
import { answer, body, wholeNumber } from '../../../app/resources/answer.ts';
import type { Route } from './+types/draft-save';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services, scope }) => {
    const { revision, manifestText, source, readme } = await body(request);
    return saveDraft(
      { db: services.db.app },
      {
        scope,
        draftId: params.draftId,
        revision: wholeNumber(revision),
        content: { manifestText, source, readme },
      },
    );
  });
}
