import type { RunState, SampleGap } from '@readout/domain/watches/rules';
import type { FromWorker, KeptSample, Owner, ToWorker, WatchedReads } from './contract.ts';
import { enlarged } from './enlarged.ts';
import { placeIn, streamFrames, type WorkerFrames } from './frames-in-worker.ts';
import { keepRun, keepSample, lastRun } from './outbox.ts';
import { blocksOf, hasChanged, type Pixels } from './picture-change.ts';
import { type ReadRegion, readRegion } from './read-region.ts';
import { reasonOf } from './reason.ts';
import { lookEveryMs, maxSleepMs, nextMoment, sameEveryMs, wasAsleep } from './schedule.ts';
import { sendLeft, startSending } from './send-from-worker.ts';
import { pictureOf } from './small-picture.ts';

/**
 * One watch: looks at its region on time, reads it where it changed, keeps each sample on this device and sends it. A worker's
 * timers are not slowed down in a background tab.
 */

const tell = (message: FromWorker, transfer: Transferable[] = []) =>
  (self as unknown as { postMessage(message: FromWorker, transfer: Transferable[]): void }).postMessage(
    message,
    transfer,
  );

interface Looked {
  picture: ImageBitmap | null;
  frame: { width: number; height: number };
}
const grabs = new Map<number, (looked: Looked) => void>();
const reads = new Map<number, (read: ReadRegion) => void>();
let asked = 0;
let stopRunning: ((why: 'stopped' | 'source_ended') => void) | undefined;
const wakers = new Set<() => void>();

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'start':
      void run(data).catch((error: unknown) =>
        tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
      );
      return;
    case 'grabbed':
      grabs.get(data.id)?.(data);
      grabs.delete(data.id);
      return;
    case 'read':
      reads.get(data.id)?.({ text: data.text, confidence: data.confidence, problem: data.problem });
      reads.delete(data.id);
      return;
    case 'stop':
      stopRunning?.(data.why);
      return;
    case 'send-left':
      void sendLeft(data.owner, (watchId, state) => tell({ type: 'outbox', watchId, state }), wakers);
      return;
    case 'online':
      for (const wake of [...wakers]) wake();
  }
});

const pageAnswerMs = 30_000;

/** Has the page do what only it can. @returns `otherwise` where it does not answer */
function askPage<T>(
  waiting: Map<number, (answer: T) => void>,
  ask: (id: number) => void,
  otherwise: T,
): Promise<T> {
  const id = ++asked;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(id);
      resolve(otherwise);
    }, pageAnswerMs);
    waiting.set(id, (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    ask(id);
  });
}

async function readOnPage(pixels: Pixels): Promise<ReadRegion> {
  const picture = await enlarged(pixels);
  return askPage(reads, (id) => tell({ type: 'read', id, picture }, [picture]), {
    text: null,
    confidence: 0,
    problem: reasonOf({ why: 'not_answered' }),
  });
}

/** A picture that the page grabs; null where there is none. */
const grabbed: WorkerFrames = {
  ready: Promise.resolve(),
  async newest() {
    const { picture, frame } = await askPage<Looked>(grabs, (id) => tell({ type: 'grab', id }), {
      picture: null,
      frame: { width: 0, height: 0 },
    });
    return picture && { image: picture, ...frame, close: () => picture.close() };
  },
  stop() {},
};

function framesOf(frames: Extract<ToWorker, { type: 'start' }>['frames'], onEnded: () => void): WorkerFrames {
  if (frames.kind === 'grab') return grabbed;
  const stream = streamFrames(frames.readable, onEnded);
  // Of a screen on which nothing moved since it was shared no frame comes at all, but the page has its picture.
  return { ...stream, newest: async () => (await stream.newest()) ?? grabbed.newest() };
}

async function run({
  watch,
  owner,
  device,
  sourceLabel,
  frames,
}: Extract<ToWorker, { type: 'start' }>): Promise<void> {
  const before = await lastRun(owner, watch.id);
  const runId = crypto.randomUUID();
  await keepRun(owner, watch.id, { state: 'running', sourceLabel });
  let state: RunState = 'running';
  const source = framesOf(frames, () => stopRunning?.('source_ended'));
  const sender = startSending({
    owner,
    watchId: watch.id,
    run: { id: runId, device },
    stateOf: () => state,
    isLive: true,
    tell: (outbox) => tell({ type: 'outbox', watchId: watch.id, state: outbox }),
    wakers,
  });
  let wake = () => {};
  stopRunning = (why) => {
    if (state !== 'running') return;
    state = why;
    source.stop();
    wake();
  };
  const keep = keeper({ owner, watch, runId, device, onUrgent: sender.wake });
  let gap: SampleGap | undefined = before && gapAfter(before.state);
  const looker = createLooker(watch);
  const every = watch.intervalMs ?? lookEveryMs;
  await source.ready;
  let lookedAt = Date.now();
  // The first sample at once: who starts a watch wants to see that it reads.
  let moment = Date.now();
  while (state === 'running') {
    while (state === 'running' && Date.now() < moment)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(maxSleepMs, Math.max(0, moment - Date.now())));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (state !== 'running') break;
    const at = Date.now();
    if (wasAsleep(at - lookedAt, every)) gap ??= 'asleep';
    lookedAt = at;
    const sample = await looker(source, at);
    if (sample) {
      await keep(gap ? { ...sample, gap } : sample);
      gap = undefined;
    }
    moment = nextMoment(Date.now(), every);
  }
  await keepRun(owner, watch.id, { state });
  sender.wake();
  tell({ type: 'stopped', state });
  await sender.done;
  self.close();
}

