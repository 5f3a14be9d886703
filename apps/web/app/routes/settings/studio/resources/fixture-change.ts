import { changeFixture } from '@readout/domain/plugins/fixtures/change-fixture';
import { answer, body } from '../../../app/resources/answer.ts';
import type { Route } from './+types/fixture-change';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services, scope }) => {
    const { name, expected } = await body(request);
    return changeFixture(
      { db: services.db.app },
      { scope, fixtureId: params.fixtureId, change: { name, expected } },
    );
  });
}
