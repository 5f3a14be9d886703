import { trashFixture } from '@readout/domain/plugins/fixtures/trash-fixture';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/fixture-trash';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    trashFixture({ db: services.db.app }, { scope, fixtureId: params.fixtureId }),
  );
}
