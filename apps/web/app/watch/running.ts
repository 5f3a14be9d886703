import type { Line } from '@readout/image-reader';
import { deviceReader } from '../device/device-reader.ts';
import type { FrameSource } from '../frames/frame-source.ts';
import { screenState, stopSharing } from '../frames/screen.ts';
import type { FromWorker, KeptSample, OutboxState, Owner, ToWorker, WatchedReads } from './contract.ts';
import { numberIn } from './read-region.ts';
import { reasonOf } from './reason.ts';
import { holdWakeLock } from './wake-lock.ts';

/** A point of the live plot. */
export interface LivePoint {
  /** Milliseconds since 1970. */
  at: number;
  /** Null: nothing readable. */
  value: number | null;
}

/** A watch that is read on this page. */
export interface RunningWatch {
  watchId: string;
  state: 'starting' | 'running' | 'stopped' | 'source_ended' | 'failed';
  /** Why it failed; see `reasonInWords`. */
  reason?: string;
  sourceLabel: string;
  /** Newest sample, once it is safe on this device. */
  last?: KeptSample;
  /** The newest samples, oldest first; always as few, however long it runs. */
  points: readonly LivePoint[];
  /** How pictures come here, for who asks what this browser does. */
  frames: 'worker' | 'page';
}

const maxPoints = 1800;

interface Entry {
  running: RunningWatch;
  worker: Worker;
  source: FrameSource;
  dispose: (() => void)[];
  pictures: Set<(picture: ImageBitmap) => void>;
  reads: WatchedReads['reads'];
  /** Of the text in the region when it was last read, pixels. */
  textHeight?: number | undefined;
}

const entries = new Map<string, Entry>();
const outboxes = new Map<string, OutboxState>();
const listeners = new Set<() => void>();
let sendingLeft: { key: string; worker: Worker } | undefined;
let version = 0;

const tellAll = () => {
  version++;
  for (const listener of [...listeners]) listener();
};

/** Grows with every change of any watch read here. */
export const watchesVersion = (): number => version;
export function subscribeWatches(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The watch as it is read on this page; undefined where it is not. */
export const runningWatch = (watchId: string): RunningWatch | undefined => entries.get(watchId)?.running;
/** What of it waits on this device; undefined before anybody looked. */
export const outboxOf = (watchId: string): OutboxState | undefined => outboxes.get(watchId);

/** The region each time it is looked at; the bitmap is the page's until the next one comes. */
export function onPicture(watchId: string, listener: (picture: ImageBitmap) => void): () => void {
  const entry = entries.get(watchId);
  entry?.pictures.add(listener);
  return () => void entry?.pictures.delete(listener);
}

function newWorker(): Worker {
  return new Worker(new URL('./watch-worker.ts', import.meta.url), { type: 'module', name: 'watch' });
}

/** Where another watch of this page reads from already: one share serves several. */
export const sourceInUse = (kind: FrameSource['kind']): FrameSource | undefined =>
  [...entries.values()].find((entry) => isOn(entry) && entry.source.kind === kind)?.source;

/** Reads a watch from a source until it is stopped, wherever on the pages one goes. Browser only. */
export function startWatch(watch: WatchedReads, source: FrameSource, owner: Owner): void {
  stopWatch(watch.id);
  const worker = newWorker();
  const { frames, transfer, end } = framesFor(source);
  const entry: Entry = {
    running: {
      watchId: watch.id,
      state: 'starting',
      sourceLabel: source.label,
      points: [],
      frames: frames.kind === 'grab' ? 'page' : 'worker',
    },
    worker,
    source,
    dispose: [end],
    pictures: new Set(),
    reads: watch.reads,
  };
  entries.set(watch.id, entry);
  const change = (next: Partial<RunningWatch>) => {
    entry.running = { ...entry.running, ...next };
    tellAll();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'sample': {
        const at = Date.parse(data.sample.takenAt);
        const points = [...entry.running.points.slice(-(maxPoints - 1)), { at, value: data.sample.value }];
        return change({ state: 'running', last: data.sample, points });
      }
      case 'looked':
        for (const listener of entry.pictures) listener(data.picture);
        return data.picture.close();
      case 'grab':
        return void grab(entry, data.id);
      case 'read':
        return void readText(entry, data.id, data.picture);
      case 'outbox':
        outboxes.set(data.watchId, data.state);
        return tellAll();
      case 'stopped':
        if (data.state !== 'running') change({ state: data.state });
        return finish(entry);
      case 'failed':
        change({ state: 'failed', reason: data.reason });
        return finish(entry);
    }
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    change({ state: 'failed', reason: reasonOf({ why: 'broke_off' }) });
    finish(entry);
  });
  const online = () => say(worker, { type: 'online' });
  window.addEventListener('online', online);
  entry.dispose.push(
    () => window.removeEventListener('online', online),
    source.onEnded(() => say(worker, { type: 'stop', why: 'source_ended' })),
    holdWakeLock(),
  );
  say(
    worker,
    { type: 'start', watch: readsOf(watch), owner, device: deviceName(), sourceLabel: source.label, frames },
    transfer,
  );
  if (watch.reads.kind !== 'segments')
    void deviceReader()
      .load(undefined, 'text')
      .catch(() => {});
  tellAll();
}

