import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { getWatchRow } from './watch-rows.ts';

/** Somebody has seen an alarm, open or over; the first who did stays. @throws AppError `watch.alarm_not_found` */
export async function acknowledgeAlarm(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    alarmId,
    note,
  }: { scope: Scope; watchId: string; alarmId: string; note?: string | undefined },
): Promise<void> {
  demandChange(scope, 'watches.manage');
  const { companyId, actor } = scope;
  const notFound = () => new AppError('watch.alarm_not_found');
  if (!isUuid(alarmId)) throw notFound();
  await inChange(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { lock: true });
    const text = note?.replaceAll('\0', '').trim().slice(0, 500) || null;
    const { rows } = await sql<{ kind: string; is_first: boolean }>`
      with acknowledged as (
        update app.watch_alarms set acknowledged_by = ${actor.userId}::uuid, acknowledged_at = now(), note = ${text}
        where company_id = ${companyId}::uuid and watch_id = ${watch.id}::uuid and id = ${alarmId}::uuid and acknowledged_at is null
        returning id
      )
      select a.kind, exists (select from acknowledged) as is_first from app.watch_alarms a
      where a.company_id = ${companyId}::uuid and a.watch_id = ${watch.id}::uuid and a.id = ${alarmId}::uuid`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw notFound();
    if (!row.is_first) return;
    await recordAuditEvent(trx, scope, {
      action: 'watch.alarm_acknowledged',
      subjectType: 'watch',
      subjectId: watch.id,
      detail: { name: watch.name, alarm: row.kind, ...(text ? { note: text } : {}) },
    });
    // For the pages that show the watch.
    await sql`update app.watches set name = name where company_id = ${companyId}::uuid and id = ${watch.id}::uuid`.execute(
      trx,
    );
  });
}
