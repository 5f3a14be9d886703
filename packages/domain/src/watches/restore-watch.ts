import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { getWatchRow } from './watch-rows.ts';

/** Out of the trash, paused. @throws AppError `watch.not_found` */
export async function restoreWatch(
  { db }: { db: Kysely<DB> },
  { scope, watchId }: { scope: Scope; watchId: string },
): Promise<void> {
  demandChange(scope, 'watches.manage');
  const { companyId } = scope;
  await inChange(db, scope, async (trx) => {
    const row = await getWatchRow(trx, companyId, watchId, { lock: true, includeTrashed: true });
    if (!row.trashed_at) return;
    await sql`
      update app.watches set trashed_at = null, revision = revision + 1
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'watch.restored',
      subjectType: 'watch',
      subjectId: row.id,
      detail: { name: row.name },
    });
  });
}
