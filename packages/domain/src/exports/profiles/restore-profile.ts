import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { isUuid } from '../../uuid.ts';
import { demandFreeName, lockNames, noteProfile } from './profile-rows.ts';

/** @throws AppError `export_profile.not_found`, `export_profile.name_taken` */
export async function restoreProfile(
  { db }: { db: Kysely<DB> },
  { scope, profileId }: { scope: Scope; profileId: string },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'export_profiles.manage');
  const { companyId } = scope;
  if (!isUuid(profileId)) throw new AppError('export_profile.not_found');
  return inChange(db, scope, async (trx) => {
    await lockNames(trx, companyId);
    const { rows } = await sql<{ id: string; name: string }>`
      update app.export_profiles set trashed_at = null
      where company_id = ${companyId}::uuid and id = ${profileId}::uuid returning id, name`.execute(trx);
    const [found] = rows;
    if (!found) throw new AppError('export_profile.not_found');
    const { id, name } = found;
    await demandFreeName(trx, companyId, name, id);
    await noteProfile(trx, scope, 'restored', { id, name });
    return { id, name };
  });
}
