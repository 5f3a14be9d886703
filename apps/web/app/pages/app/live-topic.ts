import { createContext, useContext, useEffect, useRef } from 'react';

type Listener = (documentIds: readonly string[] | null) => void;

/** Hands the one connection's changes to what shows a document. `null`: something may have been missed. */
export interface LiveTopic {
  tell(documentIds: readonly string[] | null): void;
  listen(listener: Listener): () => void;
}

export function makeLiveTopic(): LiveTopic {
  const listeners = new Set<Listener>();
  return {
    tell: (ids) => {
      for (const listener of listeners) listener(ids);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LiveContext = createContext<LiveTopic | null>(null);

export function useLiveChanges(listener: Listener): void {
  const topic = useContext(LiveContext);
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => topic?.listen((ids) => current.current(ids)), [topic]);
}
