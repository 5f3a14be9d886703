import type { LoadedPlugin } from '@readout/plugin-sandbox';

/** Plugins a process was brought, so that their code travels once. */
export interface KeptPlugins {
  find(key: string): LoadedPlugin | undefined;
  keep(key: string, plugin: LoadedPlugin): void;
}

/** What was not asked for the longest goes first. `maxCharacters` of code; what was brought last stays, however large. */
export function createKeptPlugins(maxCharacters = 32 * 1024 * 1024): KeptPlugins {
  const kept = new Map<string, LoadedPlugin>();
  let characters = 0;
  return {
    find(key) {
      const plugin = kept.get(key);
      if (plugin) {
        kept.delete(key);
        kept.set(key, plugin);
      }
      return plugin;
    },
    keep(key, plugin) {
      const before = kept.get(key);
      if (before) characters -= before.code.length;
      kept.delete(key);
      kept.set(key, plugin);
      characters += plugin.code.length;
      for (const [oldest, { code }] of kept) {
        if (characters <= maxCharacters || oldest === key) break;
        kept.delete(oldest);
        characters -= code.length;
      }
    },
  };
}
