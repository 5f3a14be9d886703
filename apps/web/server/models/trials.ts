import { type DatabaseAddress, type DB, inCompany, withOwner } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { mayRun, readPinned } from '@readout/domain/plugins/pinned-versions';
import { settingsFor } from '@readout/domain/plugins/rules';
import { type TrialDeps, type TrialListener, type TrialReport, tryModel } from '@readout/model-trial';
import type { InstalledPlugin } from '@readout/plugin-sandbox';
import type { Kysely } from 'kysely';
import type { PluginStore } from '../plugins/plugin-store.ts';

/** Captures that are compared. */
const limit = 50;

/**
 * Compares what is read with one more text model, on captures of all companies. Only numbers leave it: what was read is the
 * companies' own.
 */
export function createTrials({
  db,
  database,
  store,
  models,
  versions,
}: {
  db: Kysely<DB>;
  database: DatabaseAddress;
  versions: PluginStore;
} & Pick<TrialDeps, 'store' | 'models'>): (
  name: string,
  onProgress: NonNullable<TrialListener['onProgress']>,
) => Promise<TrialReport> {
  return (name, onProgress) =>
    withOwner(database, (client) =>
      tryModel(
        { client, store, models, readersOf: (companyId) => readersOf({ db, versions }, companyId) },
        { name, limit },
        { onProgress },
      ),
    );
}

/** As captures are read: what is pinned, verified, not blocked and not paused. */
async function readersOf(
  { db, versions }: { db: Kysely<DB>; versions: PluginStore },
  companyId: string,
): Promise<InstalledPlugin[]> {
  const pinned = await inCompany(db, { companyId, userId: null }, (trx) => readPinned(trx, companyId));
  const readers: InstalledPlugin[] = [];
  for (const { settings, block, isPaused, ...ref } of pinned) {
    if (!mayRun({ block, isPaused })) continue;
    try {
      const plugin = await versions.load(companyId, ref);
      readers.push({ ...plugin, settings: settingsFor(plugin.manifest, settings) });
    } catch (error) {
      // One that does not run on captures either.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return readers;
}
