import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { purgeTrash } from '@readout/domain/captures/purge-trash';
import { resumeReadings } from '@readout/domain/captures/resume-readings';
import { eraseClosedCompanies } from '@readout/domain/companies/erase-closed-companies';
import { recountLedgers } from '@readout/domain/ledger/keep-ledger';
import { purgeWatches } from '@readout/domain/watches/purge-watches';
import { derivedKey, derivedKinds, type ObjectStore, parseKey } from '@readout/store';
import { type Kysely, sql } from 'kysely';
import type { JobQueue } from './queue.ts';

export interface HouseKeepingDeps {
  db: Kysely<DB>;
  platform: Kysely<DB>;
  store: ObjectStore;
  queue: JobQueue;
}

/** How long bytes without a row stay: far longer than any intake takes. */
const orphanAgeMs = 3_600_000;
const stuckAfterMinutes = 10;

export interface HouseKeepingResult {
  /** Companies whose grace was over. */
  erased: number;
  purged: number;
  /** Watches, and samples that are not kept any longer. */
  watches: number;
  samples: number;
  orphans: number;
  staged: number;
  resumed: number;
}

/** Trash of 30 days, companies closed for 30 days, bytes no row knows, pages that wait without a job. Safe to run anywhere at any time, also twice at once. */
export async function keepHouse(
  deps: HouseKeepingDeps,
  { now = new Date(), olderThanMs = orphanAgeMs } = {},
): Promise<HouseKeepingResult> {
  const purged = await purgeTrash(deps, { now });
  for (const { companyId, captureId } of purged)
    for (const kind of derivedKinds) await deps.store.delete(derivedKey(companyId, captureId, kind));
  await recountLedgers(deps, { companyIds: [...new Set(purged.map(({ companyId }) => companyId))] });
  const watches = await purgeWatches(deps, { now });
  // Before the sweep, which then finds their files without a row.
  const erased = await eraseClosedCompanies(deps);
  const staged = await deps.store.sweepStaged({ olderThanMs, isOrphan: (key) => isOrphan(deps.db, key) });
  let orphans = 0;
  for await (const { key, modifiedAt } of deps.store.list('')) {
    if (Date.now() - modifiedAt.getTime() <= olderThanMs) continue;
    if (await deps.store.removeOrphan(key, { olderThanMs, isOrphan: () => isOrphan(deps.db, key) }))
      orphans++;
  }
  await sql`select app.forget_dashboard()`.execute(deps.platform);
  await sql`select app.purge_region_profiles()`.execute(deps.platform);
  await sql`select app.purge_plugin_drafts()`.execute(deps.platform);
  const resumed = await resumeReadings(
    { ...deps, hasJob: (ids) => deps.queue.findQueued(ids) },
    { olderThanMinutes: stuckAfterMinutes },
  );
  return { erased: erased.length, purged: purged.length, ...watches, orphans, staged, resumed };
}

/** Whether no row of the company knows the object. What is not one of our keys is left alone. */
async function isOrphan(db: Kysely<DB>, key: string): Promise<boolean> {
  const parsed = parseKey(key);
  if (!parsed) return false;
  const { companyId, kind, name } = parsed;
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } =
      kind === 'originals'
        ? await sql`select 1 from app.objects where company_id = ${companyId}::uuid and sha256 = ${name}`.execute(
            trx,
          )
        : await sql`select 1 from app.captures where company_id = ${companyId}::uuid and id = ${name.slice(0, 36)}::uuid`.execute(
            trx,
          );
    return rows.length === 0;
  });
}
