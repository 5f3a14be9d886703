import type { KeepProgress } from '../offline/worker-types.ts';
import type { OfflineTexts } from './offline-page.ts';

/** What the build put in; see build-worker.ts. */
export interface WorkerBuild {
  /** Names this version of pages and worker. */
  id: string;
  /** Address of the router's list of modules, which only this build's documents name. */
  manifest: string;
  /** Small files that `/camera` needs to start. */
  shell: string[];
  /** Every hashed file there is, to know what no build uses any more. */
  all: string[];
  /** What is said without a network, by language. */
  offline: Record<string, OfflineTexts>;
}

/** Files whose names carry a hash of their content: kept once, right for ever. */
export const assetCache = 'readout-assets';
const shellPrefix = 'readout-shell ';
/** Files of the installation's text models, whose addresses carry the hash of their content too. */
const modelCache = 'readout-models';
const modelFolder = '/api/v1/device/models/';
export const isModelAddress = (path: string): boolean => path.startsWith(modelFolder);
const cacheFor = (path: string): Promise<Cache> =>
  caches.open(isModelAddress(path) ? modelCache : assetCache);

/** Half of the six connections a browser has to a server; the page keeps the others while its worker is installed. */
const filesAtOnce = 3;

/** Keeps what the camera needs to start, taking over what an earlier version has already. */
export async function keepShell({ id, shell }: WorkerBuild): Promise<void> {
  const cache = await caches.open(shellPrefix + id);
  const waiting = [...shell];
  const keepNext = async (): Promise<void> => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop())
      await keepInShell(cache, address);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, keepNext));
}

async function keepInShell(cache: Cache, address: string): Promise<void> {
  const isAsset = address.startsWith('/assets/');
  const kept = isAsset ? await caches.match(address) : undefined;
  const response = kept ?? (await fetch(address, { cache: isAsset ? 'default' : 'reload' }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  await cache.put(address, response);
}

/** One version back is kept: pages of it may still be open, in the middle of a capture. */
export async function dropOldShells(current: WorkerBuild): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(shellPrefix) && name !== shellPrefix + current.id,
  );
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  const known = new Set(current.all);
  const assets = await caches.open(assetCache);
  for (const request of await assets.keys())
    if (!known.has(new URL(request.url).pathname)) await assets.delete(request);
}

export async function keptAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // A part of a file, or an answer of something in between, is not the file.
  if (response.status === 200 && response.type === 'basic') {
    const copy = response.clone();
    void cacheFor(new URL(request.url).pathname)
      .then((cache) => cache.put(request, copy))
      .catch(() => {});
  }
  return response;
}

/** Drops the files of text models that are not in use any more. */
export async function dropOtherModels(inUse: readonly string[]): Promise<void> {
  const cache = await caches.open(modelCache);
  for (const request of await cache.keys())
    if (!inUse.includes(new URL(request.url).pathname)) await cache.delete(request);
}

/** Fetches what is not kept yet, one after another, and tells how far it is. */
export async function keepAssets(
  addresses: readonly string[],
  tell: (progress: KeepProgress) => void,
): Promise<void> {
  let keptFiles = 0;
  let loadedBytes = 0;
  let hasFailed = false;
  const progress = (isDone: boolean): void =>
    tell({ keptFiles, allFiles: addresses.length, loadedBytes, isDone, hasFailed });
  for (const address of addresses) {
    try {
      if (!(await caches.match(address, { ignoreVary: true }))) {
        const response = await fetch(address);
        if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}.`);
        const counted = response.body.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              loadedBytes += chunk.byteLength;
              progress(false);
              controller.enqueue(chunk);
            },
          }),
        );
        const cache = await cacheFor(address);
        await cache.put(address, new Response(counted, { headers: plainHeaders(response.headers) }));
      }
      keptFiles++;
    } catch {
      hasFailed = true;
    }
    progress(false);
  }
  progress(true);
}

/** Without what described how it travelled: what is kept is unpacked. */
export function plainHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return headers;
}
