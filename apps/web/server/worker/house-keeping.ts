import { purgeTrash } from '@readout/domain/captures/purge-trash';
import { resumeReadings } from '@readout/domain/captures/resume-readings';
import { eraseClosedCompanies } from '@readout/domain/companies/erase-closed-companies';
import { databaseNow } from '@readout/domain/database-clock';
import { keptDays } from '@readout/domain/deliveries/rules';
import { eventDays } from '@readout/domain/events/rules';
import { purgeExports } from '@readout/domain/exports/purge-exports';
import { purgeIdempotencyKeys } from '@readout/domain/idempotency/idempotency-keys';
import { recountLedgers } from '@readout/domain/ledger/keep-ledger';
import type { ReadingQueue } from '@readout/domain/readings/reading-queue';
import { purgeWatches } from '@readout/domain/watches/purge-watches';
import { sql } from 'kysely';
import { type SweepDeps, type SweepResult, sweepStore } from './sweep-store.ts';

export interface HouseKeepingDeps extends SweepDeps {
  queue: ReadingQueue;
}

/** How long bytes without a row stay: far longer than any intake takes. */
const orphanAgeMs = 3_600_000;
const stuckAfterMinutes = 10;

export interface HouseKeepingResult extends Partial<SweepResult> {
  /** Companies whose grace was over. */
  erased: number;
  purged: number;
  /** Watches, and samples that are not kept any longer. */
  watches: number;
  samples: number;
  resumed: number;
}

/**
 * Trash of 30 days, exports of seven, companies closed for 30 days, bytes no row knows, pages that wait without a place in the queue. Safe to run anywhere
 * at any time, also twice at once.
 *
 * @param options.processId - UUID of this process: one of them at a time sweeps the store.
 */
export async function keepHouse(
  deps: HouseKeepingDeps,
  {
    processId,
    now: given,
    olderThanMs = orphanAgeMs,
  }: { processId: string; now?: Date; olderThanMs?: number },
): Promise<HouseKeepingResult> {
  const now = given ?? (await databaseNow(deps.platform));
  const purged = await purgeTrash(deps, { now });
  const exported = await purgeExports(deps, { now });
  const companyIds = new Set([...purged.map(({ companyId }) => companyId), ...exported]);
  await recountLedgers(deps, { companyIds: [...companyIds] });
  const watches = await purgeWatches(deps, { now });
  // Before the sweep, which then removes their files.
  const erased = await eraseClosedCompanies(deps);
  const swept = await sweepStore(deps, { processId, now, olderThanMs });
  await purgeIdempotencyKeys(deps, { now });
  await sql`select app.purge_events(${now}::timestamptz - make_interval(days => ${eventDays}))`.execute(
    deps.platform,
  );
  await sql`select app.purge_deliveries(${now}::timestamptz - make_interval(days => ${keptDays}))`.execute(
    deps.platform,
  );
  await sql`select app.purge_oauth()`.execute(deps.platform);
  await sql`select app.forget_dashboard()`.execute(deps.platform);
  await sql`select app.purge_region_profiles()`.execute(deps.platform);
  await sql`select app.purge_export_profiles()`.execute(deps.platform);
  await sql`select app.purge_notes()`.execute(deps.platform);
  await sql`select app.purge_plugin_drafts()`.execute(deps.platform);
  const resumed = await resumeReadings(deps, { olderThanMinutes: stuckAfterMinutes });
  return { erased: erased.length, purged: purged.length, ...watches, ...swept, resumed };
}
