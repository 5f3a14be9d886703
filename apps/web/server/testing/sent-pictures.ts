import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makeJpeg } from './pictures.ts';

// What runs with faults send, and how they look afterwards what became of it.

export interface SentPicture {
  /** Made by the client, so that a picture that is sent twice is taken in once. */
  clientId: string;
  bytes: Buffer;
  sha256: string;
}

interface Listed {
  id: string;
  state: string;
  failureCode: string | null;
  fileName: string;
}

export interface Arrived {
  /** Documents in the list. */
  listed: number;
  /** Acknowledged captures that are not there, not read, or whose bytes differ. */
  lost: string[];
  /** Client-made ids that more than one capture came of, and names that are listed twice. */
  doubled: string[];
}

const parallel = 4;

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function makePictures(count: number): Promise<SentPicture[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const bytes = await makeJpeg(index, `No ${1000 + index}`, 200, 60);
      return { clientId: randomUUID(), bytes, sha256: sha256Of(bytes) };
    }),
  );
}

/** Ids of captures by client-made id, as they were acknowledged. */
export class Acknowledged {
  readonly ids = new Map<string, Set<string>>();

  add(clientId: string, captureId: string): void {
    this.ids.set(clientId, (this.ids.get(clientId) ?? new Set()).add(captureId));
  }
}

/**
 * Waits until everything is read or failed, and tells what is missing.
 *
 * @param ask - asks a server below `/api/v1`; may fail
 */
export async function lookWhatArrived(
  pictures: readonly SentPicture[],
  acknowledged: Acknowledged,
  ask: (path: string) => Promise<Response>,
): Promise<Arrived> {
  const get = async (path: string) => {
    for (;;) {
      const response = await ask(path).catch(() => undefined);
      if (response && response.status < 500) return response;
      await delay(200);
    }
  };
  const list = async () => {
    const items: Listed[] = [];
    for (let cursor = ''; ; ) {
      const page = (await (await get(`/captures?limit=200${cursor && `&cursor=${cursor}`}`)).json()) as {
        items: Listed[];
        nextCursor?: string;
      };
      items.push(...page.items);
      if (!page.nextCursor) return items;
      cursor = page.nextCursor;
    }
  };
  const until = performance.now() + 120_000 + pictures.length * 3_000;
  let items = await list();
  while (items.some(({ state }) => state !== 'read' && state !== 'failed') && performance.now() < until) {
    await delay(500);
    items = await list();
  }
  const lost: string[] = [];
  for (const { clientId, sha256 } of pictures) {
    const [id] = acknowledged.ids.get(clientId) ?? [];
    const item = items.find((each) => each.id === id);
    const bytes = Buffer.from(await (await get(`/captures/${id}/original`)).arrayBuffer());
    const isWhole = sha256Of(bytes) === sha256;
    if (item?.state !== 'read' || !isWhole)
      lost.push(
        `${clientId}: ${item?.state ?? 'not listed'} ${item?.failureCode ?? ''}, ${isWhole ? 'whole' : 'bytes differ'}`,
      );
  }
  const names = items.map(({ fileName }) => fileName);
  return {
    listed: items.length,
    lost,
    doubled: [
      ...[...acknowledged.ids].filter(([, ids]) => ids.size > 1).map(([clientId]) => clientId),
      ...names.filter((name, index) => names.indexOf(name) !== index),
    ],
  };
}

/** What no other try would change. */
export class Refused extends Error {}

/** Small seeded generator (mulberry32, public domain by Tommy Ettinger), values from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Sends all, several at once, each until it is acknowledged and a moment after the one before it.
 *
 * @param begin - gives one try: the id of the capture, or undefined (or an error) where that may be tried again
 * @returns how many tries failed
 * @throws Refused
 */
export async function sendAll(
  pictures: readonly SentPicture[],
  acknowledged: Acknowledged,
  { random, pauseMs, retryMs }: { random: () => number; pauseMs: number; retryMs: number },
  begin: (picture: SentPicture) => () => Promise<string | undefined>,
): Promise<number> {
  const waiting = [...pictures];
  let failed = 0;
  const attempt = (send: () => Promise<string | undefined>) =>
    send().catch((error: unknown) => {
      if (error instanceof Refused) throw error;
      return undefined;
    });
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
        const send = begin(picture);
        let id = await attempt(send);
        for (; id === undefined; id = await attempt(send)) {
          failed++;
          await delay(retryMs * (0.5 + random()));
        }
        acknowledged.add(picture.clientId, id);
        // As fast as a person's phone, so that the faults fall between and into uploads.
        await delay(random() * pauseMs);
      }
    }),
  );
  return failed;
}

/** Sends it whole, with a form. @returns the id of its capture; undefined where that may be tried again */
export async function sendWhole(
  url: string,
  headers: Record<string, string>,
  { clientId, bytes }: SentPicture,
  request: typeof fetch = fetch,
): Promise<string | undefined> {
  const body = new FormData();
  body.set('clientId', clientId);
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `${clientId}.jpg`);
  const response = await request(`${url}/api/v1/captures`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return ((await response.json()) as { capture: { id: string } }).capture.id;
  if (response.status < 500) throw new Refused(`${response.status} ${await response.text()}`);
  return undefined;
}
