import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import type { AlarmKind, LostCause, WatchAlarm } from './rules.ts';
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
    const { rows } = await sql<{
      id: string;
      kind: AlarmKind;
      cause: LostCause | null;
      opened_at: Date;
      closed_at: Date | null;
      sample_id: string | null;
      value: number | null;
      text: string | null;
      bound: number | null;
      has_picture: boolean;
      acknowledged_by: string | null;
      acknowledged_at: Date | null;
      note: string | null;
    }>`
      select a.id, a.kind, a.cause, a.opened_at, a.closed_at, a.sample_id, a.value, a.text, a.bound,
        a.picture_sha256 is not null as has_picture, a.acknowledged_by, a.acknowledged_at, a.note
      from app.watch_alarms a where a.company_id = ${companyId}::uuid and a.watch_id = ${watch.id}::uuid
      order by a.opened_at desc, a.id desc limit ${Math.min(Math.max(Math.trunc(limit), 1), 500)}`.execute(
      trx,
    );
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.acknowledged_by),
    );
    return rows.map((row) => ({
      id: row.id,
      watchId: watch.id,
      kind: row.kind,
      cause: row.cause,
      openedAt: row.opened_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
      sampleId: row.sample_id,
      value: row.value,
      text: row.text,
      bound: row.bound,
      hasPicture: row.has_picture,
      acknowledged:
        row.acknowledged_by === null || row.acknowledged_at === null
          ? null
          : {
              by: { id: row.acknowledged_by, name: nameOf(row.acknowledged_by) },
              at: row.acknowledged_at.toISOString(),
              note: row.note,
            },
    }));
  });
}
