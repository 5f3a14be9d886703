import type { RunState } from '@readout/domain/watches/rules';
import { session } from '../api/session.ts';
import type { OutboxState, Owner } from './contract.ts';
import {
  countWaiting,
  lastRun,
  nextWaiting,
  removeSent,
  setAside,
  type WaitingSample,
  watchesWaiting,
} from './outbox.ts';
import { type Answer, runSender } from './sender.ts';

const maxPictureBytes = 3 * 2 ** 20;
/** The server calls a watch silent after four minutes. */
const heartbeatMs = 50_000;
const requestTimeoutMs = 60_000;

interface Sending {
  owner: Owner;
  watchId: string;
  run: { id: string; device: string };
  /** What the server is told of the run. */
  stateOf: () => RunState;
  /** Whether it is read here and now: then the server hears of it at least once a minute, and when it ends. */
  isLive: boolean;
  tell: (state: OutboxState) => void;
  /** Each ends the wait of a sender. */
  wakers: Set<() => void>;
}

/** Sends what is kept of a watch, now and as it comes. One sender a watch, over all tabs. */
export function startSending(sending: Sending): { wake(): void; done: Promise<void> } {
  const { owner, watchId, run, stateOf, isLive, wakers } = sending;
  let heardAt = 0;
  let announced: RunState | undefined;
  let wakeUp = () => {};
  const wake = () => wakeUp();
  wakers.add(wake);
  const work = () =>
    runSender<WaitingSample>({
      next: (maxSamples) => nextWaiting(owner, watchId, { maxSamples, maxPictureBytes }),
      async post(items) {
        const isMine = !items[0] || items[0].runId === run.id;
        // Of a run that was cut off the server is not told that it was stopped: it shall notice if nobody resumes it.
        const state = isMine ? stateOf() : ((await lastRun(owner, watchId))?.state ?? 'stopped');
        const answer = await post(owner, watchId, run, state, items);
        if (answer.status === 200) {
          heardAt = Date.now();
          if (isMine) announced = state;
        }
        return answer;
      },
      remove: (items) => removeSent(items.map(({ key }) => key)),
      setAside: ({ key }) => setAside(key),
      count: () => countWaiting(owner, watchId),
      tell: sending.tell,
      sleep: (ms) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        }),
      isHeartbeatDue: () =>
        isLive &&
        (announced !== stateOf() || (stateOf() === 'running' && Date.now() - heardAt > heartbeatMs)),
      isOver: () => !isLive || stateOf() !== 'running',
    });
  const done = alone(`readout-watch-send ${owner.companyId}/${owner.userId}/${watchId}`, work).finally(() =>
    wakers.delete(wake),
  );
  return { wake, done };
}

/** Sends what earlier visits left of any watch; each ends once nothing waits. */
export async function sendLeft(
  owner: Owner,
  tell: (watchId: string, state: OutboxState) => void,
  wakers: Set<() => void>,
): Promise<void> {
  for (const watchId of await watchesWaiting(owner)) {
    const [first] = await nextWaiting(owner, watchId, { maxSamples: 1, maxPictureBytes });
    tell(watchId, await countWaiting(owner, watchId));
    if (!first) continue;
    const run = await lastRun(owner, watchId);
    const state: RunState = run?.state ?? 'stopped';
    const { done } = startSending({
      owner,
      watchId,
      run: { id: first.runId, device: first.device },
      stateOf: () => state,
      isLive: false,
      tell: (outbox) => tell(watchId, outbox),
      wakers,
    });
    void done;
  }
}

function alone(name: string, work: () => Promise<void>): Promise<void> {
  // Without locks two tabs may both send: the server takes each sample once.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}

async function post(
  owner: Owner,
  watchId: string,
  run: { id: string; device: string },
  state: RunState,
  items: readonly WaitingSample[],
): Promise<Answer> {
  const [first] = items;
  const samples = items.map(({ sample: { picture, ...sample } }) => ({
    ...sample,
    ...(picture ? { picture: base64(picture) } : {}),
  }));
  const { response, data, error } = await session.POST('/watches/{id}/samples', {
    params: { path: { id: watchId } },
    // For the person it was read for, even if somebody else is signed in by now.
    headers: { 'upload-metadata': `company ${btoa(owner.companyId)},user ${btoa(owner.userId)}` },
    body: {
      sentAt: new Date().toISOString(),
      run: { id: first?.runId ?? run.id, device: first?.device ?? run.device, state },
      samples,
    },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  // The sign-in page of a network, say: what it was sent is not kept anywhere.
  if (response.ok && typeof data?.added !== 'number') throw new TypeError('Something else answered.');
  const retryAfter = Number(response.headers.get('retry-after'));
  return {
    status: response.status,
    ...(error?.code ? { code: error.code } : {}),
    ...(error?.detail ? { sentence: error.detail } : {}),
    ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
    ...(data ? { clockSkewMs: data.clockSkewMs, keepsPictures: data.keepsPictures } : {}),
  };
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return btoa(text);
}
