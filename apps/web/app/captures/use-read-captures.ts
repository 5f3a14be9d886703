import type { CaptureListItem } from '@readout/domain/captures/rules';
import { useCallback, useEffect, useState } from 'react';
import { askCaptures } from '../api/ask-captures.ts';
import type { QueuedCapture } from '../queue/queue-types.ts';
import { useVisitItems } from '../queue/use-queue.ts';
import { useLive } from './use-live.ts';

export interface Arriving {
  upload: QueuedCapture;
  /** What became of it; absent until the server has it. */
  capture: CaptureListItem | undefined;
}

/** Files given in during this visit, newest first, each with what the server makes of it as it happens. */
export function useArriving(): Arriving[] {
  const { items: uploads } = useVisitItems();
  const [captures, setCaptures] = useState<ReadonlyMap<string, CaptureListItem>>(new Map());
  const known = uploads.flatMap(({ captureId }) => (captureId ? [captureId] : []));
  const knownKey = known.join();

  const refetch = useCallback(async (ids: string[]) => {
    if (ids.length === 0) return;
    const answer = await askCaptures(ids);
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
