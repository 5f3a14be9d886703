import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { type ProfileInput, parseProfile } from './profile-input.ts';
import { demandFreeName, lockNames, noteProfile } from './profile-rows.ts';
import { maxProfiles } from './rules.ts';

/**
 * Keeps how the company exports a type of record.
 * @throws AppError `export_profile.bad_name`, `export_profile.bad_type`, `export_profile.bad_columns`,
 * `export_profile.name_taken`, `export_profile.too_many`, `export.one_table`, `delivery.bad_pattern`, `role.not_allowed`,
 * `company.suspended`, `company.closing`
 */
export async function createProfile(
  { db }: { db: Kysely<DB> },
  { scope, profile }: { scope: Scope; profile: ProfileInput },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'export_profiles.manage');
  const { companyId, actor } = scope;
  const { name, settings } = parseProfile(profile);
  return inChange(db, scope, async (trx) => {
    await lockNames(trx, companyId);
    await demandFreeName(trx, companyId, name, null);
    const { rows } = await sql<{ id: string }>`
      insert into app.export_profiles (company_id, name, settings, created_by)
      select ${companyId}::uuid, ${name}, ${JSON.stringify(settings)}::jsonb, ${actor.userId}::uuid
      where (select count(*) from app.export_profiles where company_id = ${companyId}::uuid and trashed_at is null)
        < ${maxProfiles}::int
      returning id`.execute(trx);
    const id = rows[0]?.id;
    if (!id) throw new AppError('export_profile.too_many', { max: maxProfiles });
    await noteProfile(trx, scope, 'made', { id, name });
    return { id, name };
  });
}
