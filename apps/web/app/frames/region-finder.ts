import type { MarkedRegion } from './mark-region.ts';
import type { Region } from './region.ts';
import type { KnownRegion, RegionMatch } from './region-match.ts';
import type { Answered, Asked, SearchOptions } from './region-worker.ts';

/** Finds marked regions in pictures, off the page's thread. */
export interface RegionFinder {
  /**
   * Every known region by its id. The frame is handed over.
   * @throws Error where the browser gives no pixels
   */
  find(
    frame: ImageBitmap,
    known: readonly (KnownRegion & { id: string; lastSeen?: { region: Region; scale: number } })[],
    options: SearchOptions,
  ): Promise<Record<string, RegionMatch>>;
  /** What a profile keeps of a region. The frame is handed over. */
  mark(frame: ImageBitmap, region: Region): Promise<MarkedRegion>;
}

let finder: RegionFinder | undefined;

/** One worker for the visit, started when first asked. Browser only. */
export function regionFinder(): RegionFinder {
  finder ??= startFinder();
  return finder;
}

type Body = Asked extends infer Each ? (Each extends Asked ? Omit<Each, 'id'> : never) : never;

function startFinder(): RegionFinder {
  const worker = new Worker(new URL('./region-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(answer: Answered): void; reject(reason: Error): void }>();
  let count = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'failed') asked?.reject(new Error(data.message));
    else asked?.resolve(data);
  });
  worker.addEventListener('error', (event) => {
    // Nobody waits for ever; the next call starts a new one.
    for (const { reject } of waiting.values())
      reject(new Error(event.message || 'The worker did not start.'));
    waiting.clear();
    finder = undefined;
  });
  const ask = (body: Body): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...body, id }, [body.frame]);
    });
  return {
    async find(frame, known, options) {
      // A profile read from the server holds more than the worker needs.
      const slim = known.map(({ id, frame: size, region, fingerprint, lastSeen }) => ({
        id,
        frame: size,
        region,
        fingerprint,
        ...(lastSeen ? { lastSeen } : {}),
      }));
      const answer = await ask({ kind: 'find', frame, known: slim, options });
      return answer.kind === 'find' ? answer.matches : {};
    },
    async mark(frame, region) {
      const answer = await ask({ kind: 'mark', frame, region });
      if (answer.kind !== 'mark') throw new Error('The worker answered something else.');
      return answer.marked;
    },
  };
}
