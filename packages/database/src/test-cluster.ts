import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Server } from './address.ts';
import { parseDatabaseUrl, withOwner } from './connect.ts';
import { chooseDataFolder, postgresFolder } from './data-folder.ts';
import { startEmbedded } from './embedded.ts';
import { findRunning, stopByPid } from './postgres-process.ts';
import { prepareDatabase } from './prepare.ts';

/** What a test run's databases are cloned from. */
export const templateDatabase = 'readout_template';
export const testSecret = 'the secret of all the test databases';
/** Of all the test databases, as clones of one template; roles left on a server of one's own are used again. */
export const testInstallationId = '00000000-0000-4000-8000-7e5700000000';
/** Environment variable that hands the cluster to the test workers, as JSON of `Server`. */
export const clusterVariable = 'READOUT_TEST_CLUSTER';

const prefix = 'readout-test-';

export interface TestCluster {
  server: Server;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a test run with a migrated template: an embedded one in a temporary folder, or the one
 * of TEST_DATABASE_URL. Removes what killed runs left behind.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const address = parseDatabaseUrl(given);
    await makeTemplate(address);
    return { server: address, stop: async () => {} };
  }
  await sweep();
  const dataFolder = mkdtempSync(path.join(tmpdir(), prefix));
  writeFileSync(path.join(dataFolder, 'owner.pid'), String(process.pid));
  const embedded = await startEmbedded({ dataFolder: chooseDataFolder(dataFolder, ''), durable: false });
  await makeTemplate(embedded.server);
  return {
    server: embedded.server,
    async stop() {
      await embedded.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(server: Server): Promise<void> {
  await withOwner({ ...server, database: 'postgres' }, async (client) => {
    await client.query(`drop database if exists ${templateDatabase}`);
    await client.query(`create database ${templateDatabase}`);
  });
  await prepareDatabase({ ...server, database: templateDatabase }, testSecret, {
    installationId: testInstallationId,
  });
}

async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      if (isAlive(Number(readFileSync(path.join(folder, 'owner.pid'), 'utf8')))) continue;
      const running = findRunning(path.join(postgresFolder(folder), 'cluster'));
      if (running) await stopByPid(running.pid);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or just being made.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
