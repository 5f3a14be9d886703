import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { askCaptures } from '../api/ask-captures.ts';
import { textOfPage } from '../texts/page-text.ts';
import { useLiveNews, useMissedNews } from '../ui/live/live.ts';
import { showProblem } from '../ui/undo.tsx';
import type { Viewer } from '../viewer.ts';
import { captureQueue, pageQueue } from './capture-queue.ts';
import { deviceProblem, inWords } from './device-problem.ts';
import {
  type AboutCaptures,
  type NewFile,
  type QueueCounts,
  type QueuedCapture,
  QueueFullError,
  type QueueHold,
  type QueueStorage,
} from './queue-types.ts';

const none: readonly QueuedCapture[] = [];
const nothing: QueueCounts = { waiting: 0, failed: 0 };
const subscribe = (listener: () => void): (() => void) => captureQueue().subscribe(listener);

/** Everything on this device's list, oldest first; empty until the page runs. */
export const useQueueItems = (): readonly QueuedCapture[] =>
  useSyncExternalStore(
    subscribe,
    () => captureQueue().items(),
    () => none,
  );
export const useQueueTrash = (): readonly QueuedCapture[] =>
  useSyncExternalStore(
    subscribe,
    () => captureQueue().trashed(),
    () => none,
  );
export const useQueueCounts = (): QueueCounts =>
  useSyncExternalStore(
    subscribe,
    () => captureQueue().counts(),
    () => nothing,
  );
export const useQueueHold = (): QueueHold | undefined =>
  useSyncExternalStore(
    subscribe,
    () => captureQueue().hold(),
    () => undefined,
  );

const isOnTheWay = ({ state }: QueuedCapture): boolean => state !== 'received' && state !== 'read';

const dismissed = new Set<string>();

/**
 * What came in, or was still on its way, since the page was opened: what arrived long ago is left out. What is dismissed is
 * no longer shown as long as nothing happens to it; it stays on the device where its bytes do.
 */
export function useVisitItems(): {
  items: QueuedCapture[];
  dismiss(over: readonly QueuedCapture[]): void;
} {
  const all = useQueueItems();
  const [, setRound] = useState(0);
  return {
    items: all.filter((item) => {
      const isOver = item.state === 'failed' || !isOnTheWay(item);
      if (isOver && dismissed.has(item.clientId)) return false;
      return isOnTheWay(item) || captureQueue().isOfThisVisit(item.clientId);
    }),
    dismiss(over) {
      for (const { clientId } of over) dismissed.add(clientId);
      const neverKept = over.filter(({ state, hasBytes }) => state === 'failed' && !hasBytes);
      if (neverKept.length > 0) perform(captureQueue().remove(neverKept.map(({ clientId }) => clientId)));
      setRound((round) => round + 1);
    },
  };
}

/** Storage of this device, looked at again when the list changes, but not more often than it matters. */
export function useQueueStorage(): QueueStorage | undefined {
  const [storage, setStorage] = useState<QueueStorage>();
  const { waiting, failed } = useQueueCounts();
  const isBusy = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts say when it may have changed
  useEffect(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    void captureQueue()
      .storage()
      .then(setStorage)
      .finally(() => {
        isBusy.current = false;
      });
  }, [waiting, failed]);
  return storage;
}

/** Keeps files on this device and sends them; says so where it cannot. @returns what is on the list now, with what was refused */
export async function takeIn(files: Iterable<NewFile>, about: AboutCaptures): Promise<QueuedCapture[]> {
  try {
    return await captureQueue().add(files, about);
  } catch (error) {
    showFailure(error);
    return [];
  }
}

/** Runs one of the queue's actions and says so where it failed. */
export function perform(action: Promise<unknown>): void {
  action.catch(showFailure);
}

function showFailure(error: unknown): void {
  const problem = error instanceof QueueFullError ? error.problem : deviceProblem('device.failed', error);
  showProblem(inWords(problem, textOfPage()));
}

const gatherMs = 400;

/** Opens the queue of who looks at the page and follows what becomes of what was received. For the shell alone. */
export function useOwnQueue(viewer: Viewer | null): void {
  const userId = viewer?.user.id;
  const companyId = viewer?.company?.id;
  useEffect(() => {
    pageQueue().setOwner(userId !== undefined && companyId !== undefined ? { userId, companyId } : null);
  }, [userId, companyId]);

  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = async (): Promise<void> => {
    timer.current = undefined;
    const waiting = new Set(
      captureQueue()
        .items()
        .flatMap(({ state, captureId }) => (state === 'received' && captureId ? [captureId] : [])),
    );
    const ids = [...changed.current].filter((id) => waiting.has(id)).slice(0, 200);
    changed.current.clear();
    if (ids.length === 0) return;
    const answer = await askCaptures(ids);
    if (!answer.ok) return;
    const over = answer.value.items.filter(({ state }) => state === 'read' || state === 'failed');
    await pageQueue().markRead(new Set(over.map(({ id }) => id)));
  };
  useLiveNews('change', ({ documentId }) => {
    changed.current.add(documentId);
    timer.current ??= setTimeout(() => void look(), gatherMs);
  });
  useMissedNews(() => {
    pageQueue().wake();
    for (const { captureId, state } of captureQueue().items())
      if (state === 'received' && captureId) changed.current.add(captureId);
    timer.current ??= setTimeout(() => void look(), gatherMs);
  });
  useLiveNews('platform', () => pageQueue().wake());
  useEffect(() => () => clearTimeout(timer.current), []);
}
