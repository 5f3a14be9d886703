import { trashDraft } from '@readout/domain/plugins/drafts/trash-draft';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/draft-trash';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    trashDraft({ db: services.db.app }, { scope, draftId: params.draftId }),
  );
}
