import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError, type ErrorValues } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import type { Reservation } from '../ledger/reserve.ts';
import { settle } from '../ledger/settle.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { closeAlarm, openAlarm } from './change-alarms.ts';
import { followAlarms } from './follow-alarms.ts';
import { findConfirmed, rulesOf } from './neighbours.ts';
import { findImplausible } from './plausibility.ts';
import { refreshSums } from './refresh-sums.ts';
import type { RunState, SampleGap, SampleState } from './rules.ts';
import { getWatchRow, type WatchRow } from './watch-rows.ts';

export const maxSamplesPerBatch = 500;
/** What a device that was offline for long sends to catch up stays below it. */
const maxRequestsPerMinute = 240;
const dayMs = 86_400_000;

/** A sample as the device has made it. */
export interface NewSample {
  /** A UUID made by the device. */
  id: string;
  /** ISO 8601, by the clock of the device. */
  takenAt: string;
  /** Null: a text, or nothing readable. */
  value: number | null;
  text: string | null;
  /** 0 to 1. */
  confidence: number;
  isReadable: boolean;
  reason?: string | undefined;
  gap?: SampleGap | undefined;
}

/** Pictures of samples, one after the other in one stored object. */
export interface PicturePack {
  sha256: string;
  byteSize: number;
  parts: ReadonlyMap<string, { offset: number; byteSize: number }>;
  /** Puts the bytes in their place, durably; called before their samples are kept. */
  place(): Promise<void>;
}

export interface SampleBatch {
  samples: readonly NewSample[];
  pictures?: PicturePack | undefined;
  /** The device that reads, and whether it goes on doing so. */
  run: { id: string; device: string; state: RunState };
  /** ISO 8601, by the clock of the device. */
  sentAt: string;
}

/**
 * Takes in what a device has read: durable when this resolves. What was sent before adds nothing, whatever else is in the
 * request. Values are measured against what people confirmed, alarms opened and closed in the order of the device's clock.
 * An empty batch says that the watch still runs.
 * @throws AppError `watch.not_found`, `watch.bad_samples`, `watch.too_many_requests`, `company.suspended`, …
 */
export async function saveSamples(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    batch,
    reservation,
    now = new Date(),
  }: {
    scope: Scope;
    watchId: string;
    batch: SampleBatch;
    /** What the pictures were promised. */
    reservation?: Reservation | undefined;
    now?: Date;
  },
): Promise<{
  /** Samples that were not there before. */
  added: number;
  /** Server's clock less the device's, the way of the request included. */
  clockSkewMs: number;
  /** False where the company's storage is full: samples are kept without their pictures then. */
  keepsPictures: boolean;
}> {
  demandChange(scope, 'watches.manage');
  const samples = checkBatch(batch, now);
  const clockSkewMs = now.getTime() - Date.parse(batch.sentAt);
  return inChange(db, scope, async (trx) => {
    const { companyId } = scope;
    const watch = await getWatchRow(trx, companyId, watchId, { lock: true });
    const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
    const requests = watch.intake_minute?.getTime() === minute.getTime() ? watch.intake_requests + 1 : 1;
    if (requests > maxRequestsPerMinute)
      throw new AppError('watch.too_many_requests', {
        retryAfterSeconds: Math.ceil((minute.getTime() + 60_000 - now.getTime()) / 1000),
      });
    const pictures = await keepPictures(trx, companyId, batch.pictures, reservation);
    const added = await insertSamples(trx, companyId, watch, samples, pictures);
    const { lostRun, newest, picture } = await follow(trx, companyId, watch, { added, batch, scope });
    await sql`
      update app.watches set lost_run = ${lostRun}, run_id = ${batch.run.id}::uuid, run_by = ${scope.actor.userId}::uuid,
        run_device = ${batch.run.device}, run_state = ${batch.run.state}, run_heard_at = ${now}, clock_skew_ms = ${clockSkewMs}::bigint,
        intake_minute = ${minute}, intake_requests = ${requests}
        ${
          newest
            ? sql`, last_sample_id = ${newest.id}::uuid, last_taken_at = ${newest.takenAt}::timestamptz, last_value = ${newest.value}::float8,
                last_text = ${newest.text}, last_confidence = ${newest.confidence}::real, last_state = ${newest.state}`
            : sql``
        } ${picture ? sql`, last_picture_id = ${picture}::uuid` : sql``}
      where company_id = ${companyId}::uuid and id = ${watch.id}::uuid`.execute(trx);
    await refreshSums(
      trx,
      companyId,
      watch.id,
      added.map((sample) => new Date(sample.takenAt)),
    );
    return { added: added.length, clockSkewMs, keepsPictures: !batch.pictures || pictures !== undefined };
  });
}

/** In the order they were taken. @throws AppError `watch.bad_samples` */
function checkBatch({ samples, run, sentAt }: SampleBatch, now: Date): NewSample[] {
  const refuse = (values: ErrorValues<'watch.bad_samples'>) => new AppError('watch.bad_samples', values);
  if (samples.length > maxSamplesPerBatch)
    throw new AppError('watch.too_many_samples', { max: maxSamplesPerBatch });
  if (!isUuid(run.id)) throw refuse({ reason: 'run_id' });
  if (Number.isNaN(Date.parse(sentAt))) throw refuse({ reason: 'sent_at' });
  // By the device's own clock, however wrong: nothing is taken after it was sent.
  const latest = Math.max(Date.parse(sentAt), now.getTime()) + dayMs;
  for (const { id, takenAt, value, confidence, text, isReadable } of samples) {
    const at = Date.parse(takenAt);
    if (!isUuid(id)) throw refuse({ reason: 'sample_id' });
    if (Number.isNaN(at) || at > latest || at < Date.UTC(2000)) throw refuse({ reason: 'taken_at', takenAt });
    if (value !== null && !Number.isFinite(value)) throw refuse({ reason: 'value' });
    if (!(confidence >= 0 && confidence <= 1)) throw refuse({ reason: 'confidence' });
    if (isReadable && value === null && text === null) throw refuse({ reason: 'nothing_read' });
  }
  return [...samples].sort((a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt) || (a.id < b.id ? -1 : 1));
}

