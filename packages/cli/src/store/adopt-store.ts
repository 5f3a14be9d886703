import { createFileSystemStore, holdsFiles, readStoreId, writeStoreId } from '@readout/store';
import { listWithRows } from './known-objects.ts';
import type { OpenedInstallation } from './with-installation.ts';

/**
 * Makes the store the installation's, after saying what that means; without `yes` it only says so.
 * @returns whether the store is the installation's now
 */
export async function adoptStore(
  {
    client,
    installationId,
    storeFolder,
  }: Pick<OpenedInstallation, 'client' | 'installationId' | 'storeFolder'>,
  { yes }: { yes: boolean },
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  // A file with something else in it may be replaced, too: this is the way to do so.
  const owner = await readStoreId(storeFolder).catch(() => 'unreadable');
  if (owner === installationId) {
    await print(`The store in ${storeFolder} is this installation's already (${installationId}).`);
    return true;
  }
  const known = { files: 0, unknown: 0, originals: 0 };
  if (await holdsFiles(storeFolder)) {
    const store = await createFileSystemStore(storeFolder);
    for await (const { key, isKnown } of listWithRows(store, client)) {
      known.files++;
      if (!isKnown) known.unknown++;
      else if (key.includes('/originals/')) known.originals++;
    }
  }
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from app.objects');
  const originals = rows[0]?.count ?? 0;
  await print(
    [
      `Store: ${storeFolder}`,
      `  belongs to ${owner === undefined ? 'no installation yet' : owner === 'unreadable' ? 'nobody knows whom (its file “installation” cannot be read)' : `the installation ${owner}`}`,
      `  holds ${known.files} files: ${known.files - known.unknown} that the database knows, ${known.unknown} that it does not`,
      `Database: the installation ${installationId}`,
      `  knows ${originals} originals: ${known.originals} are in this store, ${originals - known.originals} are not`,
    ].join('\n'),
  );
  const consequences = [
    ...(known.unknown > 0
      ? [
          'Files the database does not know go to the quarantine, many of them only once an administrator agrees, and are deleted thirty days later.',
        ]
      : []),
    ...(known.originals < originals
      ? ['Originals that are not here are shown as missing; uploading the same files again brings them back.']
      : []),
    ...(owner !== undefined && owner !== 'unreadable'
      ? [`The installation ${owner} does not start on this store any more.`]
      : []),
  ];
  if (consequences.length > 0) await print(consequences.join('\n'));
  if (!yes) {
    await print(
      'Nothing was changed. To make the store this installation’s: npx --no-install readout adopt-store --yes',
    );
    return false;
  }
  await writeStoreId(storeFolder, installationId, { replace: true });
  await print('The store is this installation’s now. Start Readout.');
  return true;
}
