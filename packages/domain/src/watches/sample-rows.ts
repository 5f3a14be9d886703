import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findNames } from '../users/find-names.ts';
import { isUuid } from '../uuid.ts';
import { findConfirmed, rulesOf } from './neighbours.ts';
import { findImplausible } from './plausibility.ts';
import type { SampleGap, SampleState, WatchSample } from './rules.ts';
import { sampleNotFound } from './watch-errors.ts';
import type { WatchRow } from './watch-rows.ts';

export interface SampleRow {
  id: string;
  taken_at: Date;
  /** `taken_at` as text, with its microseconds: a cursor needs them. */
  at: string;
  received_at: Date;
  value: number | null;
  text: string | null;
  confidence: number;
  state: SampleState;
  reason: string | null;
  gap: SampleGap | null;
  has_picture: boolean;
  read_value: number | null;
  read_text: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decided_reason: string | null;
}

export const sampleColumns = sql`s.id, s.taken_at, s.taken_at::text as at, s.received_at, s.value, s.text, s.confidence, s.state, s.reason,
  s.gap, s.picture_sha256 is not null as has_picture, s.read_value, s.read_text, s.decided_by, s.decided_at, s.decided_reason`;

/** @throws AppError `watch.sample_not_found` */
export async function getSampleRow(
  trx: Trx,
  companyId: string,
  watchId: string,
  sampleId: string,
): Promise<SampleRow> {
  if (!isUuid(sampleId)) throw sampleNotFound();
  const { rows } = await sql<SampleRow>`
    select ${sampleColumns} from app.watch_samples s
    where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid and s.id = ${sampleId}::uuid`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) throw sampleNotFound();
  return row;
}

/** With who decided, and why what is not plausible is not. */
export async function toSamples(
  trx: Trx,
  companyId: string,
  watch: WatchRow,
  rows: readonly SampleRow[],
): Promise<WatchSample[]> {
  const doubtful = rows.filter((row) => row.state === 'implausible').map((row) => row.taken_at.getTime());
  const confirmedAround =
    doubtful.length === 0
      ? () => ({})
      : await findConfirmed(trx, companyId, watch, {
          from: new Date(Math.min(...doubtful)),
          to: new Date(Math.max(...doubtful)),
        });
  const nameOf = await findNames(
    trx,
    rows.map((row) => row.decided_by),
  );
  return rows.map((row) => ({
    id: row.id,
    takenAt: row.taken_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    value: row.value,
    text: row.text,
    confidence: row.confidence,
    state: row.state,
    reason: row.reason,
    gap: row.gap,
    hasPicture: row.has_picture,
    read:
      row.read_value === null && row.read_text === null
        ? null
        : { value: row.read_value, text: row.read_text },
    decided:
      row.decided_by === null || row.decided_at === null
        ? null
        : {
            by: { id: row.decided_by, name: nameOf(row.decided_by) },
            at: row.decided_at.toISOString(),
            reason: row.decided_reason,
          },
    implausible:
      row.state === 'implausible' && row.value !== null
        ? (findImplausible(
            { value: row.value, takenAt: row.taken_at.getTime() },
            confirmedAround(row.taken_at.getTime()),
            rulesOf(watch),
          ) ?? null)
        : null,
  }));
}
