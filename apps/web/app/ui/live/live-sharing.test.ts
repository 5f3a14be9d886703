import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareSource, type Tabs } from './live-sharing.ts';
import { type LiveMessage, parseNews, type Tell } from './live-source.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets promises that are settled run what waits for them. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const news = (unread: number): LiveMessage => ({ kind: 'news', name: 'notification', news: { unread } });
const live: LiveMessage = { kind: 'state', state: 'live' };
const resume: LiveMessage = { kind: 'news', name: 'resume', news: {} };

/** Tabs of one browser, with locks and a channel as the standards have them (Web Locks, BroadcastChannel). */
function createBrowser() {
  type Word = Parameters<ReturnType<Tabs['join']>['say']>[0];
  const members = new Set<{ onWord: (word: Word) => void; isAsleep: () => boolean }>();
  let holder: { reject: (error: Error) => void } | undefined;
  const queue: (() => void)[] = [];
  const next = (): void => queue.shift()?.();

  return {
    /** Connections to the server that are open. */
    sources: new Set<Tell>(),
    tab() {
      const heard: LiveMessage[] = [];
      let isAsleep = false;
      let isVisible = true;
      const watchers = new Set<() => void>();
      const tabs: Tabs = {
        hold: (_name, work, { signal, steal }) =>
          new Promise<void>((resolve, reject) => {
            const take = (): void => {
              if (signal?.aborted) {
                next();
                return;
              }
              const mine = { reject };
              holder = mine;
              void work().then(() => {
                resolve();
                if (holder !== mine) return;
                holder = undefined;
                next();
              });
            };
            signal?.addEventListener('abort', () => reject(new Error('AbortError')));
            if (steal) {
              holder?.reject(new Error('AbortError'));
              take();
            } else if (holder) queue.push(take);
            else take();
          }),
        join(_name, onWord) {
          const member = { onWord, isAsleep: () => isAsleep };
          members.add(member);
          return {
            say: (word) => {
              for (const each of members) if (each !== member && !each.isAsleep()) each.onWord(word);
            },
            leave: () => members.delete(member),
          };
        },
        isVisible: () => isVisible,
        onVisibility(listener) {
          watchers.add(listener);
          return () => watchers.delete(listener);
        },
      };
      const close = shareSource(
        'ada in acme',
        (message) => {
          if (message.kind !== 'state' || message.state !== 'connecting') heard.push(message);
        },
        {
          tabs,
          open: (tell, mayHaveMissed) => {
            const mine: Tell = (message) => tell(message);
            browser.sources.add(mine);
            queueMicrotask(() => {
              tell(live);
              if (mayHaveMissed) tell(resume);
            });
            return () => browser.sources.delete(mine);
          },
        },
      );
      return {
        heard,
        close,
        sleep: () => {
          isAsleep = true;
        },
        look: (visible: boolean) => {
          isVisible = visible;
          for (const watcher of watchers) watcher();
        },
      };
    },
  };
}
let browser: ReturnType<typeof createBrowser>;
beforeEach(() => {
  browser = createBrowser();
});
const tellAll = (message: LiveMessage) => {
  for (const source of browser.sources) source(message);
};

test('however many tabs, one connection, and every tab hears everything once', async () => {
  const tabs = [browser.tab(), browser.tab(), browser.tab()];
  await settle();
  expect(browser.sources.size).toBe(1);
  tellAll(news(3));
  for (const tab of tabs) expect(tab.heard).toEqual([live, news(3)]);
  const late = browser.tab();
  await settle();
  expect(late.heard).toEqual([live]);
  for (const tab of [...tabs, late]) tab.close();
  await settle();
  expect(browser.sources.size).toBe(0);
});

test('when the tab with the connection closes, the next has it and everyone looks at what was missed', async () => {
  const [first, second, third] = [browser.tab(), browser.tab(), browser.tab()];
  await settle();
  first.close();
  await settle();
  expect(browser.sources.size).toBe(1);
  expect(second.heard.at(-1)).toEqual(resume);
  expect(third.heard.at(-1)).toEqual(resume);
  tellAll(news(1));
  expect(third.heard.at(-1)).toEqual(news(1));
  expect(first.heard).toEqual([live]);
});

test('a connection in a tab that was put to sleep is taken over by the one that is looked at', async () => {
  const sleeping = browser.tab();
  await settle();
  sleeping.sleep();
  const looked = browser.tab();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looked.heard).toEqual([live]);
  tellAll(news(2));
  expect(looked.heard.filter((message) => message.kind === 'news')).toEqual([news(2)]);
});

test('a hidden tab takes nothing away; once it is looked at it does', async () => {
  const first = browser.tab();
  const second = browser.tab();
  await settle();
  second.look(false);
  first.sleep();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(second.heard).toEqual([live]);
  second.look(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(second.heard.at(-1)).toEqual(resume);
});

test('where the browser refuses the lock on the spot, as WebKit does in a page that is left, it is asked for once a second at most', async () => {
  let asked = 0;
  const close = shareSource('ada in acme', () => {}, {
    tabs: {
      hold: () => {
        if (++asked > 100) throw new Error('asked without a pause: the page would hang');
        return Promise.reject(new DOMException('', 'InvalidStateError'));
      },
      join: () => ({ say: () => {}, leave: () => {} }),
      isVisible: () => true,
      onVisibility: () => () => {},
    },
    open: () => () => {},
  });
  await settle();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1900);
  expect(asked).toBe(2);
  close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(2);
});

test('what the server wrote in another version is left out, not trusted', () => {
  expect(parseNews('change', '{"documentId":7}')).toBeUndefined();
  expect(parseNews('notification', '{"unread":"many"}')).toBeUndefined();
  expect(parseNews('company', 'not json')).toBeUndefined();
  expect(parseNews('session', '{"reason":"__proto__"}')).toMatchObject({ news: { reason: 'changed' } });
});
