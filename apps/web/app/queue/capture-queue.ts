import { forgetKeptPages } from '../offline/register.ts';
import { deviceProblem } from './device-problem.ts';
import type { OwnedQueue } from './make-queue.ts';
import { asComing } from './queue-item.ts';
import {
  type CaptureQueue,
  type QueueCounts,
  type QueuedCapture,
  QueueFullError,
  type QueueHold,
  type QueueOwner,
} from './queue-types.ts';
import { askToPersist, storageState } from './room.ts';

export { type CaptureQueue, QueueFullError } from './queue-types.ts';

/** How often what changes quickly is told. */
const tellEveryMs = 60;
/** How long a capture waits for the queue to be opened. */
const openingMs = 15_000;

interface PageQueue extends CaptureQueue {
  /** Opens it for who is signed in; null: for nobody. For the frame of the member pages alone. */
  setOwner(owner: QueueOwner | null): void;
  markRead(captureIds: ReadonlySet<string>): Promise<void>;
  wake(): void;
}

let queue: PageQueue | undefined;

/** The queue of who is signed in; one for each page. Browser only. */
export function captureQueue(): CaptureQueue {
  return pageQueue();
}

/** With what only the frame of the member pages needs. */
export function pageQueue(): PageQueue {
  queue ??= makePageQueue();
  return queue;
}

/**
 * Makes everything in every queue of this browser unreadable until its user signs in again. Before signing out: nothing
 * is lost by it.
 */
export async function lockQueues(): Promise<void> {
  queue?.setOwner(null);
  await forgetKeptPages();
  if (typeof indexedDB === 'undefined') return;
  const { forgetAllKeys } = await import('./open-queue.ts');
  await forgetAllKeys().catch(() => {});
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(lockChannel);
  channel.postMessage('locked');
  channel.close();
}

const lockChannel = 'readout-queue locked';

