import { sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { isoRows } from '../../iso-rows.ts';
import { isUuid } from '../../uuid.ts';
import type { ExportProfile, ProfileSettings } from './rules.ts';

type ProfileRow = Pick<ExportProfile, 'id' | 'name' | 'revision' | 'updatedAt'> & {
  settings: ProfileSettings;
};

const profileColumns = sql`id, name, settings, revision, updated_at as "updatedAt"`;

const toProfile = ({ settings, ...row }: ProfileRow): ExportProfile => ({ ...settings, ...row });

/** By name. */
export async function readProfiles(trx: Trx, companyId: string): Promise<ExportProfile[]> {
  const rows = await isoRows(trx)<ProfileRow>`
    select ${profileColumns} from app.export_profiles
    where company_id = ${companyId}::uuid and trashed_at is null order by lower(name), id`;
  return rows.map(toProfile);
}

/** @throws AppError `export_profile.not_found` */
export async function readProfile(trx: Trx, companyId: string, profileId: string): Promise<ExportProfile> {
  const rows = isUuid(profileId)
    ? await isoRows(trx)<ProfileRow>`
        select ${profileColumns} from app.export_profiles
        where company_id = ${companyId}::uuid and id = ${profileId}::uuid and trashed_at is null`
    : [];
  const [row] = rows;
  if (!row) throw new AppError('export_profile.not_found');
  return toProfile(row);
}

/** Two who save at the same time do so one after the other. */
export const lockNames = (trx: Trx, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('export profiles ' || ${companyId}, 0))`.execute(trx);

/** @throws AppError `export_profile.name_taken` */
export async function demandFreeName(
  trx: Trx,
  companyId: string,
  name: string,
  own: string | null,
): Promise<void> {
  const { rows } = await sql`
    select from app.export_profiles where company_id = ${companyId}::uuid and trashed_at is null
      and lower(name) = lower(${name}) and id is distinct from ${own}::uuid`.execute(trx);
  if (rows.length > 0) throw new AppError('export_profile.name_taken', { name }, { field: 'name' });
}

export const noteProfile = (
  trx: Trx,
  scope: Scope,
  what: 'made' | 'changed' | 'trashed' | 'restored',
  { id, name }: { id: string; name: string },
): Promise<void> =>
  recordAuditEvent(trx, scope, {
    action: `export_profile.${what}`,
    subjectType: 'export_profile',
    subjectId: id,
    detail: { name },
  });
