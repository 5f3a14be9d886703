import { restoreFixture } from '@readout/domain/plugins/fixtures/restore-fixture';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/fixture-restore';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    restoreFixture({ db: services.db.app }, { scope, fixtureId: params.fixtureId }),
  );
}
