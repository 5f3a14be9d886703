import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { demandChange } from '../policy.ts';
import { changeInstallation } from './change-installation.ts';
import { listInstallations } from './list-installations.ts';
import type { CaptureKind } from './rules.ts';

/** The readers that come with Readout, by what they are for; those that are for anything are not among them. */
const readersOf: Record<CaptureKind, readonly string[]> = {
  papers: ['invoice', 'receipt', 'barcode'],
  parcels: ['shipping-label', 'barcode'],
  meters: ['meter', 'display'],
  equipment: ['nameplate', 'barcode'],
  cards: ['mrz', 'business-card'],
  lists: ['table', 'form', 'barcode'],
};

/**
 * Leaves on the readers for what a company captures and switches the others off, so that fewer records are made of what was
 * never meant. Nothing chosen means anything.
 * @throws AppError as `changeInstallation` does
 */
export async function chooseReaders(
  deps: { db: Kysely<DB> },
  { scope, kinds }: { scope: Scope; kinds: readonly CaptureKind[] },
): Promise<void> {
  demandChange(scope, 'plugins.manage');
  const known = new Set(Object.values(readersOf).flat());
  const wanted = new Set(kinds.length === 0 ? known : kinds.flatMap((kind) => readersOf[kind]));
  for (const { plugin, isEnabled, revision, isFirstParty } of await listInstallations(deps, { scope })) {
    const enabled = wanted.has(plugin);
    if (isFirstParty && known.has(plugin) && revision > 0 && isEnabled !== enabled)
      await changeInstallation(deps, { scope, pluginId: plugin, revision, change: { enabled } });
  }
}
