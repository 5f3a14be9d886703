import { saveFixture } from '@readout/domain/plugins/fixtures/save-fixture';
import { answer, body, text } from '../../../app/resources/answer.ts';
import type { Route } from './+types/fixture-make';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services, scope }) => {
    const { name, captureId, settings, expected } = await body(request);
    return saveFixture(
      { db: services.db.app },
      { scope, draftId: params.draftId, fixture: { name, captureId: text(captureId), settings, expected } },
    );
  });
}
