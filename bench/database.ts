import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseDataFolder, ensureDatabase, prepareDatabase, startEmbedded } from '@readout/database';

/** A PostgreSQL of a benchmark's own, for a server it starts; `folder` goes with it. */
export async function startDatabase(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `readout-bench-${name}-`));
  const embedded = await startEmbedded({ dataFolder: chooseDataFolder(folder, folder) });
  const { host, port, user, password } = embedded.server;
  // A server that root starts becomes somebody else, who has to reach the socket.
  for (const path of [folder, dirname(host), host]) await chmod(path, 0o711);
  await chmod(join(host, `.s.PGSQL.${port}`), 0o777);
  return {
    folder,
    address: await ensureDatabase(embedded.server, 'bench'),
    url: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/bench?host=${encodeURIComponent(host)}`,
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same with its tables, for a benchmark that does without a server. */
export async function startPreparedDatabase(name: string, secret: string) {
  const database = await startDatabase(name);
  return { ...database, address: await prepareDatabase(database.address, secret) };
}
