import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { getWatchRow } from './watch-rows.ts';

/** Into the trash with all its samples, for 30 days; nothing is taken in for it meanwhile. @throws AppError `watch.not_found` */
export async function trashWatch(
  { db }: { db: Kysely<DB> },
  { scope, watchId }: { scope: Scope; watchId: string },
): Promise<void> {
  demandChange(scope, 'watches.manage');
  const { companyId } = scope;
  await inChange(db, scope, async (trx) => {
    const row = await getWatchRow(trx, companyId, watchId, { lock: true });
    await sql`
      update app.watches set trashed_at = now(), state = 'paused', revision = revision + 1
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'watch.trashed',
      subjectType: 'watch',
      subjectId: row.id,
      detail: { name: row.name },
    });
  });
}
