import { getDraft } from '@readout/domain/plugins/drafts/get-draft';
import { listTrashedFixtures } from '@readout/domain/plugins/fixtures/list-trashed-fixtures';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/deleted-fixtures';

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer({ context, request }, async ({ services, scope }) => {
    const deps = { db: services.db.app };
    const { pluginId } = await getDraft(deps, { scope, draftId: params.draftId });
    return listTrashedFixtures(deps, { scope, pluginId });
  });
}
