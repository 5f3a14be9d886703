import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockProfile } from './region-profile-rows.ts';

/** Into the trash, for 30 days. Watches made from it go on. @throws AppError `region_profile.not_found` */
export async function trashRegionProfile(
  { db }: { db: Kysely<DB> },
  { scope, profileId }: { scope: Scope; profileId: string },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name } = await lockProfile(trx, companyId, profileId);
    await sql`
      update app.region_profiles set trashed_at = now(), revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'region_profile.trashed',
      subjectType: 'region_profile',
      subjectId: id,
      detail: { name },
    });
  });
}
