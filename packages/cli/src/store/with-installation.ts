import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  findInstallation,
  type InstallationPlace,
  openInstallationDatabase,
  postgresFolder,
  withOwner,
} from '@readout/database';
import { type StoreLocations, storeLocationsOf } from '@readout/store';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';

/** A connection as the owner of the schema, which sees the rows of every company. */
export type OwnerClient = Parameters<Parameters<typeof withOwner>[1]>[0];

export interface OpenedInstallation extends InstallationPlace {
  locations: StoreLocations;
  client: OwnerClient;
  /** UUID. */
  installationId: string;
}

/**
 * Runs the work on the database of the installation that `npm start` would run here, beside it or without it.
 *
 * @throws CommandError where there is none
 */
export async function withInstallation<T>(
  work: (installation: OpenedInstallation) => Promise<T>,
): Promise<T> {
  const { place, locations } = await orCommandError(async () => {
    const found = findInstallation();
    return { place: found, locations: storeLocationsOf(process.env, found.dataFolder) };
  });
  if (!place.database && !existsSync(path.join(postgresFolder(place.dataFolder), 'cluster')))
    throw new CommandError(say('cli.store.no_installation', { folder: place.dataFolder }));
  const opened = await orCommandError(() => openInstallationDatabase(place.database, place.dataFolder));
  try {
    return await withOwner(opened.address, async (client) =>
      work({ ...place, locations, client, installationId: await readInstallationId(client) }),
    );
  } catch (error) {
    throw isDatabaseError(error)
      ? new CommandError(say('cli.store.database', { why: error.message }), { cause: error })
      : error;
  } finally {
    await opened.close();
  }
}

async function readInstallationId(client: OwnerClient): Promise<string> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.readout_installation') is not null
       and to_regclass('platform.store_care') is not null as is_there`,
  );
  const { rows: found } = rows[0]?.is_there
    ? await client.query<{ id: string }>('select id from public.readout_installation')
    : { rows: [] };
  if (!found[0]) throw new CommandError(say('cli.store.not_prepared'));
  return found[0].id;
}

function isDatabaseError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    error.name !== 'StoreError'
  );
}

async function orCommandError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}
