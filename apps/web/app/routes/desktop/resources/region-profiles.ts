import { createRegionProfile } from '@readout/domain/region-profiles/create-region-profile';
import { listRegionProfiles } from '@readout/domain/region-profiles/list-region-profiles';
import { answer, body } from '../../app/resources/answer.ts';
import type { Route } from './+types/region-profiles';

export function loader({ context, request }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    listRegionProfiles({ db: db.app }, { scope }),
  );
}

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { name, marked, reads, thumbnail } = await body(request);
    return createRegionProfile({ db: db.app }, { scope, profile: { name, marked, reads, thumbnail } });
  });
}