const readsOf = ({ id, intervalMs, reads, place, low, high }: WatchedReads): WatchedReads => ({
  id,
  intervalMs,
  reads,
  place,
  low,
  high,
});

/** Stops reading; what is kept is still sent. */
export function stopWatch(watchId: string): void {
  const entry = entries.get(watchId);
  if (!entry) return;
  say(entry.worker, { type: 'stop', why: 'stopped' });
}

/** Its worker sends what waits, then goes. */
function finish(entry: Entry): void {
  for (const dispose of entry.dispose.splice(0)) dispose();
  const isSharing = [...entries.values()].some(
    (other) => other !== entry && other.source === entry.source && isOn(other),
  );
  if (isSharing) return;
  if (entry.source.kind === 'screen' && screenState().source === entry.source) stopSharing();
  else entry.source.stop();
}
const isOn = ({ running }: Entry) => running.state === 'starting' || running.state === 'running';

/** Sends what earlier visits left on this device, of any watch of theirs. Again for the same owner is free. */
export function sendWhatIsLeft(owner: Owner): void {
  const key = `${owner.companyId}/${owner.userId}`;
  if (sendingLeft?.key === key) return;
  sendingLeft?.worker.terminate();
  const worker = newWorker();
  sendingLeft = { key, worker };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type !== 'outbox') return;
    outboxes.set(data.watchId, data.state);
    tellAll();
  });
  window.addEventListener('online', () => say(worker, { type: 'online' }));
  say(worker, { type: 'send-left', owner });
}

function say(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

/** Frames that reach the worker by themselves where the browser can, else the page grabs each. */
function framesFor(source: FrameSource): {
  frames: Extract<ToWorker, { type: 'start' }>['frames'];
  transfer: Transferable[];
  end: () => void;
} {
  const original = source.stream.getVideoTracks()[0];
  const asGrabs = { frames: { kind: 'grab' } as const, transfer: [], end: () => {} };
  if (!original) return asGrabs;
  const track = original.clone();
  // Not at a lower rate: the browser would drop the last frame of a screen that moves and then stands still, and what is read
  // would stay behind what is shown.
  const end = () => track.stop();
  if ('MediaStreamTrackProcessor' in window) {
    const { readable } = new MediaStreamTrackProcessor({
      track: track as MediaStreamVideoTrack,
      maxBufferSize: 1,
    });
    return { frames: { kind: 'stream', readable }, transfer: [readable as unknown as Transferable], end };
  }
  track.stop();
  return asGrabs;
}

async function grab({ source, worker }: Entry, id: number): Promise<void> {
  const picture = await source.grab().catch(() => null);
  say(
    worker,
    { type: 'grabbed', id, picture, frame: { width: source.width, height: source.height } },
    picture ? [picture] : [],
  );
}

async function readText(entry: Entry, id: number, picture: ImageBitmap): Promise<void> {
  const { worker } = entry;
  try {
    const lines = await linesOf(entry, picture);
    const confidences = lines.map((line) => line.confidence);
    say(worker, {
      type: 'read',
      id,
      text: textOf(lines) || null,
      confidence: confidences.length === 0 ? 0 : Math.min(...confidences),
      ...(confidences.length === 0 ? { problem: reasonOf({ why: 'no_text' }) } : {}),
    });
  } catch {
    say(worker, {
      type: 'read',
      id,
      text: null,
      confidence: 0,
      problem: reasonOf({ why: 'reader_failed' }),
    });
  }
}

/** Below, what was read with a guess of its height is read again without. */
const leastSureOfHeight = 0.8;

const textOf = (lines: readonly Line[]): string => lines.map((line) => line.text).join('\n');

/** Whether nothing better is to be had of looking at more of the picture's detail. */
const isBeyondDoubt = (lines: readonly Line[], reads: WatchedReads['reads']): boolean =>
  lines.length > 0 &&
  lines.every(({ confidence }) => confidence >= leastSureOfHeight) &&
  (reads.kind !== 'number' || 'value' in numberIn(textOf(lines), reads));

/** Text of a display keeps its height: once it is known, the picture is looked at no larger than that takes. */
async function linesOf(entry: Entry, picture: ImageBitmap): Promise<Line[]> {
  const { textHeight } = entry;
  const device = deviceReader();
  if (textHeight) {
    const { lines } = await device.see(await createImageBitmap(picture), { only: 'text', textHeight });
    if (isBeyondDoubt(lines, entry.reads)) {
      picture.close();
      return lines;
    }
  }
  const { lines } = await device.see(picture, { only: 'text' });
  // The smallest decides, so that none is missed.
  entry.textHeight = lines.length > 0 ? Math.min(...lines.map(heightOf)) : undefined;
  return lines;
}

const heightOf = ({ box: [topLeft, , , bottomLeft] }: Line): number =>
  Math.hypot(bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]);

/** `Chrome, Linux`: what a colleague recognises it by, in whichever language they read. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser =
    /Edg\//.exec(agent) !== null
      ? 'Edge'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\/|Chromium\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : undefined;
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : 'Linux';
  return browser ? `${browser}, ${system}` : system;
}
