import { useCallback, useEffect, useMemo } from 'react';
import type { Captures } from '../../captures/use-captures.ts';
import { useLive } from '../../captures/use-live.ts';
import { captureQueue } from '../../queue/capture-queue.ts';
import { useLiveState } from '../../ui/live/live.ts';
import type { LiveState } from '../../ui/live/live-source.ts';
import { useText } from '../../ui/texts.tsx';
import { type LiveTopic, makeLiveTopic } from './live-topic.ts';

/** Keeps the list up to what happens in the company and to what this device's queue has sent. */
export function useListNews(
  { claimAsMine, refresh, resync }: Captures,
  announceText: (sentence: string) => void,
): { live: LiveState; topic: LiveTopic } {
  const text = useText();
  const topic = useMemo(makeLiveTopic, []);
  const announce = useCallback(
    (count: number) => count > 0 && announceText(text('workspace.page.new_in_list', { count })),
    [text, announceText],
  );
  useLive(
    (ids) => {
      topic.tell(ids);
      void refresh(ids).then((fresh) => announce(fresh.length));
    },
    () => {
      topic.tell(null);
      void resync();
    },
  );
  useEffect(() => {
    const queue = captureQueue();
    // Also what was received between this page's list and its scripts.
    const claim = () => claimAsMine(queue.items().flatMap(({ captureId }) => captureId ?? []));
    const stops = [
      queue.subscribe(claim),
      queue.onReceived(({ captureId }) => {
        if (!captureId) return;
        claimAsMine([captureId]);
        void refresh([captureId]);
      }),
    ];
    claim();
    return () => {
      for (const stop of stops) stop();
    };
  }, [claimAsMine, refresh]);
  return { live: useLiveState(), topic };
}
