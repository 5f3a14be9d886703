import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demandChange } from '../policy.ts';
import { parseMarked, parseName, parseReads, parseThumbnail } from './check-region-profile.ts';
import { columns, demandFreeName } from './region-profile-rows.ts';
import type { RegionProfile } from './rules.ts';

const maxProfiles = 100;

export interface NewRegionProfile {
  name: unknown;
  /** `{frame, region, fingerprint}` as the device marked it. */
  marked: unknown;
  reads: unknown;
  /** Data URL of a small PNG, JPEG or WebP picture. */
  thumbnail: unknown;
}

/**
 * Keeps a marked region for the whole company.
 * @throws AppError `region_profile.invalid` with `{fields}`, `region_profile.name_taken`, `region_profile.too_many`
 */
export async function createRegionProfile(
  { db }: { db: Kysely<DB> },
  { scope, profile }: { scope: Scope; profile: NewRegionProfile },
): Promise<RegionProfile> {
  demandChange(scope, 'templates.manage');
  const name = parseName(profile.name);
  const { frame, region, fingerprint } = parseMarked(profile.marked);
  const reads = parseReads(profile.reads);
  const thumbnail = parseThumbnail(profile.thumbnail);
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    await demandFreeName(trx, companyId, name, null);
    const [row] = await isoRows(trx)<RegionProfile>`
      insert into app.region_profiles (company_id, name, frame_width, frame_height, region_x, region_y, region_width,
        region_height, fingerprint, reads, thumbnail, thumbnail_type, created_by)
      select ${companyId}::uuid, ${name}, ${frame.width}, ${frame.height}, ${region.x}, ${region.y}, ${region.width},
        ${region.height}, ${JSON.stringify(fingerprint)}::jsonb, ${JSON.stringify(reads)}::jsonb, ${thumbnail.bytes},
        ${thumbnail.type}, ${actor.userId}::uuid
      where (select count(*) from app.region_profiles where company_id = ${companyId}::uuid and trashed_at is null) < ${maxProfiles}
      returning ${columns}`;
    if (!row) throw new AppError('region_profile.too_many', { max: maxProfiles });
    await recordAuditEvent(trx, scope, {
      action: 'region_profile.made',
      subjectType: 'region_profile',
      subjectId: row.id,
      detail: { name, reads },
    });
    return row;
  });
}