/** Stores the pictures and their row; undefined where there are none or the company has no room for them. */
async function keepPictures(
  trx: Trx,
  companyId: string,
  pack: PicturePack | undefined,
  reservation: Reservation | undefined,
): Promise<PicturePack | undefined> {
  if (!pack) return undefined;
  const { sha256, byteSize } = pack;
  const { numAffectedRows } = await sql`
    insert into app.objects (company_id, sha256, byte_size, media_type)
    values (${companyId}::uuid, ${sha256}, ${byteSize}::bigint, 'application/octet-stream')
    on conflict do nothing`.execute(trx);
  if (numAffectedRows === 1n) {
    try {
      await settle(trx, { companyId, reservation, bytes: byteSize, captures: 0 });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'limit_reached') throw error;
      await sql`delete from app.objects where company_id = ${companyId}::uuid and sha256 = ${sha256}`.execute(
        trx,
      );
      return undefined;
    }
  }
  await pack.place();
  return pack;
}

type AddedSample = NewSample & { state: SampleState; hasPicture: boolean };

async function insertSamples(
  trx: Trx,
  companyId: string,
  watch: WatchRow,
  samples: readonly NewSample[],
  pictures: PicturePack | undefined,
): Promise<AddedSample[]> {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return [];
  const rules = rulesOf(watch);
  const confirmedAround = await findConfirmed(trx, companyId, watch, {
    from: new Date(first.takenAt),
    to: new Date(last.takenAt),
  });
  const judged = samples.map((sample): AddedSample => {
    const takenAt = Date.parse(sample.takenAt);
    const isImplausible =
      sample.value !== null &&
      findImplausible({ value: sample.value, takenAt }, confirmedAround(takenAt), rules) !== undefined;
    return {
      ...sample,
      state: !sample.isReadable ? 'unreadable' : isImplausible ? 'implausible' : 'ok',
      hasPicture: pictures?.parts.has(sample.id) ?? false,
    };
  });
  const rows = judged.map((sample) => {
    const part = pictures?.parts.get(sample.id);
    return {
      id: sample.id,
      taken_at: sample.takenAt,
      value: sample.isReadable ? sample.value : null,
      text: sample.text?.replaceAll('\0', '').slice(0, 2000) ?? null,
      confidence: sample.confidence,
      state: sample.state,
      reason: sample.reason?.replaceAll('\0', '').slice(0, 300) ?? null,
      gap: sample.gap ?? null,
      picture_sha256: part ? pictures?.sha256 : null,
      picture_offset: part?.offset ?? null,
      picture_bytes: part?.byteSize ?? null,
    };
  });
  const { rows: inserted } = await sql<{ id: string }>`
    insert into app.watch_samples (company_id, watch_id, id, taken_at, value, text, confidence, state, reason, gap,
      picture_sha256, picture_offset, picture_bytes)
    select ${companyId}::uuid, ${watch.id}::uuid, n.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      id uuid, taken_at timestamptz, value float8, text text, confidence real, state text, reason text, gap text,
      picture_sha256 text, picture_offset int, picture_bytes int)
    on conflict (company_id, watch_id, id) do nothing returning id`.execute(trx);
  const isNew = new Set(inserted.map((row) => row.id));
  return judged.filter((sample) => isNew.has(sample.id.toLowerCase()));
}

/** Alarms, and what the newest sample and picture of the watch are now. */
async function follow(
  trx: Trx,
  companyId: string,
  watch: WatchRow,
  { added, batch, scope }: { added: readonly AddedSample[]; batch: SampleBatch; scope: Scope },
): Promise<{ lostRun: number; newest: AddedSample | undefined; picture: string | undefined }> {
  // What is older than the newest says nothing about now.
  const known = watch.last_taken_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const later = added.filter((sample) => Date.parse(sample.takenAt) >= known);
  const { changes, state } = followAlarms(
    { open: new Set(watch.open_alarms), lostRun: watch.lost_run },
    later,
    { low: watch.low, high: watch.high, lostAfter: watch.lost_after },
  );
  const told = { ...watch, run_by: scope.actor.userId };
  for (const change of changes) {
    if (change.type === 'close') await closeAlarm(trx, companyId, watch.id, change);
    else await openAlarm(trx, companyId, told, { ...change, openedAt: change.sample.takenAt });
  }
  if (batch.run.state === 'source_ended' && watch.run_state !== 'source_ended' && !state.open.has('lost'))
    await openAlarm(trx, companyId, told, {
      kind: 'lost',
      cause: 'source_ended',
      openedAt: new Date(
        Math.max(Date.parse(batch.sentAt), watch.last_taken_at?.getTime() ?? 0),
      ).toISOString(),
      bound: null,
    });
  const newest = later.at(-1);
  return {
    lostRun: state.lostRun,
    newest: newest && { ...newest, value: newest.isReadable ? newest.value : null },
    picture: later.findLast((sample) => sample.hasPicture)?.id,
  };
}
