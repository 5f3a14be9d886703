import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import type { WatchAlarm } from './rules.ts';
import { getWatchRow } from './watch-rows.ts';

/** Alarms of a watch, newest first. @throws AppError `watch.not_found` */
export async function listAlarms(
  { db }: { db: Kysely<DB> },
  { scope, watchId, limit = 100 }: { scope: Scope; watchId: string; limit?: number },
): Promise<WatchAlarm[]> {
  demand(scope, 'watches.see');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { includeTrashed: true });
    const rows = await isoRows(trx)<
      Omit<WatchAlarm, 'acknowledged'> & { by: string | null; at: string | null; note: string | null }
    >`
      select a.id, a.watch_id as "watchId", a.kind, a.cause, a.opened_at as "openedAt", a.closed_at as "closedAt",
        a.sample_id as "sampleId", a.value, a.text, a.bound, a.picture_sha256 is not null as "hasPicture",
        a.acknowledged_by as by, a.acknowledged_at as at, a.note
      from app.watch_alarms a where a.company_id = ${companyId}::uuid and a.watch_id = ${watch.id}::uuid
      order by a.opened_at desc, a.id desc limit ${Math.min(Math.max(Math.trunc(limit), 1), 500)}`;
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.by),
    );
    return rows.map(({ by, at, note, ...alarm }) => ({
      ...alarm,
      acknowledged: by === null || at === null ? null : { by: { id: by, name: nameOf(by) }, at, note },
    }));
  });
}
