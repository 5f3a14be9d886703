import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceReadingSummary } from '../../device/device-words.ts';
import type { Still } from '../../frames/still.ts';
import { captureQueue } from '../../queue/capture-queue.ts';
import { type Draft, type DraftKind, type Drafts, openDrafts } from '../../queue/drafts.ts';
import { stillName } from './still-name.ts';

export interface ShownDraft {
  draft: Draft;
  /** Address of its small picture. */
  address: string;
}

export interface DraftStrip {
  shown: readonly ShownDraft[];
  /** Durable when it resolves. @throws QueueFullError */
  add(still: Still, deviceReading?: DeviceReadingSummary): Promise<void>;
  remove(clientId: string): void;
  /** The one removed last, until another picture is taken. */
  undoRemove: (() => void) | undefined;
  /** One place towards the start (-1) or the end (1). */
  move(clientId: string, by: -1 | 1): void;
  /** Hands all of them to the queue. @throws QueueFullError */
  finish(): Promise<number>;
}

const thumbnailSide = 160;

/** The pictures of a batch or the pages of a document that are still being collected; they survive a reload. */
export function useDrafts(
  kind: DraftKind,
  owner: { userId: string; companyId: string } | undefined,
): DraftStrip {
  const [shown, setShown] = useState<readonly ShownDraft[]>([]);
  const [removed, setRemoved] = useState<{ draft: Draft; picture: Blob } | undefined>();
  const opened = useRef<Promise<Drafts>>(undefined);
  const current = useRef(shown);
  current.current = shown;
  const { userId, companyId } = owner ?? {};

  const open = useCallback((): Promise<Drafts> => {
    if (!userId || !companyId) return Promise.reject(new Error('Nobody is signed in.'));
    opened.current ??= openDrafts({ userId, companyId }).catch((error) => {
      // Tried again at the next picture.
      opened.current = undefined;
      throw error;
    });
    return opened.current;
  }, [userId, companyId]);

  const show = useCallback((drafts: readonly Draft[]) => {
    const before = new Map(current.current.map((each) => [each.draft.clientId, each]));
    const next = drafts.map((draft) => ({
      draft,
      address: before.get(draft.clientId)?.address ?? URL.createObjectURL(draft.thumbnail),
    }));
    const kept = new Set(next.map(({ address }) => address));
    for (const { address } of current.current) if (!kept.has(address)) URL.revokeObjectURL(address);
    current.current = next;
    setShown(next);
  }, []);

  useEffect(() => {
    let isGone = false;
    opened.current = undefined;
    open()
      .then(async (drafts) => {
        const kept = await drafts.list(kind);
        // Finished before a reload or a crash: on their way again.
        const finished = kept.filter(({ isFinished }) => isFinished);
        if (!isGone) show(kept.filter(({ isFinished }) => !isFinished));
        await handOver(drafts, finished);
      })
      // What cannot be opened now is there on a later visit.
      .catch(() => undefined);
    return () => {
      isGone = true;
      show([]);
    };
  }, [open, kind, show]);

  return {
    shown,
    async add(still, deviceReading) {
      const drafts = await open();
      const takenAt = Date.now();
      const last = current.current.at(-1)?.draft.order ?? 0;
      const draft: Draft = {
        clientId: crypto.randomUUID(),
        kind,
        order: last + 1,
        takenAt,
        fileName: stillName(takenAt),
        ...(deviceReading ? { deviceReading } : {}),
        thumbnail: await small(still.blob),
        isFinished: false,
      };
      await drafts.keep(draft, still.blob);
      setRemoved(undefined);
      show([...current.current.map((each) => each.draft), draft]);
    },
    remove(clientId) {
      const draft = current.current.find((each) => each.draft.clientId === clientId)?.draft;
      if (!draft) return;
      show(current.current.map((each) => each.draft).filter((each) => each !== draft));
      void open().then(async (drafts) => {
        const picture = await drafts.picture(clientId);
        await drafts.remove(clientId);
        if (picture) setRemoved({ draft, picture });
      });
    },
    undoRemove: removed
      ? () => {
          setRemoved(undefined);
          show(
            [...current.current.map((each) => each.draft), removed.draft].sort((a, b) => a.order - b.order),
          );
          void open().then((drafts) => drafts.keep(removed.draft, removed.picture));
        }
      : undefined,
    move(clientId, by) {
      const order = current.current.map((each) => each.draft);
      const from = order.findIndex((draft) => draft.clientId === clientId);
      const [one, other] = [order[from], order[from + by]];
      if (!one || !other) return;
      const [moved, made] = [
        { ...one, order: other.order },
        { ...other, order: one.order },
      ];
      show(
        order
          .map((draft) => (draft === one ? moved : draft === other ? made : draft))
          .sort((a, b) => a.order - b.order),
      );
      void open().then(async (drafts) => {
        await drafts.change(moved);
        await drafts.change(made);
      });
    },
    async finish() {
      const drafts = await open();
      const collected = current.current.map((each) => each.draft);
      const id = collected[0]?.clientId;
      const finished = collected.map((draft, index) => ({
        ...draft,
        isFinished: true,
        ...(kind === 'document' && id && collected.length > 1 ? { page: { id, page: index + 1 } } : {}),
      }));
      // All are marked first: what is finished is sent as it was finished, whatever happens in between.
      for (const draft of finished) await drafts.change(draft);
      await handOver(drafts, finished);
      setRemoved(undefined);
      show([]);
      return finished.length;
    },
  };
}

/** One after the other: a batch may be larger than the memory. */
async function handOver(drafts: Drafts, finished: readonly Draft[]): Promise<void> {
  const queue = captureQueue();
  for (const { clientId, fileName, deviceReading, page } of finished) {
    const isThere = queue.items().some((item) => item.clientId === clientId);
    const blob = isThere ? undefined : await drafts.picture(clientId);
    if (blob)
      await queue.add([{ blob, fileName, clientId }], {
        source: 'camera',
        ...(deviceReading ? { deviceReading } : {}),
        ...(page ? { document: { id: page.id, firstPage: page.page } } : {}),
      });
    await drafts.remove(clientId);
  }
}

async function small(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeHeight: thumbnailSide, resizeQuality: 'medium' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
}
