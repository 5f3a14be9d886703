import { measureCompanyVersion } from '@readout/domain/plugins/measure-company-version';
import { answer, body, text } from '../../../app/resources/answer.ts';
import type { Route } from './+types/measure';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, packages, accuracy }, scope }) => {
    const { pluginId, version } = await body(request);
    return measureCompanyVersion(
      { db: db.app, packages, accuracy },
      { scope, pluginId: text(pluginId), version: text(version) },
    );
  });
}