function gapAfter(state: RunState): SampleGap {
  if (state === 'running') return 'page_closed';
  return state === 'source_ended' ? 'source_ended' : 'paused';
}

/** Keeps a sample on the device; only then is it shown. */
function keeper({
  owner,
  watch,
  runId,
  device,
  onUrgent,
}: {
  owner: Owner;
  watch: WatchedReads;
  runId: string;
  device: string;
  onUrgent: () => void;
}) {
  return async (sample: KeptSample): Promise<void> => {
    const hasPicture = sample.picture !== undefined;
    try {
      await keepSample(owner, watch.id, { runId, device, sample });
    } catch (error) {
      // Short of room: the value matters more than its picture.
      const { picture, ...rest } = sample;
      if (!picture) throw noRoom(error);
      await keepSample(owner, watch.id, { runId, device, sample: rest }).catch((cause) => {
        throw noRoom(cause);
      });
    }
    tell({ type: 'sample', sample, hasChanged: hasPicture });
    const { value } = sample;
    if (
      value !== null &&
      ((watch.high !== null && value > watch.high) || (watch.low !== null && value < watch.low))
    )
      onUrgent();
  };
}

const noRoom = (cause: unknown) => new Error(reasonOf({ why: 'no_room' }), { cause });

/** Looks at the region and says what there is to keep; undefined where nothing changed and nothing is due. */
function createLooker(watch: WatchedReads) {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let known: { blocks: Float32Array; read: ReadRegion } | undefined;
  let keptAt = 0;
  let shownAt = 0;

  const look = async (source: WorkerFrames): Promise<Pixels | string> => {
    const frame = await source.newest();
    if (!frame || !context) return reasonOf({ why: 'no_picture' });
    try {
      const place = placeIn(watch.place, frame);
      if (!place)
        return reasonOf({
          why: 'other_size',
          width: frame.width,
          height: frame.height,
          frameWidth: watch.place.frame.width,
          frameHeight: watch.place.frame.height,
        });
      if (canvas.width !== place.width || canvas.height !== place.height) {
        canvas.width = place.width;
        canvas.height = place.height;
      }
      context.drawImage(
        frame.image,
        place.x,
        place.y,
        place.width,
        place.height,
        0,
        0,
        place.width,
        place.height,
      );
    } finally {
      frame.close();
    }
    return context.getImageData(0, 0, canvas.width, canvas.height) as Pixels;
  };

  return async (source: WorkerFrames, at: number): Promise<KeptSample | undefined> => {
    const pixels = await look(source);
    if (typeof pixels === 'string') {
      known = undefined;
      if (watch.intervalMs === null && at - keptAt < sameEveryMs) return undefined;
      keptAt = at;
      return sampleOf(at, { text: null, confidence: 0, problem: pixels }, watch);
    }
    if (at - shownAt >= 900) {
      shownAt = at;
      const picture = await createImageBitmap(canvas);
      tell({ type: 'looked', picture, at }, [picture]);
    }
    const blocks = blocksOf(pixels);
    const isNew = !known || hasChanged(known.blocks, blocks);
    if (!isNew && watch.intervalMs === null && at - keptAt < sameEveryMs) return undefined;
    if (isNew || !known) known = { blocks, read: await readRegion(pixels, watch.reads, readOnPage) };
    keptAt = at;
    const sample = sampleOf(at, known.read, watch);
    if (isNew) {
      const picture = await pictureOf(canvas);
      if (picture) sample.picture = picture;
    }
    return sample;
  };
}

function sampleOf(
  at: number,
  { text, value, confidence, problem }: ReadRegion,
  { reads }: WatchedReads,
): KeptSample {
  const isReadable =
    problem === undefined && (reads.kind === 'text' ? text !== null : typeof value === 'number');
  return {
    id: crypto.randomUUID(),
    takenAt: new Date(at).toISOString(),
    value: isReadable ? (value ?? null) : null,
    text,
    confidence: Math.min(1, Math.max(0, confidence)),
    isReadable,
    ...(problem ? { reason: problem.slice(0, 300) } : {}),
  };
}
