import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { Trx } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { isUuid } from '../uuid.ts';
import type { RegionProfile } from './rules.ts';

export const columns = sql`id, name, jsonb_build_object('width', frame_width, 'height', frame_height) as frame,
  jsonb_build_object('x', region_x, 'y', region_y, 'width', region_width, 'height', region_height) as region,
  fingerprint, reads, revision, created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

export async function selectProfiles(trx: Trx, companyId: string): Promise<RegionProfile[]> {
  return isoRows(trx)<RegionProfile>`
    select ${columns} from app.region_profiles
    where company_id = ${companyId}::uuid and trashed_at is null order by lower(name), id`;
}

/** The profile, locked for a change; one in the trash where `isTrashed`. @throws AppError `region_profile.not_found` */
export async function lockProfile(
  trx: Trx,
  companyId: string,
  profileId: string,
  { isTrashed = false } = {},
): Promise<RegionProfile> {
  const [profile] = isUuid(profileId)
    ? await isoRows(trx)<RegionProfile>`
        select ${columns} from app.region_profiles
        where company_id = ${companyId}::uuid and id = ${profileId}::uuid
          and trashed_at is ${isTrashed ? sql`not null` : sql`null`} for update`
    : [];
  if (!profile) throw notFound();
  return profile;
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
