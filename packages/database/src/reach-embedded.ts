import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseAddress, Server } from './address.ts';
import { withOwner } from './connect.ts';
import { ensureDatabase } from './create-database.ts';
import { postgresFolder } from './data-folder.ts';
import { isInUse, passwordFile, startEmbedded, superuser } from './embedded.ts';
import { PoolerError, refusePooler } from './pooler.ts';
import { findRunning } from './postgres-process.ts';

export interface OpenedServer {
  /** As the owner. */
  address: DatabaseAddress;
  /** Stops the database where it was started for this. */
  close(): Promise<void>;
}

/**
 * The database of an installation for what runs beside its server: the given one, else the embedded one of the data
 * folder, which is used along with a running server and started where none runs.
 *
 * @param given - of DATABASE_URL
 */
export async function openInstallationDatabase(
  given: DatabaseAddress | undefined,
  dataFolder: string,
): Promise<OpenedServer> {
  if (given) {
    await withOwner(given, (client) => refusePooler(client, given)).catch((error: unknown) => {
      // What cannot be reached is told by what needs it.
      if (error instanceof PoolerError) throw error;
    });
    return { address: given, close: async () => {} };
  }
  const running = await findInUse(dataFolder);
  if (running) return { address: { ...running, database: 'readout' }, close: async () => {} };
  const embedded = await startEmbedded({ dataFolder });
  return {
    address: await ensureDatabase(embedded.server, 'readout'),
    close: () => embedded.stop(),
  };
}

/** The embedded PostgreSQL that a living server uses; one that was left behind is for the next start to take over. */
async function findInUse(dataFolder: string): Promise<Server | undefined> {
  const found = findRunning(path.join(postgresFolder(dataFolder), 'cluster'));
  const password = passwordFile(dataFolder);
  if (!found || !existsSync(password)) return undefined;
  const server = {
    host: found.host,
    port: found.port,
    user: superuser,
    password: readFileSync(password, 'utf8').trim(),
  };
  return (await withOwner({ ...server, database: 'postgres' }, isInUse)) ? server : undefined;
}