function makePageQueue(): PageQueue {
  const listeners = new Set<() => void>();
  const receivedListeners = new Set<(item: QueuedCapture) => void>();
  let owner: QueueOwner | null = null;
  let owned: OwnedQueue | undefined;
  let opening: Promise<OwnedQueue | undefined> | undefined;
  let ownerKnown = Promise.withResolvers<void>();
  let shownItems: readonly QueuedCapture[] = [];
  let shownTrash: readonly QueuedCapture[] = [];
  let shownCounts: QueueCounts = { waiting: 0, failed: 0 };
  /** Chosen a moment ago: a large file takes a while to be written down, and so may opening the queue. */
  let coming: readonly QueuedCapture[] = [];
  const ofThisVisit = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;

  const tellNow = (): void => {
    isStale = false;
    shownItems = [...(owned?.items() ?? []), ...coming];
    shownTrash = owned?.trashed() ?? [];
    const counts = owned?.counts() ?? { waiting: 0, failed: 0 };
    if (counts.waiting !== shownCounts.waiting || counts.failed !== shownCounts.failed) {
      shownCounts = counts;
      showBadge(counts);
    }
    for (const { clientId, state } of shownItems)
      if (state !== 'received' && state !== 'read') ofThisVisit.add(clientId);
    for (const listener of [...listeners]) listener();
  };
  /** At once, then at most so often: five hundred items are told in one go. */
  const tell = (): void => {
    isStale = true;
    if (timer !== undefined) return;
    tellNow();
    timer = setTimeout(() => {
      timer = undefined;
      if (isStale) tell();
    }, tellEveryMs);
  };

  const openFor = async (mine: QueueOwner): Promise<OwnedQueue | undefined> => {
    // Apart from the page's own scripts, which it need not hold up.
    const { makeQueue, openPlace } = await import('./open-queue.ts');
    const place = await openPlace(mine.userId);
    if (typeof place === 'string') return undefined;
    const made = await makeQueue(mine, place, {
      tell: () => {
        if (owner === mine) tell();
      },
      onReceived: (item) => {
        for (const listener of [...receivedListeners]) listener(item);
      },
    });
    if (owner !== mine) {
      made.close();
      return undefined;
    }
    owned = made;
    tell();
    return made;
  };
  const open = (): Promise<OwnedQueue | undefined> => {
    const mine = owner;
    if (!mine) return Promise.resolve(undefined);
    opening ??= openFor(mine).catch(() => undefined);
    void opening.then((opened) => {
      // Another try may be luckier: with a network, or with the page's other scripts.
      if (!opened && owner === mine) opening = undefined;
    });
    return opening;
  };
  const whenOpen = async (): Promise<OwnedQueue> => {
    const opened = await Promise.race([
      ownerKnown.promise.then(() => owned ?? open()),
      new Promise<undefined>((resolve) => setTimeout(resolve, openingMs)),
    ]);
    if (!opened) throw new QueueFullError(deviceProblem('device.not_open'));
    return opened;
  };

  const wake = (): void => {
    if (owner && !owned) void open();
    owned?.wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(lockChannel).addEventListener('message', () => page.setOwner(null));
  window.addEventListener('beforeunload', (event) => {
    // What is durable goes on by itself, in another tab or the next time; only what is not would be lost.
    if (coming.length > 0 || (isAtRisk && shownCounts.waiting > 0)) event.preventDefault();
  });
  let isAtRisk = false;

  const page: PageQueue = {
    setOwner(next) {
      if (owner && next && owner.userId === next.userId) {
        if (owner.companyId !== next.companyId) {
          owner.companyId = next.companyId;
          owned?.setCompany(next.companyId);
        }
        return;
      }
      owned?.close();
      owned = undefined;
      opening = undefined;
      owner = next && { ...next };
      if (next) {
        ownerKnown.resolve();
        void open().then(async (opened) => {
          isAtRisk = opened !== undefined && !(await opened.storage()).isDurable;
        });
      } else ownerKnown = Promise.withResolvers<void>();
      tell();
    },
    async add(files, about) {
      const all = [...files];
      if (all.length === 0) return [];
      const mine = all.map((file, index) => asComing(file, { ...about, index, owner }));
      const isOver = (over: readonly (QueuedCapture | undefined)[]): void => {
        coming = coming.filter((each) => !over.includes(each));
      };
      coming = [...coming, ...mine];
      tell();
      try {
        const opened = await whenOpen();
        const added = await opened.add(all, about, (index) => isOver([mine[index]]));
        for (const { clientId } of added) ofThisVisit.add(clientId);
        void askToPersist().then(tell);
        void askForSync();
        return added;
      } finally {
        isOver(mine);
        tell();
      }
    },
    items: () => shownItems,
    isOfThisVisit: (clientId) => ofThisVisit.has(clientId),
    trashed: () => shownTrash,
    counts: () => shownCounts,
    hold: (): QueueHold | undefined => owned?.hold(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: async (clientId) => (await whenOpen()).retry([clientId]),
    async retryAll() {
      const opened = await whenOpen();
      await opened.retry(
        opened
          .items()
          .filter(({ state }) => state === 'failed' || state === 'waiting')
          .map(({ clientId }) => clientId),
      );
    },
    remove: async (clientIds) => (await whenOpen()).trash(clientIds, true),
    restore: async (clientIds) => (await whenOpen()).trash(clientIds, false),
    emptyTrash: async () => (await whenOpen()).emptyTrash(),
    clear: async () => (await whenOpen()).clear(),
    exportFile: async (clientIds) => (await whenOpen()).exportFile(clientIds),
    picture: async (clientId) => owned?.picture(clientId),
    thumbnail: async (clientId) => owned?.thumbnail(clientId).catch(() => undefined),
    async storage() {
      // Asked before the page has told whose it is, it would say that nothing is kept.
      await ownerKnown.promise;
      const opened = owned ?? (await open());
      return opened ? opened.storage() : storageState(true);
    },
    onReceived(listener) {
      receivedListeners.add(listener);
      return () => receivedListeners.delete(listener);
    },
    markRead: async (captureIds) => owned?.markRead(captureIds),
    wake,
  };
  return page;
}

/** On the icon of the installed app, where the system shows one. */
function showBadge({ waiting, failed }: QueueCounts): void {
  const count = waiting + failed;
  if (!('setAppBadge' in navigator)) return;
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

/** The service worker sends once there is a network again, even when no page is open, where the browser can. */
async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration?.('/').catch(() => undefined);
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await sync?.register('readout-queue').catch(() => {});
}
