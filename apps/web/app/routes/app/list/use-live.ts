import { useEffect, useRef, useState } from 'react';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Changes that come close together are told together, so that a burst of 200 readings is a few requests. */
const gatherMs = 250;

/**
 * Listens to the company's changes. `onChange` gets ids of documents; `onResume` is called when the connection
 * came back and something may have been missed.
 */
export function useLive(onChange: (documentIds: string[]) => void, onResume: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const handlers = useRef({ onChange, onResume });
  handlers.current = { onChange, onResume };

  useEffect(() => {
    let source: EventSource | undefined;
    let gathered = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    let closed = false;

    const tell = (): void => {
      timer = undefined;
      const ids = [...gathered];
      gathered = new Set();
      handlers.current.onChange(ids);
    };
    const connect = (): void => {
      source = new EventSource('/api/v1/live');
      source.addEventListener('open', () => {
        setState('live');
        if (wasLost) handlers.current.onResume();
        wasLost = false;
      });
      source.addEventListener('change', (event) => {
        const change = parseChange((event as MessageEvent<string>).data);
        if (!change) return;
        gathered.add(change);
        timer ??= setTimeout(tell, gatherMs);
      });
      source.addEventListener('error', () => {
        wasLost = true;
        setState('lost');
        // The browser tries again by itself, except after an answer that is no event stream.
        if (source?.readyState === EventSource.CLOSED && !closed) again = setTimeout(connect, 5000);
      });
    };
    connect();
    return () => {
      closed = true;
      source?.close();
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, []);
  return state;
}

function parseChange(text: string): string | undefined {
  try {
    const { documentId, captureId } = JSON.parse(text) as { documentId?: unknown; captureId?: unknown };
    const id = documentId ?? captureId;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
