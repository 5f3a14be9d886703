import { setTimeout as delay } from 'node:timers/promises';
import {
  Acknowledged,
  type Arrived,
  lookWhatArrived,
  makePictures,
  seededRandom,
  sendAll,
  sendWhole,
} from './sent-pictures.ts';
import { createSpawnedServer } from './spawned-server.ts';

export const kills = [
  'kill server',
  'kill tree',
  'kill while starting',
  'kill helper',
  'kill database',
] as const;
export type Fault = (typeof kills)[number] | 'freeze database';

export interface FaultPlan {
  uploads: number;
  /** Faults, at random moments of the uploads. */
  faults: Fault[];
  freezeMs: number;
  /** Longest pause of one of the four senders after an upload. */
  pauseMs?: number;
  seed: number;
  /** Called before each fault. */
  onFault?(index: number): void;
}

export interface FaultReport extends Arrived {
  /** Uploads whose acknowledgement came, by client-made id. */
  acknowledged: number;
  /** Attempts that ended without an acknowledgement. */
  repeated: number;
  output: string;
}

/** Sends pictures while server and database die again and again, then looks whether everything acknowledged is there and read, once. */
export async function runFaults({
  uploads,
  faults,
  freezeMs,
  pauseMs = 60,
  seed,
  onFault,
}: FaultPlan): Promise<FaultReport> {
  const random = seededRandom(seed);
  const server = await createSpawnedServer();
  try {
    await server.start();
    const headers = { cookie: await server.signUp() };
    const pictures = await makePictures(uploads);
    const acknowledged = new Acknowledged();
    // Each fault waits for its share of the uploads, then for a moment nobody chose.
    const chaos = (async () => {
      for (const [index, fault] of faults.entries()) {
        const share = ((index + 0.5) / faults.length) * uploads;
        while (acknowledged.ids.size < share) await delay(5);
        await delay(random() * 200);
        onFault?.(index);
        switch (fault) {
          case 'kill server':
            await server.kill();
            await server.start();
            break;
          case 'kill tree':
            await server.killTree();
            await server.start();
            break;
          case 'kill while starting':
            await server.killTree();
            await server.startAndKill(random() * 4_000);
            await server.start();
            break;
          case 'kill helper':
            server.killHelper(random);
            break;
          case 'kill database':
            await server.killDatabase();
            break;
          case 'freeze database':
            await server.freezeDatabase(freezeMs);
        }
      }
    })();
    const sent = sendAll(
      pictures,
      acknowledged,
      { random, pauseMs, retryMs: 100 },
      (picture) => () => sendWhole(server.url, headers, picture),
    );
    const [repeated] = await Promise.all([sent, chaos]);
    const arrived = await lookWhatArrived(pictures, acknowledged, (path) =>
      fetch(`${server.url}/api/v1${path}`, { headers }),
    );
    return { acknowledged: acknowledged.ids.size, repeated, ...arrived, output: server.output() };
  } finally {
    await server.close();
  }
}
