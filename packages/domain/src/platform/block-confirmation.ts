import type { PluginTarget } from './tell-companies-of-plugin.ts';

/** What is typed to confirm that it is meant. */
export function blockConfirmation({ pluginId, version }: PluginTarget): string {
  return version === '*' ? pluginId : `${pluginId} ${version}`;
}
