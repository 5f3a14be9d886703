import { findStore, type StoreOwner } from '@readout/store';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import type { OpenedInstallation } from './with-installation.ts';

/** @throws CommandError where the store is another installation's */
export async function openStore({
  locations,
  installationId,
}: Pick<OpenedInstallation, 'locations' | 'installationId'>) {
  const { owner, open } = await findStore(locations);
  await demandOwn(owner, { installationId });
  return open({ installationId });
}

/** @throws CommandError where the store is another installation's */
export async function demandOwn(
  { name, readId }: StoreOwner,
  { installationId }: Pick<OpenedInstallation, 'installationId'>,
): Promise<void> {
  const id = await readId();
  if (id === installationId) return;
  throw new CommandError(
    id === undefined
      ? say('cli.store.unclaimed', { folder: name })
      : say('cli.store.others', { folder: name, owner: id, id: installationId }),
  );
}
