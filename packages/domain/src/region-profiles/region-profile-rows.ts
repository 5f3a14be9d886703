import { sql } from 'kysely';
import { isUuid } from '../captures/capture-conditions.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { Trx } from '../in-scope.ts';
import type { RegionFingerprint, RegionProfile, RegionReads } from './rules.ts';

interface Row {
  id: string;
  name: string;
  frame_width: number;
  frame_height: number;
  region_x: number;
  region_y: number;
  region_width: number;
  region_height: number;
  fingerprint: RegionFingerprint;
  reads: RegionReads;
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export const columns = sql`id, name, frame_width, frame_height, region_x, region_y, region_width, region_height, fingerprint, reads, revision, created_by, created_at, updated_at`;

export function toProfile(row: Row): RegionProfile {
  return {
    id: row.id,
    name: row.name,
    frame: { width: row.frame_width, height: row.frame_height },
    region: { x: row.region_x, y: row.region_y, width: row.region_width, height: row.region_height },
    fingerprint: row.fingerprint,
    reads: row.reads,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function selectProfiles(trx: Trx, companyId: string): Promise<RegionProfile[]> {
  const { rows } = await sql<Row>`
    select ${columns} from app.region_profiles
    where company_id = ${companyId}::uuid and trashed_at is null order by lower(name), id`.execute(trx);
  return rows.map(toProfile);
}

/** The profile, locked for a change; one in the trash where `isTrashed`. @throws AppError `region_profile.not_found` */
export async function lockProfile(
  trx: Trx,
  companyId: string,
  profileId: string,
  { isTrashed = false } = {},
): Promise<RegionProfile> {
  const { rows } = isUuid(profileId)
    ? await sql<Row>`
        select ${columns} from app.region_profiles
        where company_id = ${companyId}::uuid and id = ${profileId}::uuid
          and trashed_at is ${isTrashed ? sql`not null` : sql`null`} for update`.execute(trx)
    : { rows: [] };
  const [row] = rows;
  if (!row) throw notFound();
  return toProfile(row);
}

export const notFound = () => new AppError('region_profile.not_found');

/** Refuses a name another profile has. @throws AppError `region_profile.name_taken` */
export async function demandFreeName(
  trx: Trx,
  companyId: string,
  name: string,
  profileId: string | null,
): Promise<void> {
  // Two who choose the same name at once: the second waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`region_profile ${companyId}`}, 0))`.execute(trx);
  const { rows } = await sql`
    select 1 from app.region_profiles
    where company_id = ${companyId}::uuid and lower(name) = lower(${name}) and trashed_at is null
      and id is distinct from ${profileId}::uuid`.execute(trx);
  if (rows.length > 0)
    throw new AppError('region_profile.name_taken', {
      name,
      fields: { name: fieldText('profile_name_taken') },
    });
}
