import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { noteProfile, readProfile } from './profile-rows.ts';

/** Nothing is exported with it any more; it can be restored. @throws AppError `export_profile.not_found` */
export async function trashProfile(
  { db }: { db: Kysely<DB> },
  { scope, profileId }: { scope: Scope; profileId: string },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'export_profiles.manage');
  return inChange(db, scope, async (trx) => {
    const { id, name } = await readProfile(trx, scope.companyId, profileId);
    await sql`
      update app.export_profiles set trashed_at = now()
      where company_id = ${scope.companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await noteProfile(trx, scope, 'trashed', { id, name });
    return { id, name };
  });
}
