import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '@readout/database/testing';
import { startS3Peer } from '@readout/store/testing';
import { startNetwork } from './cut-network.ts';
import { killIfThere, workingPid } from './processes.ts';
import {
  Acknowledged,
  type Arrived,
  lookWhatArrived,
  makePictures,
  Refused,
  type SentPicture,
  seededRandom,
  sendAll,
  sendWhole,
} from './sent-pictures.ts';
import { createSpawnedServer, type SpawnedServer } from './spawned-server.ts';
import { startProcess } from './started-process.ts';

export interface MachinesPlan {
  uploads: number;
  /** Of a process, chosen at random, at random moments of the uploads; it is started again. */
  kills: number;
  /** Of a process from the database, the bucket, or both, for 1 to 12 s. */
  cuts: number;
  seed: number;
}

export interface MachinesReport extends Arrived {
  /** Uploads whose acknowledgement came, by client-made id. */
  acknowledged: number;
  /** Attempts that ended without an acknowledgement. */
  repeated: number;
  /** Captures that were read more than once. */
  readTwice: string[];
  seconds: number;
  output: string;
}

/** A process on a machine of its own: a data folder nobody else has, and networks of its own. */
interface Machine {
  name: string;
  networks: { toDatabase: Network; toBucket: Network };
  start(): Promise<void>;
  /** As a power cut does it. */
  kill(): Promise<void>;
  output(): string;
  close(): Promise<void>;
}
type Network = Awaited<ReturnType<typeof startNetwork>>;

const pauseMs = 400;

/**
 * Sends pictures to two webs, any of them, whole and in parts, while those and two workers, which share a database and a bucket and
 * nothing else, are killed and cut off again and again. Then looks whether everything acknowledged is there and read, once.
 */
