import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makeJpeg } from './pictures.ts';
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

export interface FaultReport {
  /** Uploads whose acknowledgement came, by client-made id. */
  acknowledged: number;
  /** Attempts that ended without an acknowledgement. */
  repeated: number;
  /** Documents in the list afterwards. */
  listed: number;
  /** Acknowledged captures that are not there, not read, or whose bytes differ. */
  lost: string[];
  /** Client-made ids that more than one capture came of. */
  doubled: string[];
  output: string;
}

const parallel = 4;

/** Sends pictures while server and database die again and again, then looks whether everything acknowledged is there and read, once. */
export async function runFaults({
  uploads,
  faults,
  freezeMs,
  pauseMs = 60,
  seed,
  onFault,
}: FaultPlan): Promise<FaultReport> {
  const random = mulberry32(seed);
  const server = await createSpawnedServer();
  try {
    await server.start();
    const headers = { cookie: await server.signUp() };
    const pictures = await Promise.all(
      Array.from({ length: uploads }, async (_, index) => {
        const bytes = await makeJpeg(index, `No ${1000 + index}`, 200, 60);
        return { clientId: randomUUID(), bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
      }),
    );
    const acknowledged = new Map<string, Set<string>>();
    let repeated = 0;
    let done = 0;
    const waiting = [...pictures];

    const send = async (picture: (typeof pictures)[number]) => {
      for (;;) {
        try {
          const body = new FormData();
          body.set('clientId', picture.clientId);
          body.set('file', new Blob([picture.bytes as Uint8Array<ArrayBuffer>]), `${picture.clientId}.jpg`);
          const response = await fetch(`${server.url}/api/v1/captures`, {
            method: 'POST',
            headers,
            body,
            signal: AbortSignal.timeout(30_000),
          });
          if (response.ok) {
            const { capture } = (await response.json()) as { capture: { id: string } };
            acknowledged.set(
              picture.clientId,
              (acknowledged.get(picture.clientId) ?? new Set()).add(capture.id),
            );
            done++;
            return;
          }
          if (response.status < 500) throw new Refused(`${response.status} ${await response.text()}`);
        } catch (error) {
          if (error instanceof Refused) throw error;
        }
        repeated++;
        await delay(50 + random() * 100);
      }
    };
    const senders = Array.from({ length: parallel }, async () => {
      for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
        await send(picture);
        // As fast as a person's phone, so that the faults fall between and into uploads.
        await delay(random() * pauseMs);
      }
    });
    // Each fault waits for its share of the uploads, then for a moment nobody chose.
    const chaos = (async () => {
      for (const [index, fault] of faults.entries()) {
        const share = ((index + 0.5) / faults.length) * uploads;
        while (done < share) await delay(5);
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
    await Promise.all([...senders, chaos]);

    const get = async (path: string) => {
      for (;;) {
        const response = await fetch(`${server.url}/api/v1${path}`, { headers }).catch(() => undefined);
        if (response && response.status < 500) return response;
        await delay(200);
      }
    };
    const states = async () => {
      const items: { id: string; state: string; failureCode: string | null; fileName: string }[] = [];
      for (let cursor = ''; ; ) {
        const page = (await (await get(`/captures?limit=200${cursor && `&cursor=${cursor}`}`)).json()) as {
          items: typeof items;
          nextCursor?: string;
        };
        items.push(...page.items);
        if (!page.nextCursor) return items;
        cursor = page.nextCursor;
      }
    };
    const until = performance.now() + 120_000 + uploads * 3_000;
    let items = await states();
    while (
      items.some((item) => item.state !== 'read' && item.state !== 'failed') &&
      performance.now() < until
    ) {
      await delay(500);
      items = await states();
    }
    const lost: string[] = [];
    for (const { clientId, sha256 } of pictures) {
      const [id] = acknowledged.get(clientId) ?? [];
      const item = items.find((each) => each.id === id);
      const bytes = Buffer.from(await (await get(`/captures/${id}/original`)).arrayBuffer());
      const isWhole = createHash('sha256').update(bytes).digest('hex') === sha256;
      if (item?.state !== 'read' || !isWhole)
        lost.push(
          `${clientId}: ${item?.state ?? 'not listed'} ${item?.failureCode ?? ''}, ${isWhole ? 'whole' : 'bytes differ'}`,
        );
    }
    const names = items.map((item) => item.fileName);
    return {
      acknowledged: acknowledged.size,
      repeated,
      listed: items.length,
      lost,
      doubled: [
        ...[...acknowledged].filter(([, ids]) => ids.size > 1).map(([clientId]) => clientId),
        ...names.filter((name, index) => names.indexOf(name) !== index),
      ],
      output: server.output(),
    };
  } finally {
    await server.close();
  }
}

class Refused extends Error {}

/** Small seeded generator (mulberry32, public domain by Tommy Ettinger), values from 0 to below 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
