import { draftFromVersion } from '@readout/domain/plugins/drafts/draft-from-version';
import { answer, body, text } from '../../../app/resources/answer.ts';
import type { Route } from './+types/open';

/** A published version as a draft. */
export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services, scope }) => {
    const { source, pluginId, version } = await body(request);
    return draftFromVersion(
      { db: services.db.app, packages: services.packages },
      {
        scope,
        ref: {
          source: source === 'company' ? 'company' : 'catalogue',
          pluginId: text(pluginId),
          version: text(version),
        },
      },
    );
  });
}
