import type { DB } from '@readout/database';
import { getPlatformState, type PlatformState } from '@readout/domain/platform/platform-state';
import { findBlock, listPluginBlocks, type PluginBlock } from '@readout/domain/plugins/list-plugin-blocks';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { listen } from './live/listen.ts';

/** What holds for the whole installation, as this process last heard it: within milliseconds, at worst half a minute. */
export interface PlatformStateSource {
  current(): PlatformState;
  /** Whether a plugin may run nowhere. */
  isBlocked(pluginId: string, version: string): boolean;
  blocks(): readonly PluginBlock[];
  /** Called after each change that was heard. @returns ends it */
  onChange(listener: (state: PlatformState) => void): () => void;
  /** Called with the name of a table of schema platform that was written to, also where this state is the same after it. @returns ends it */
  onNews(listener: (table: string) => void): () => void;
  /** Looks now: who changed something sees it without waiting to be told. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Named by the triggers on tables of schema platform, see the migrations. */
const channel = 'readout_platform';
const reloadEveryMs = 30_000;

/** @param pool - of one connection, which listens. @param db - as the application's role. */
export async function createPlatformState({
  pool,
  db,
  onError,
}: {
  pool: Pool;
  db: Kysely<DB>;
  onError: (error: Error) => void;
}): Promise<PlatformStateSource> {
  const listeners = new Set<(state: PlatformState) => void>();
  const newsListeners = new Set<(table: string) => void>();
  const look = async () => {
    const [state, blocks] = await Promise.all([getPlatformState({ db }), listPluginBlocks({ db })]);
    return { state, blocks };
  };
  let known = await look();
  let asked = 0;
  let answered = 0;
  const reload = async () => {
    const mine = ++asked;
    const next = await look();
    // Two looks at once may come back in the other order.
    if (mine < answered) return;
    answered = mine;
    const isNews = JSON.stringify(next) !== JSON.stringify(known);
    known = next;
    if (isNews) for (const listener of listeners) listener(known.state);
  };
  const lookSoon = () => void reload().catch((error: Error) => onError(error));
  const listening = listen({
    pool,
    channel,
    onNotification: (table) => {
      lookSoon();
      for (const listener of newsListeners) listener(table);
    },
    // What came before was not heard.
    onListening: lookSoon,
    onError,
  });
  const timer = setInterval(lookSoon, reloadEveryMs);
  timer.unref();
  return {
    current: () => known.state,
    blocks: () => known.blocks,
    isBlocked: (pluginId, version) => findBlock(known.blocks, pluginId, version) !== undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onNews(listener) {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
    reload,
    async close() {
      clearInterval(timer);
      listeners.clear();
      newsListeners.clear();
      await listening.close();
    },
  };
}
