import { AppError } from '../errors.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';

/** What a plugin of the catalogue says about itself. @throws AppError `plugin.not_found` */
export function findManifest(
  plugins: PluginCatalogue,
  pluginId: string,
): PluginCatalogue[number]['manifest'] {
  const manifest = plugins.find((plugin) => plugin.manifest.id === pluginId)?.manifest;
  if (!manifest)
    throw new AppError('not_found', 'plugin.not_found', 'There is no such plugin in this installation.');
  return manifest;
}
