import { useEffect, useRef, useSyncExternalStore } from 'react';
import { browserTabs, shareSource } from './live-sharing.ts';
import {
  type LiveMessage,
  type LiveName,
  type LiveNews,
  type LiveState,
  sourceAbout,
} from './live-source.ts';

/** The one connection of the page; the shell opens it, everything on the page listens. */
const listeners = new Map<LiveName, Set<(news: never) => void>>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'connecting';

function tell(message: LiveMessage): void {
  if (message.kind === 'news') {
    for (const listener of [...(listeners.get(message.name) ?? [])]) listener(message.news as never);
    return;
  }
  state = message.state;
  for (const listener of [...stateListeners]) listener();
}

/** Keeps the page connected while it shows this person in this company. For the shell alone. */
export function useLiveConnection(key: string | null, companyId: string | undefined): void {
  useEffect(() => {
    if (key === null) return;
    const tabs = browserTabs();
    const open = sourceAbout(companyId);
    const close = tabs ? shareSource(key, tell, { tabs, open }) : open(tell, false);
    return () => {
      close();
      tell({ kind: 'state', state: 'connecting' });
    };
  }, [key, companyId]);
}

/** Calls the newest `listener` for each piece of news of the name. */
export function useLiveNews<Name extends LiveName>(
  name: Name,
  listener: (news: LiveNews[Name]) => void,
): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    const mine = (news: LiveNews[Name]): void => current.current(news);
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(mine));
    return () => void set.delete(mine);
  }, [name]);
}

/**
 * Calls the newest `listener` whenever news may have been missed: after a break, and once as soon as the page is connected
 * for what happened since the server answered with what is shown.
 */
export function useMissedNews(listener: () => void): void {
  const current = useRef(listener);
  current.current = listener;
  useLiveNews('resume', listener);
  useEffect(() => {
    const look = (): void => {
      if (state !== 'live') return;
      stateListeners.delete(look);
      current.current();
    };
    stateListeners.add(look);
    look();
    return () => void stateListeners.delete(look);
  }, []);
}

/** Draws what uses it again whenever it changes. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
    () => 'connecting',
  );
}
