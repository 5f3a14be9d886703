import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demandChange } from '../policy.ts';
import { columns, demandFreeName, lockProfile } from './region-profile-rows.ts';
import type { RegionProfile } from './rules.ts';

/**
 * Out of the trash, under its old name.
 * @throws AppError `region_profile.not_found`, `region_profile.name_taken` where another profile took the name meanwhile
 */
export async function restoreRegionProfile(
  { db }: { db: Kysely<DB> },
  { scope, profileId }: { scope: Scope; profileId: string },
): Promise<RegionProfile> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name } = await lockProfile(trx, companyId, profileId, { isTrashed: true });
    await demandFreeName(trx, companyId, name, id);
    const [row] = await isoRows(trx)<RegionProfile>`
      update app.region_profiles set trashed_at = null, revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${id}::uuid returning ${columns}`;
    await recordAuditEvent(trx, scope, {
      action: 'region_profile.restored',
      subjectType: 'region_profile',
      subjectId: id,
      detail: { name },
    });
    return row!;
  });
}
