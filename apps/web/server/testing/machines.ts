import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { startS3Peer } from '@readout/store/testing';
import { type Network, startNetwork } from './cut-network.ts';
import { killIfThere, workingPid } from './processes.ts';
import { createSpawnedServer } from './spawned-server.ts';
import { startProcess } from './started-process.ts';

/** A process on a machine of its own: a data folder nobody else has, and networks of its own. */
export interface Machine {
  name: string;
  networks: { toDatabase: Network; toBucket: Network };
  /** Resolves once it is ready. @param nodeFlags - for another program in its place, see `makeNextRelease` */
  start(nodeFlags?: readonly string[]): Promise<void>;
  /** As a power cut does it. */
  kill(): Promise<void>;
  /** As a supervisor does it. */
  stop(): Promise<unknown>;
  /** All it said since it was last started. */
  output(): string;
}
type MachineProcess = Omit<Machine, 'name' | 'networks'> & { close(): Promise<void> };

export interface Machines {
  database: TestDatabase;
  /** Addresses of the webs, in the order of `all`. */
  urls: string[];
  /** Two webs, then two workers. */
  all: Machine[];
  /** Of somebody with a company. */
  headers: Record<string, string>;
  /** Captures that were read more than once. */
  readTwice(): Promise<string[]>;
  /** The end of what each said. */
  output(): string;
}

/** Starts two webs and two workers that share a database and a bucket and nothing else. */
export async function withMachines<T>(work: (machines: Machines) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const bucket = await startS3Peer();
  const closing: (() => Promise<unknown>)[] = [() => bucket.close(), () => database.close()];
  try {
    const { host, port, user, password, database: name } = database.address;
    const { credentials, endpoint = '' } = bucket.settings;
    const makeMachine = async <Made extends MachineProcess>(
      its: string,
      make: (environment: Record<string, string>, folder: string) => Promise<Made>,
    ): Promise<Made & Machine> => {
      const toDatabase = await startNetwork({ path: path.join(host, `.s.PGSQL.${port}`) });
      const toBucket = await startNetwork({ host: '127.0.0.1', port: Number(new URL(endpoint).port) });
      const folder = mkdtempSync(path.join(tmpdir(), 'readout-machine-'));
      closing.unshift(async () => {
        await Promise.all([toDatabase.close(), toBucket.close()]);
        rmSync(folder, { recursive: true, force: true });
      });
      const machine = await make(
        {
          READOUT_SECRET: database.secret,
          DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${toDatabase.port}/${name}`,
          READOUT_STORE: `s3://${bucket.settings.bucket}/${bucket.settings.prefix}`,
          READOUT_STORE_ENDPOINT: `http://127.0.0.1:${toBucket.port}`,
          READOUT_STORE_ACCESS_KEY: credentials!.accessKeyId,
          READOUT_STORE_ACCESS_SECRET: credentials!.secretAccessKey,
          ...asUserOf(host),
        },
        folder,
      );
      closing.unshift(() => machine.close());
      await machine.start();
      return { ...machine, name: its, networks: { toDatabase, toBucket } };
    };
    const web = (its: string) =>
      makeMachine(its, (environment, folder) =>
        createSpawnedServer({ ...environment, READOUT_ROLE: 'web' }, folder),
      );
    const worker = (its: string) =>
      makeMachine(its, async (environment, folder) => workerOf({ ...environment, READOUT_DATA: folder }));
    const webs = [await web('web 1'), await web('web 2')];
    const all: Machine[] = [...webs, await worker('worker 1'), await worker('worker 2')];
    return await work({
      database,
      urls: webs.map(({ url }) => url),
      all,
      headers: { cookie: await webs[0]!.signUp() },
      async readTwice() {
        const { rows } = await database.asOwner((client) =>
          client.query<{ capture_id: string }>(
            'select capture_id from app.readings group by capture_id having count(*) > 1',
          ),
        );
        return rows.map(({ capture_id }) => capture_id);
      },
      output: () => all.map((machine) => `${machine.name}:\n${machine.output().slice(-3000)}`).join('\n\n'),
    });
  } finally {
    for (const close of closing) await close().catch(() => {});
  }
}

/** Root gives itself up to whom the test's database belongs. */
function asUserOf(socketFolder: string): Record<string, string> {
  if (process.getuid?.() !== 0) return {};
  const { uid } = statSync(socketFolder);
  return { READOUT_USER: execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim() };
}

function workerOf(environment: Record<string, string>): MachineProcess {
  let worker: ReturnType<typeof startProcess> | undefined;
  return {
    async start(nodeFlags) {
      worker = startProcess({ ...environment, READOUT_ROLE: 'worker', READOUT_WORKERS: '1' }, [], nodeFlags);
      await worker.says('Readout reads pictures now');
    },
    async kill() {
      killIfThere(workingPid(worker!.pid));
      await worker!.stop('SIGKILL');
    },
    stop: () => worker!.stop(),
    output: () => worker?.output() ?? '',
    async close() {
      await worker?.stop();
    },
  };
}
