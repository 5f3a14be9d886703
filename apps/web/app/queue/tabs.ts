import type { Problem } from '../api/answer.ts';
import { askAgainMs } from '../ui/live/live-sharing.ts';
import type { QueueHold } from './queue-types.ts';

/** What tabs, and the service worker, say to one another about a user's queue. */
export type QueueWord =
  | { kind: 'changed'; ids: string[] }
  /** `null`: no longer on its way. */
  | { kind: 'sending'; id: string; sentBytes: number | null }
  | { kind: 'hold'; hold: QueueHold | null; problem: Problem | null }
  | { kind: 'wake' }
  /** Who sends? Answered by the tab that does, with how things stand. */
  | { kind: 'who' }
  | { kind: 'sender' };

export const channelName = (userId: string): string => `readout-queue ${userId}`;
/** The tab that holds it sends. */
export const senderLock = (userId: string): string => `readout-queue sender ${userId}`;

/** A tab that sends answers at once unless the system put it to sleep. */
const answerMs = 3000;
const askEveryMs = 30_000;

export interface QueueTabs {
  start(): void;
  say(word: QueueWord): void;
  /** Whether somebody sends; where nobody answers, this tab does. */
  ask(): void;
  leave(): void;
}

/**
 * One tab of a browser sends for all; when it is closed the next does. When the system put it to sleep, the tab that is
 * looked at takes over: sending twice is harmless, an item is known by its client-made id.
 */
export function joinTabs(
  userId: string,
  {
    becomeSender,
    hear,
    state,
  }: { becomeSender(): () => void; hear(word: QueueWord): void; state(): QueueWord[] },
): QueueTabs {
  const channel = new BroadcastChannel(channelName(userId));
  let isSender = false;
  let hasLeft = false;
  let answered = true;
  let waiting = new AbortController();
  let stopSending = (): void => {};
  const say = (word: QueueWord): void => {
    if (!hasLeft) channel.postMessage(word);
  };

  channel.addEventListener('message', ({ data: word }: MessageEvent<QueueWord>) => {
    if (word.kind === 'who') {
      if (!isSender) return;
      say({ kind: 'sender' });
      for (const each of state()) say(each);
      return;
    }
    if (word.kind === 'sender') answered = true;
    else hear(word);
  });

  const hold = (steal: boolean): void => {
    const mine = new AbortController();
    waiting = mine;
    navigator.locks
      .request(
        senderLock(userId),
        steal ? { steal: true } : { signal: mine.signal },
        () =>
          new Promise<void>((release) => {
            if (hasLeft || mine.signal.aborted) return release();
            isSender = true;
            const stop = becomeSender();
            say({ kind: 'sender' });
            stopSending = () => {
              stopSending = () => {};
              isSender = false;
              stop();
              release();
            };
          }),
      )
      // Taken away by a tab that is looked at, or no longer wanted.
      .catch(() => {
        stopSending();
        setTimeout(() => {
          if (!hasLeft && !mine.signal.aborted) hold(false);
        }, askAgainMs);
      });
  };
  const ask = (): void => {
    if (hasLeft || isSender || document.visibilityState !== 'visible') return;
    answered = false;
    say({ kind: 'who' });
    setTimeout(() => {
      if (answered || hasLeft || isSender) return;
      waiting.abort();
      hold(true);
    }, answerMs);
  };
  const timer = setInterval(ask, askEveryMs);
  document.addEventListener('visibilitychange', ask);

  return {
    start() {
      hold(false);
      ask();
    },
    say,
    ask,
    leave() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      waiting.abort();
      stopSending();
      hasLeft = true;
      channel.close();
    },
  };
}
