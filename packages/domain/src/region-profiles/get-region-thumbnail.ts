import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import type { ThumbnailType } from './check-region-profile.ts';
import { notFound } from './region-profile-rows.ts';

/** The small picture of a profile; it never changes. @throws AppError `region_profile.not_found` */
export async function getRegionThumbnail(
  { db }: { db: Kysely<DB> },
  { scope, profileId }: { scope: Scope; profileId: string },
): Promise<{ bytes: Buffer; type: ThumbnailType }> {
  demand(scope, 'captures.add');
  if (!isUuid(profileId)) throw notFound();
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ thumbnail: Buffer; thumbnail_type: ThumbnailType }>`
      select thumbnail, thumbnail_type from app.region_profiles
      where company_id = ${scope.companyId}::uuid and id = ${profileId}::uuid`.execute(trx);
    const [row] = rows;
    if (!row) throw notFound();
    return { bytes: row.thumbnail, type: row.thumbnail_type };
  });
}
