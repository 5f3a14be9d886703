import type { CaptureListItem, CapturePage } from '@readout/domain/captures/capture-types';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { uploadQueue } from '../app/intake/queue.ts';
import type { UploadItem } from '../app/intake/upload-queue.ts';
import { useLive } from '../app/list/use-live.ts';
import { send } from '../app/send.ts';

const none: readonly UploadItem[] = [];

export interface Arriving {
  upload: UploadItem;
  /** What became of it; absent until the server has it. */
  capture: CaptureListItem | undefined;
}

/** Files given in during this visit, newest first, each with what the server makes of it as it happens. */
export function useArriving(): Arriving[] {
  const uploads = useSyncExternalStore(
    (listener) => uploadQueue().subscribe(listener),
    () => uploadQueue().items(),
    () => none,
  );
  const [captures, setCaptures] = useState<ReadonlyMap<string, CaptureListItem>>(new Map());
  const known = uploads.flatMap(({ captureId }) => (captureId ? [captureId] : []));
  const knownKey = known.join();

  const refetch = useCallback(async (ids: string[]) => {
    if (ids.length === 0) return;
    const answer = await send<CapturePage>(`/app/list?place=all&ids=${ids.join()}`);
    if (!answer.ok) return;
    setCaptures(
      (before) => new Map([...before, ...answer.value.items.map((item) => [item.id, item] as const)]),
    );
  }, []);

  useEffect(() => {
    void refetch(knownKey.split(',').filter((id) => id !== ''));
  }, [knownKey, refetch]);
  useLive(
    (ids) => void refetch(ids.filter((id) => known.includes(id))),
    () => void refetch(known),
  );

  return uploads.map((upload) => ({ upload, capture: captures.get(upload.captureId ?? '') })).reverse();
}
