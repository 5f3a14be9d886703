import { trashRegionProfile } from '@readout/domain/region-profiles/trash-region-profile';
import { answer } from '../../app/resources/answer.ts';
import type { Route } from './+types/trash-region-profile';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    trashRegionProfile({ db: db.app }, { scope, profileId: params.regionProfileId }),
  );
}
