import { getDraft } from '@readout/domain/plugins/drafts/get-draft';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/draft-now';

/** The draft as it is kept: asked for where somebody else changed it. */
export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    getDraft({ db: services.db.app }, { scope, draftId: params.draftId }),
  );
}
