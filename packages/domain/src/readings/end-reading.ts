import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { afterHostDeath } from './host-deaths.ts';
import { readingChannel } from './reading-queue.ts';
import type { TakenReading } from './take-reading.ts';

/** How one attempt to read a page ended. */
export type ReadingEnd =
  /** Read, failed for good, or nothing to read any more. */
  | { kind: 'done' }
  /** Given back as it was taken, by a worker that stops. */
  | { kind: 'released' }
  /** Something around it kept it from being read: no fault of the page. */
  | { kind: 'delayed'; code: string }
  /** The reader's process died or never ended on this page, and its host lives. */
  | { kind: 'crashed' }
  /** The reader's process was killed by the system: perhaps because of the page, perhaps not. */
  | { kind: 'killed' };

/** What it took, where anything was read. */
export interface ReadingCost {
  /** Processor milliseconds of the reader. */
  cpuMs: number;
  /** Milliseconds on the wall. */
  ms: number;
}

/** Seconds until a page is tried again after this many delays in a row. */
const longestDelaySeconds = 300;
/** How much of the mean the last reading makes. */
const freshness = 0.2;

/**
 * Ends what {@link import('./take-reading.ts').takeReading} began: takes the page out of the queue or gives it back, and sets
 * the company's share right by what it really cost. Where the page was given to another worker meanwhile only the cost counts.
 */
export async function endReading(
  { platform }: { platform: Kysely<DB> },
  { reading, end, cost }: { reading: TakenReading; end: ReadingEnd; cost?: ReadingCost | undefined },
): Promise<void> {
  const { companyId, captureId, lease, chargedMs } = reading;
  const cpuMs = cost?.cpuMs ?? 0;
  await platform.transaction().execute(async (trx) => {
    const mine = sql`company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and lease = ${lease}::uuid`;
    if (end.kind === 'done') await sql`delete from app.reading_queue where ${mine}`.execute(trx);
    else {
      await sql`
        update app.reading_queue set lease = null, worker_id = null, leased_at = null, ${givenBack(end)} where ${mine}`.execute(
        trx,
      );
      await sql`select pg_notify(${readingChannel}, '')`.execute(trx);
    }
    const counts = end.kind === 'done' && cost ? 1 : 0;
    // The mean of all as long as they are few.
    const fade = sql`${counts} * greatest(${freshness}, 1.0 / (readings + 1))`;
    await sql`
      update app.reading_shares set served_to = served_to + ${cpuMs - chargedMs},
        readings = least(readings + ${counts}, 1000), mean_cpu_ms = mean_cpu_ms + ${fade} * (${cpuMs} - mean_cpu_ms), mean_ms = mean_ms + ${fade} * (${cost?.ms ?? 0} - mean_ms)
      where company_id = ${companyId}::uuid`.execute(trx);
    if (cost) await noteReadingCost(trx, { companyId, cpuMs });
  });
}

/** Counts what was read among the readings of the company's day. */
export async function noteReadingCost(
  db: Kysely<DB>,
  { companyId, cpuMs }: { companyId: string; cpuMs: number },
): Promise<void> {
  await sql`
    insert into app.reading_days (company_id, day, readings, cpu_ms)
    values (${companyId}::uuid, (now() at time zone 'UTC')::date, 1, ${Math.round(cpuMs)})
    on conflict (company_id, day) do update set readings = app.reading_days.readings + 1,
      cpu_ms = app.reading_days.cpu_ms + excluded.cpu_ms`.execute(db);
}

function givenBack(end: Exclude<ReadingEnd, { kind: 'done' }>): RawBuilder<unknown> {
  switch (end.kind) {
    case 'released':
      return sql`due_at = now()`;
    case 'delayed':
      // By up to a quarter more or less, so that what failed together does not come back together.
      return sql`delays = least(delays + 1, 1000), delayed_by = ${end.code},
        due_at = now() + make_interval(secs => least(${longestDelaySeconds}, power(2, least(delays, 20))) * (0.75 + random() / 2))`;
    case 'crashed':
      return sql`crashes = crashes + 1, due_at = now() + make_interval(secs => power(2, crashes))`;
    case 'killed':
      return afterHostDeath;
  }
}
