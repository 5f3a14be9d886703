import { getStudioInput } from '@readout/domain/plugins/fixtures/get-studio-input';
import { answer } from '../../../app/resources/answer.ts';
import type { Route } from './+types/input';

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services, scope }) =>
    getStudioInput({ db: services.db.app }, { scope, captureId: params.captureId }),
  );
}
