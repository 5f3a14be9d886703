import type { ExpectedWait } from '@readout/domain/readings/expected-waits';
import { useCallback, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../ui/texts.tsx';
import { waitWords } from '../ui/wait-words.ts';

const everyMs = 4000;
const idsAtOnce = 100;

/** Captures somebody sees waiting, each with how many places show it. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();
let waits = new Map<string, ExpectedWait>();
let timer: ReturnType<typeof setTimeout> | undefined;

async function look(): Promise<void> {
  const ids = [...shown.keys()].slice(-idsAtOnce);
  if (ids.length > 0 && document.visibilityState === 'visible') {
    const answer = await api.get('/waits', { query: { ids: ids.join() } });
    if (answer.ok) {
      waits = new Map(answer.value.map((wait) => [wait.captureId, wait]));
      for (const listener of listeners) listener();
    }
  }
  timer = shown.size > 0 ? setTimeout(look, everyMs) : undefined;
}

function follow(captureId: string, listener: () => void): () => void {
  listeners.add(listener);
  shown.set(captureId, (shown.get(captureId) ?? 0) + 1);
  // One request for all that appear together.
  timer ??= setTimeout(look, 200);
  return () => {
    listeners.delete(listener);
    const places = (shown.get(captureId) ?? 1) - 1;
    if (places > 0) shown.set(captureId, places);
    else shown.delete(captureId);
    if (shown.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/**
 * About how long a capture still waits to be read, or why; asked again while it is on screen. Undefined where it does not
 * wait, or before that is known.
 */
export function useExpectedWait(captureId: string | undefined): ExpectedWait | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (captureId === undefined ? () => {} : follow(captureId, listener)),
    [captureId],
  );
  return useSyncExternalStore(
    subscribe,
    () => (captureId === undefined ? undefined : waits.get(captureId)),
    () => undefined,
  );
}

/** The same in words; empty where it does not wait. */
export function useReadingWait(captureId: string | undefined): string {
  const text = useText();
  const wait = useExpectedWait(captureId);
  return wait ? waitWords(wait, text) : '';
}
