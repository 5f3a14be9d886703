import type { JsonValue } from '@readout/plugin-kit';
import type { InstalledPlugin, LoadedPlugin } from '@readout/plugin-sandbox';
import type { OwnerClient } from './confirmed-captures.ts';
import type { TrialDeps } from './try-model.ts';

/**
 * Of what a company has switched on the readers that come with Readout, as they are now: for where there is no server that
 * verifies the packages of others.
 */
export function bundledReaders(
  client: OwnerClient,
  bundled: readonly LoadedPlugin[],
): TrialDeps['readersOf'] {
  return async (companyId) => {
    const { rows } = await client.query<{ plugin_id: string; settings: Record<string, JsonValue> }>(
      `select plugin_id, settings from app.installations
       where company_id = $1 and enabled and source = 'catalogue' order by position, plugin_id`,
      [companyId],
    );
    return rows.flatMap(({ plugin_id, settings }): InstalledPlugin[] => {
      const plugin = bundled.find(({ manifest: { id, kind } }) => id === plugin_id && kind === 'reader');
      return plugin ? [{ ...plugin, settings: { ...defaultsOf(plugin), ...settings } }] : [];
    });
  };
}

const defaultsOf = ({ manifest: { settings } }: LoadedPlugin): Record<string, JsonValue> =>
  Object.fromEntries(
    settings.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
