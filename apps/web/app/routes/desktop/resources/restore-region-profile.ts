import { restoreRegionProfile } from '@readout/domain/region-profiles/restore-region-profile';
import { answer } from '../../app/resources/answer.ts';
import type { Route } from './+types/restore-region-profile';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    restoreRegionProfile({ db: db.app }, { scope, profileId: params.regionProfileId }),
  );
}
