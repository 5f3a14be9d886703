import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { type ProfileInput, parseProfile } from './profile-input.ts';
import { demandFreeName, lockNames, noteProfile, readProfile } from './profile-rows.ts';

/**
 * @throws AppError `export_profile.not_found`, `export_profile.changed_meanwhile`, and what `createProfile` throws
 */
export async function changeProfile(
  { db }: { db: Kysely<DB> },
  {
    scope,
    profileId,
    revision,
    profile,
  }: { scope: Scope; profileId: string; revision: number; profile: ProfileInput },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'export_profiles.manage');
  const { companyId } = scope;
  const { name, settings } = parseProfile(profile);
  return inChange(db, scope, async (trx) => {
    await lockNames(trx, companyId);
    const { id, revision: present } = await readProfile(trx, companyId, profileId);
    if (present !== revision) throw new AppError('export_profile.changed_meanwhile');
    await demandFreeName(trx, companyId, name, id);
    await sql`
      update app.export_profiles set name = ${name}, settings = ${JSON.stringify(settings)}::jsonb,
        revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await noteProfile(trx, scope, 'changed', { id, name });
    return { id, name };
  });
}
