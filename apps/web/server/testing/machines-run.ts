import { setTimeout as delay } from 'node:timers/promises';
import { withMachines } from './machines.ts';
import {
  Acknowledged,
  type Arrived,
  lookWhatArrived,
  makePictures,
  seededRandom,
  sendAll,
  sendWhole,
} from './sent-pictures.ts';
import { inParts } from './uploads-in-parts.ts';

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

const pauseMs = 400;

/**
 * Sends pictures to two webs, any of them, whole and in parts, while those and two workers, which share a database and a bucket and
 * nothing else, are killed and cut off again and again. Then looks whether everything acknowledged is there and read, once.
 */
export async function runMachines({ uploads, kills, cuts, seed }: MachinesPlan): Promise<MachinesReport> {
  const startedAt = performance.now();
  const random = seededRandom(seed);
  const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  return withMachines(async ({ all: machines, urls, headers, readTwice, output }) => {
    const pictures = await makePictures(uploads);
    const acknowledged = new Acknowledged();
    /** To any of them, as a balancer without sticky sessions does it. */
    const anyUrl = () => among(urls);
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
      const parts = random() < 0.5 ? inParts(picture, headers) : undefined;
      return () => (parts ? parts(anyUrl) : sendWhole(anyUrl(), headers, picture));
    });
    const [repeated] = await Promise.all([sent, chaos]);
    const arrived = await lookWhatArrived(pictures, acknowledged, (at) =>
      fetch(`${anyUrl()}/api/v1${at}`, { headers, signal: AbortSignal.timeout(30_000) }),
    );
    return {
      acknowledged: acknowledged.ids.size,
      repeated,
      ...arrived,
      readTwice: await readTwice(),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      output: output(),
    };
  });
}

function shuffled<T>(all: T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
