import { getRegionThumbnail } from '@readout/domain/region-profiles/get-region-thumbnail';
import { foreseen, problemResponse } from '../../../server/http/problem.ts';
import { requireMember } from '../../session.ts';
import type { Route } from './+types/region-thumbnail';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  try {
    const { bytes, type } = await getRegionThumbnail(
      { db: services.db.app },
      { scope, profileId: params.regionProfileId },
    );
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': type,
        // It never changes; who may see it does, so every use asks again whether it is the same.
        'cache-control': 'private, no-cache',
        etag: `"${params.regionProfileId}"`,
      },
    });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return problemResponse(known);
  }
}
