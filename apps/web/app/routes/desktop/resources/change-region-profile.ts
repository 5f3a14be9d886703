import { changeRegionProfile } from '@readout/domain/region-profiles/change-region-profile';
import { answer, body, wholeNumber } from '../../app/resources/answer.ts';
import type { Route } from './+types/change-region-profile';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { revision, name, reads } = await body(request);
    return changeRegionProfile(
      { db: db.app },
      {
        scope,
        profileId: params.regionProfileId,
        revision: wholeNumber(revision),
        change: { name, reads },
      },
    );
  });
}
