import type { LiveMessage, LiveState, OpenSource, Tell } from './live-source.ts';

/** What the tabs of one browser say to one another. */
type Word = LiveMessage | { kind: 'who' } | { kind: 'beat' };

/** How a browser shares one connection; given for tests, `browserTabs()` in pages. */
export interface Tabs {
  /** Runs `work` once no other tab holds the name; its promise keeps it. `steal`: takes it from the tab that holds it. */
  hold(
    name: string,
    work: () => Promise<void>,
    options: { signal?: AbortSignal; steal?: boolean },
  ): Promise<void>;
  join(name: string, onWord: (word: Word) => void): { say(word: Word): void; leave(): void };
  /** Whether this tab is looked at. */
  isVisible(): boolean;
  /** Called when it comes into view or leaves it. @returns ends it */
  onVisibility(listener: () => void): () => void;
}

const beatMs = 15_000;
/** Browsers let the clocks of hidden tabs tick once a minute. */
const silentMs = 90_000;
/**
 * Before the lock is asked for again. Never at once: of a page that is being left WebKit refuses every lock on the spot, and
 * asking again within the same turn would keep the page, and the tab, from ever ending.
 */
export const askAgainMs = 1_000;
/** A page that comes back into view asks, and does not wait long for an answer. */
const answerMs = 2_000;

/**
 * One connection for all tabs of a browser that show the same person in the same company: one of them holds it and repeats
 * what it hears. A server allows a browser six connections over HTTP/1.1, and each tab would keep one. When the tab that
 * holds it is closed the next takes over; when it is put to sleep, the tab that is looked at takes it away.
 *
 * @param key - who and where; other keys have connections of their own. @returns ends this tab's part
 */
export function shareSource(
  key: string,
  tell: Tell,
  { tabs, open }: { tabs: Tabs; open: OpenSource },
): () => void {
  const name = `readout-live ${key}`;
  let state: LiveState = 'connecting';
  let isHolding = false;
  let hasHeard = false;
  let heardAt = Date.now();
  let hasAnswered = true;
  let closed = false;
  let stopHolding = (): void => {};
  let waiting = new AbortController();

  const { say, leave } = tabs.join(name, (word) => {
    if (isHolding) {
      if (word.kind === 'who') say({ kind: 'state', state });
      return;
    }
    if (word.kind === 'who') return;
    heardAt = Date.now();
    hasAnswered = true;
    if (word.kind === 'beat') return;
    hasHeard = true;
    if (word.kind === 'state') state = word.state;
    tell(word);
  });

  const hold = (steal: boolean): void => {
    const mine = new AbortController();
    waiting = mine;
    tabs
      .hold(
        name,
        () =>
          new Promise<void>((release) => {
            if (closed || mine.signal.aborted) return release();
            isHolding = true;
            const close = open((message) => {
              if (message.kind === 'state') state = message.state;
              say(message);
              tell(message);
            }, hasHeard);
            const beat = setInterval(() => say({ kind: 'beat' }), beatMs);
            stopHolding = () => {
              isHolding = false;
              hasHeard = true;
              clearInterval(beat);
              close();
              stopHolding = () => {};
              release();
            };
          }),
        steal ? { steal } : { signal: mine.signal },
      )
      // Taken away by another tab, or no longer wanted.
      .catch(() => {
        if (closed || mine.signal.aborted) return;
        stopHolding();
        setTimeout(() => {
          if (!closed && !mine.signal.aborted) hold(false);
        }, askAgainMs);
      });
  };
  const takeOver = (): void => {
    if (closed || isHolding) return;
    waiting.abort();
    hold(true);
  };
  const ask = (): void => {
    if (isHolding || closed || !tabs.isVisible()) return;
    hasAnswered = false;
    say({ kind: 'who' });
    setTimeout(() => {
      if (!hasAnswered) takeOver();
    }, answerMs);
  };
  const watch = setInterval(() => {
    if (!isHolding && Date.now() - heardAt > silentMs) ask();
  }, beatMs);

  hold(false);
  ask();
  const stopWatching = tabs.onVisibility(ask);
  return () => {
    closed = true;
    stopWatching();
    clearInterval(watch);
    waiting.abort();
    stopHolding();
    leave();
  };
}

/** Undefined where the browser cannot (locks need a secure context): each tab then has its own connection. */
export function browserTabs(): Tabs | undefined {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return undefined;
  return {
    hold: (name, work, options) => navigator.locks.request(name, options, work),
    join(name, onWord) {
      const channel = new BroadcastChannel(name);
      channel.addEventListener('message', (event: MessageEvent<Word>) => onWord(event.data));
      return { say: (word) => channel.postMessage(word), leave: () => channel.close() };
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
}
