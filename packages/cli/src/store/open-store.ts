import { createFileSystemStore, readStoreId } from '@readout/store';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import type { OpenedInstallation } from './with-installation.ts';

/** @throws CommandError where the store is another installation's */
export async function openStore({
  storeFolder,
  installationId,
}: Pick<OpenedInstallation, 'storeFolder' | 'installationId'>) {
  const owner = await readStoreId(storeFolder);
  if (owner !== installationId)
    throw new CommandError(
      owner === undefined
        ? say('cli.store.unclaimed', { folder: storeFolder })
        : say('cli.store.others', { folder: storeFolder, owner, id: installationId }),
    );
  return createFileSystemStore(storeFolder, { installationId });
}
