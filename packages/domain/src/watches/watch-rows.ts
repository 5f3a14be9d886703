import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findNames } from '../users/find-names.ts';
import { isUuid } from '../uuid.ts';
import type {
  AlarmKind,
  Direction,
  RunState,
  SampleState,
  Watch,
  WatchPlace,
  WatchReads,
  WatchState,
} from './rules.ts';
import { watchNotFound } from './watch-errors.ts';

export interface WatchRow {
  id: string;
  name: string;
  source_kind: 'screen' | 'camera';
  region_profile_id: string | null;
  place: WatchPlace;
  reads: WatchReads;
  interval_ms: number | null;
  low: number | null;
  high: number | null;
  max_rate: number | null;
  rate_per_ms: number | null;
  direction: Direction;
  lost_after: number;
  keep_days: number | null;
  state: WatchState;
  revision: number;
  created_by: string;
  created_at: Date;
  trashed_at: Date | null;
  last_sample_id: string | null;
  last_taken_at: Date | null;
  last_value: number | null;
  last_text: string | null;
  last_confidence: number | null;
  last_state: SampleState | null;
  last_picture_id: string | null;
  lost_run: number;
  run_id: string | null;
  run_by: string | null;
  run_device: string | null;
  run_state: RunState | null;
  run_heard_at: Date | null;
  clock_skew_ms: number | null;
  intake_minute: Date | null;
  intake_requests: number;
  open_alarms: AlarmKind[];
  unseen_alarms: number;
}

export const watchColumns = sql`w.id, w.name, w.source_kind, w.region_profile_id, w.place, w.reads, w.interval_ms, w.low, w.high,
  w.max_rate, w.rate_per_ms, w.direction, w.lost_after, w.keep_days, w.state, w.revision, w.created_by, w.created_at, w.trashed_at,
  w.last_sample_id, w.last_taken_at, w.last_value, w.last_text, w.last_confidence, w.last_state, w.last_picture_id, w.lost_run,
  w.run_id, w.run_by, w.run_device, w.run_state, w.run_heard_at, w.clock_skew_ms, w.intake_minute, w.intake_requests,
  array(select a.kind from app.watch_alarms a where a.company_id = w.company_id and a.watch_id = w.id and a.closed_at is null
    order by a.kind) as open_alarms,
  (select count(*) from app.watch_alarms a where a.company_id = w.company_id and a.watch_id = w.id
    and a.acknowledged_at is null)::int as unseen_alarms`;

/** The row of a watch. `lock`: nobody else changes it, or adds samples, until the transaction ends. @throws AppError `watch.not_found` */
export async function getWatchRow(
  trx: Trx,
  companyId: string,
  watchId: string,
  { lock = false, includeTrashed = false } = {},
): Promise<WatchRow> {
  if (!isUuid(watchId)) throw watchNotFound();
  const { rows } = await sql<WatchRow>`
    select ${watchColumns} from app.watches w
    where w.company_id = ${companyId}::uuid and w.id = ${watchId}::uuid
      ${includeTrashed ? sql`` : sql`and w.trashed_at is null`}
    ${lock ? sql`for update of w` : sql``}`.execute(trx);
  const row = rows[0];
  if (!row) throw watchNotFound();
  return row;
}

export async function findWatchRows(trx: Trx, where: RawBuilder<unknown>): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select ${watchColumns} from app.watches w where ${where} order by lower(w.name), w.id`.execute(trx);
  return rows;
}

export async function toWatches(trx: Trx, rows: readonly WatchRow[]): Promise<Watch[]> {
  const nameOf = await findNames(
    trx,
    rows.flatMap((row) => [row.created_by, row.run_by]),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sourceKind: row.source_kind,
    regionProfileId: row.region_profile_id,
    place: row.place,
    reads: row.reads,
    intervalMs: row.interval_ms,
    low: row.low,
    high: row.high,
    maxRate: row.max_rate,
    ratePerMs: row.rate_per_ms,
    direction: row.direction,
    lostAfter: row.lost_after,
    keepDays: row.keep_days,
    state: row.state,
    revision: row.revision,
    createdBy: { id: row.created_by, name: nameOf(row.created_by) },
    createdAt: row.created_at.toISOString(),
    trashedAt: row.trashed_at?.toISOString() ?? null,
    last:
      row.last_sample_id === null || row.last_taken_at === null
        ? null
        : {
            sampleId: row.last_sample_id,
            takenAt: row.last_taken_at.toISOString(),
            value: row.last_value,
            text: row.last_text,
            confidence: row.last_confidence ?? 0,
            state: row.last_state ?? 'ok',
            pictureId: row.last_picture_id,
          },
    run:
      row.run_id === null || row.run_by === null || row.run_heard_at === null
        ? null
        : {
            id: row.run_id,
            by: { id: row.run_by, name: nameOf(row.run_by) },
            device: row.run_device ?? '',
            state: row.run_state ?? 'stopped',
            heardAt: row.run_heard_at.toISOString(),
            clockSkewMs: row.clock_skew_ms ?? 0,
          },
    openAlarms: row.open_alarms,
    unseenAlarms: row.unseen_alarms,
  }));
}
