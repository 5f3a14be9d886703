import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { WatchState } from './rules.ts';
import { getWatchRow } from './watch-rows.ts';

const actions = { active: 'watch.resumed', paused: 'watch.paused', ended: 'watch.ended' } as const;

/** Pauses, resumes or ends a watch: devices that read it stop, and nobody is told that it is silent. @throws AppError `watch.not_found` */
export async function setWatchState(
  { db }: { db: Kysely<DB> },
  { scope, watchId, state }: { scope: Scope; watchId: string; state: WatchState },
): Promise<void> {
  demandChange(scope, 'watches.manage');
  const { companyId } = scope;
  await inChange(db, scope, async (trx) => {
    const row = await getWatchRow(trx, companyId, watchId, { lock: true });
    if (row.state === state) return;
    await sql`
      update app.watches set state = ${state}, revision = revision + 1, lost_run = 0
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    // What is not read any more can be neither too high nor lost.
    if (state !== 'active')
      await sql`
        update app.watch_alarms set closed_at = greatest(opened_at, now())
        where company_id = ${companyId}::uuid and watch_id = ${row.id}::uuid and closed_at is null`.execute(
        trx,
      );
    await recordAuditEvent(trx, scope, {
      action: actions[state],
      subjectType: 'watch',
      subjectId: row.id,
      detail: { name: row.name },
    });
  });
}
