import { findStore, StoreError } from '@readout/store';
import { say } from '../say.ts';
import { listWithRows } from './known-objects.ts';
import type { OpenedInstallation } from './with-installation.ts';

/**
 * Makes the store the installation's, after saying what that means; without `yes` it only says so.
 * @returns whether the store is the installation's now
 */
export async function adoptStore(
  { client, installationId, locations }: Pick<OpenedInstallation, 'client' | 'installationId' | 'locations'>,
  { yes }: { yes: boolean },
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  const found = await findStore(locations);
  const folder = found.owner.name;
  const owner = await found.owner.readId().catch((error: unknown) => {
    // What holds something else may be replaced, too: this is the way to do so.
    if (error instanceof StoreError && error.code === 'other_installation') return 'unreadable';
    throw error;
  });
  if (owner === installationId) {
    await print(say('cli.store.own_already', { folder, id: installationId }));
    return true;
  }
  const known = { files: 0, unknown: 0, originals: 0 };
  if (await found.owner.holdsFiles()) {
    const store = await found.open();
    for await (const { key, isKnown } of listWithRows(store, client)) {
      known.files++;
      if (!isKnown) known.unknown++;
      else if (key.includes('/originals/')) known.originals++;
    }
  }
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from app.objects');
  const originals = rows[0]?.count ?? 0;
  await print(
    say('cli.store.whose', {
      folder,
      of: owner === undefined ? 'nobody' : owner === 'unreadable' ? owner : undefined,
      owner: owner ?? '',
      files: known.files,
      known: known.files - known.unknown,
      unknown: known.unknown,
      id: installationId,
      originals,
      here: known.originals,
      elsewhere: originals - known.originals,
    }),
  );
  const consequences = [
    ...(known.unknown > 0 ? [say('cli.store.unknown_go')] : []),
    ...(known.originals < originals ? [say('cli.store.missing_shown')] : []),
    ...(owner !== undefined && owner !== 'unreadable' ? [say('cli.store.owner_stops', { owner })] : []),
  ];
  if (consequences.length > 0) await print(consequences.join('\n'));
  if (!yes) {
    await print(say('cli.store.not_adopted', { command: 'npx --no-install readout adopt-store --yes' }));
    return false;
  }
  await found.owner.writeId(installationId, { replace: true });
  await print(say('cli.store.adopted'));
  return true;
}
