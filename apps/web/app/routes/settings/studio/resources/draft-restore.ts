import { restoreDraft } from '@readout/domain/plugins/drafts/restore-draft';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/draft-restore';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    restoreDraft({ db: services.db.app }, { scope, draftId: params.draftId }),
  );
}
