import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Machines, withMachines } from './machines.ts';
import { makeNextRelease } from './next-release.ts';
import { RetriedRequests } from './retried-requests.ts';
import {
  Acknowledged,
  type Arrived,
  lookWhatArrived,
  makePictures,
  type SentPicture,
  seededRandom,
  sendAll,
  sendWhole,
} from './sent-pictures.ts';
import { inParts } from './uploads-in-parts.ts';

export interface RollingPlan {
  /** Besides three that begin at one release and end at another. */
  uploads: number;
  seed: number;
}

export interface RollingReport extends Arrived {
  /** Uploads whose acknowledgement came, by client-made id. */
  acknowledged: number;
  /** Of those, how many while a machine was being replaced. */
  acknowledgedMeanwhile: number;
  /** Pages, lists and originals that were read. */
  reads: number;
  /** Requests that a client sends again by itself, by why. */
  again: Record<string, number>;
  /** Requests that failed for good. */
  failed: string[];
  /** Captures that were read more than once. */
  readTwice: string[];
  /** What the database says of itself in the end. */
  release: string | undefined;
  seconds: number;
  output: string;
}

const readers = 2;
const retryMs = 200;
/** So long that the uploads last longer than replacing all machines. */
const pauseMs = 2_000;
const lists = ['/app', '/dashboard', '/api/v1/captures?limit=50', '/api/v1/records?limit=50'];

/**
 * Replaces two webs and two workers by those of the next release, one after the other, while pictures are sent to any of the webs
 * and pages, lists and originals are read there. The first web that is new migrates the database under all others.
 */
export async function runRollingUpgrade({ uploads, seed }: RollingPlan): Promise<RollingReport> {
  const startedAt = performance.now();
  const random = seededRandom(seed);
  const next = makeNextRelease();
  try {
    return await withMachines(async (machines) => {
      const { urls, headers } = machines;
      const client = new RetriedRequests();
      const acknowledged = new Acknowledged();
      const [early, backward, forward, ...pictures] = await makePictures(3 + uploads);
      const anyUrl = () => urls[Math.floor(random() * urls.length)]!;
      const [first, second] = urls as [string, string];

      let acknowledgedMeanwhile = 0;
      const replace = async (index: number) => {
        const machine = machines.all[index]!;
        const before = acknowledged.ids.size;
        await machine.stop();
        await machine.start(next.nodeFlags);
        acknowledgedMeanwhile += acknowledged.ids.size - before;
      };
      /** Once so many of the uploads are through. */
      const reach = async (share: number) => {
        while (acknowledged.ids.size < share * uploads) await delay(5);
      };
      const across = (picture: SentPicture | undefined, from: string, to: Promise<string> | string) =>
        sendAcross(picture!, { client, headers, acknowledged, from, to });

      const replacing = async () => {
        const allNew = Promise.withResolvers<string>();
        const firstNew = Promise.withResolvers<string>();
        const throughAll = await across(early, first, allNew.promise);
        const ahead = await across(forward, second, firstNew.promise);
        await reach(0.1);
        await replace(0);
        firstNew.resolve(first);
        await ahead.sent;
        await (await across(backward, first, second)).sent;
        await reach(0.3);
        await replace(2);
        await reach(0.5);
        await replace(1);
        await reach(0.7);
        await replace(3);
        allNew.resolve(second);
        await throughAll.sent;
      };

      let isOver = false;
      let reads = 0;
      const read = async () => {
        while (!isOver) {
          await readOnce(client, anyUrl, headers, pathToRead(acknowledged, pictures, random));
          reads++;
          await delay(random() * 200);
        }
      };
      const sending = sendAll(pictures, acknowledged, { random, pauseMs, retryMs }, (picture) => {
        const parts = random() < 0.5 ? inParts(picture, headers, client.request) : undefined;
        return () => (parts ? parts(anyUrl) : sendWhole(anyUrl(), headers, picture, client.request));
      });
      const working = Promise.all([sending, replacing()]).finally(() => {
        isOver = true;
      });
      await Promise.all([working, ...Array.from({ length: readers }, read)]);

      const all = [early!, backward!, forward!, ...pictures];
      const arrived = await lookWhatArrived(all, acknowledged, (at) =>
        fetch(`${anyUrl()}/api/v1${at}`, { headers, signal: AbortSignal.timeout(30_000) }),
      );
      return {
        acknowledged: acknowledged.ids.size,
        acknowledgedMeanwhile,
        reads,
        again: client.again,
        failed: client.failed,
        ...arrived,
        readTwice: await machines.readTwice(),
        release: await releaseOf(machines),
        seconds: Math.round((performance.now() - startedAt) / 1000),
        output: machines.output(),
      };
    });
  } finally {
    next.remove();
  }
}

/**
 * Sends the first half of a picture to one server and the second to another, once that is known.
 *
 * @returns once the first half is there
 */
async function sendAcross(
  picture: SentPicture,
  {
    client,
    headers,
    acknowledged,
    from,
    to,
  }: {
    client: RetriedRequests;
    headers: Record<string, string>;
    acknowledged: Acknowledged;
    from: string;
    to: Promise<string> | string;
  },
): Promise<{ sent: Promise<void> }> {
  const begun = Promise.withResolvers<void>();
  let asked = 0;
  const send = inParts(picture, headers, client.request);
  const url = () => {
    asked++;
    // It is made, asked for and half of it sent; then asked for once more.
    if (asked <= 3) return from;
    begun.resolve();
    return to;
  };
  const sent = (async () => {
    let id = await send(url);
    while (id === undefined) {
      await delay(retryMs);
      id = await send(url);
    }
    acknowledged.add(picture.clientId, id);
  })();
  await Promise.race([begun.promise, sent]);
  return { sent };
}

/** An original that was acknowledged, with its hash; or a page or a list. */
function pathToRead(
  acknowledged: Acknowledged,
  pictures: readonly SentPicture[],
  random: () => number,
): { path: string; sha256?: string } {
  const { clientId = '', sha256 = '' } = pictures[Math.floor(random() * pictures.length)] ?? {};
  const [id] = acknowledged.ids.get(clientId) ?? [];
  if (id !== undefined && random() < 0.5) return { path: `/api/v1/captures/${id}/original`, sha256 };
  return { path: lists[Math.floor(random() * lists.length)]! };
}

/** Until it is answered, or failed for good. */
async function readOnce(
  client: RetriedRequests,
  anyUrl: () => string,
  headers: Record<string, string>,
  { path, sha256 }: { path: string; sha256?: string },
): Promise<void> {
  for (const failedBefore = client.failed.length; client.failed.length === failedBefore; ) {
    const answer = await client
      .request(anyUrl() + path, { headers, signal: AbortSignal.timeout(30_000) })
      .catch(() => undefined);
    if (answer?.ok) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
        client.failed.push(`GET ${path}: other bytes than were sent`);
      return;
    }
    await delay(retryMs);
  }
}

async function releaseOf({ database }: Machines): Promise<string | undefined> {
  const { rows } = await database.asOwner((client) =>
    client.query<{ release: string }>('select release from public.readout_release'),
  );
  return rows[0]?.release;
}