export async function runMachines({ uploads, kills, cuts, seed }: MachinesPlan): Promise<MachinesReport> {
  const startedAt = performance.now();
  const random = seededRandom(seed);
  const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const database = await createTestDatabase();
  const bucket = await startS3Peer();
  const closing: (() => Promise<unknown>)[] = [() => bucket.close(), () => database.close()];
  try {
    const { host, port, user, password, database: name } = database.address;
    const { credentials, endpoint = '' } = bucket.settings;
    const makeMachine = async (
      its: string,
      make: (
        environment: Record<string, string>,
        folder: string,
      ) => Promise<Omit<Machine, 'name' | 'networks'>>,
    ): Promise<Machine> => {
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
      return { name: its, networks: { toDatabase, toBucket }, ...machine };
    };
    const webs: SpawnedServer[] = [];
    const machines: Machine[] = [];
    for (const its of ['web 1', 'web 2'])
      machines.push(
        await makeMachine(its, async (environment, folder) => {
          const web = await createSpawnedServer({ ...environment, READOUT_ROLE: 'web' }, folder);
          webs.push(web);
          return web;
        }),
      );
    for (const its of ['worker 1', 'worker 2'])
      machines.push(
        await makeMachine(its, async (environment, folder) =>
          workerOf({ ...environment, READOUT_DATA: folder }),
        ),
      );

    const headers = { cookie: await webs[0]!.signUp() };
    const pictures = await makePictures(uploads);
    const acknowledged = new Acknowledged();
    /** To any of them, as a balancer without sticky sessions does it. */
    const anyUrl = () => among(webs).url;
    const faults = shuffled(
      [...Array.from({ length: kills }, () => 'kill'), ...Array.from({ length: cuts }, () => 'cut')],
      random,
    );
    const chaos = (async () => {
      for (const [index, fault] of faults.entries()) {
        const share = ((index + 0.5) / faults.length) * uploads;
        while (acknowledged.ids.size < share) await delay(5);
        await delay(random() * 200);
        const machine = among(machines);
        if (fault === 'kill') {
          await machine.kill();
          await machine.start();
          continue;
        }
        const { toDatabase, toBucket } = machine.networks;
        const which = among([[toDatabase], [toBucket], [toDatabase, toBucket]]);
        for (const network of which) network.cut();
        await delay(1_000 + random() * 11_000);
        for (const network of which) network.mend();
      }
    })();
    const sent = sendAll(pictures, acknowledged, { random, pauseMs, retryMs: 200 }, (picture) => {
      const inParts = random() < 0.5 ? partsOf(picture, headers) : undefined;
      return () => (inParts ? inParts(anyUrl) : sendWhole(anyUrl(), headers, picture));
    });
    const [repeated] = await Promise.all([sent, chaos]);
    const arrived = await lookWhatArrived(pictures, acknowledged, (at) =>
      fetch(`${anyUrl()}/api/v1${at}`, { headers, signal: AbortSignal.timeout(30_000) }),
    );
    const { rows } = await database.asOwner((client) =>
      client.query<{ capture_id: string }>(
        'select capture_id from app.readings group by capture_id having count(*) > 1',
      ),
    );
    return {
      acknowledged: acknowledged.ids.size,
      repeated,
      ...arrived,
      readTwice: rows.map(({ capture_id }) => capture_id),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      output: machines.map((machine) => `${machine.name}:\n${machine.output().slice(-3000)}`).join('\n\n'),
    };
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

function workerOf(environment: Record<string, string>): Omit<Machine, 'name' | 'networks'> {
  let worker: ReturnType<typeof startProcess> | undefined;
  return {
    async start() {
      worker = startProcess({ ...environment, READOUT_ROLE: 'worker', READOUT_WORKERS: '1' });
      await worker.says('Readout reads pictures now');
    },
    async kill() {
      killIfThere(workingPid(worker!.pid));
      await worker!.stop('SIGKILL');
    },
    output: () => worker?.output() ?? '',
    async close() {
      await worker?.stop();
    },
  };
}

const tus = { 'tus-resumable': '1.0.0' };
/** Somebody else holds it at the moment, or it is not known there any more. */
const passing = [404, 408, 409, 410, 423, 429, 460];

/** Sends it in two parts, each to whichever server, and goes on where it stopped. */
function partsOf({ clientId, bytes }: SentPicture, headers: Record<string, string>) {
  let location: string | undefined;
  const metadata = Object.entries({ clientId, filename: `${clientId}.jpg` }).map(
    ([key, value]) => `${key} ${btoa(value)}`,
  );
  return async (anyUrl: () => string): Promise<string | undefined> => {
    const ask = async (at: string, init: RequestInit) => {
      const response = await fetch(anyUrl() + at, {
        ...init,
        headers: { ...headers, ...tus, ...init.headers },
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok && response.status < 500 && !passing.includes(response.status))
        throw new Refused(`${init.method} ${response.status} ${await response.text()}`);
      return response;
    };
    if (location === undefined) {
      const created = await ask('/api/v1/uploads', {
        method: 'POST',
        headers: { 'upload-length': String(bytes.length), 'upload-metadata': metadata.join() },
      });
      location = created.headers.get('location') ?? undefined;
    }
    while (location !== undefined) {
      const known = await ask(location, { method: 'HEAD' });
      // Its end was taken in, and the answer lost; or it never began.
      if (known.status === 404 || known.status === 410) location = undefined;
      if (!known.ok || location === undefined) return undefined;
      const id = known.headers.get('readout-capture');
      if (id !== null) return id;
      const offset = Number(known.headers.get('upload-offset'));
      const part = bytes.subarray(offset, offset === 0 ? bytes.length / 2 : undefined);
      const patched = await ask(location, {
        method: 'PATCH',
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: part as Uint8Array<ArrayBuffer>,
      });
      if (!patched.ok) return undefined;
      const captureId = patched.headers.get('readout-capture');
      if (captureId !== null) return captureId;
    }
    return undefined;
  };
}

function shuffled<T>(all: T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
