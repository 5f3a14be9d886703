import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestSchema } from '@readout/plugin-kit/manifest';
import { buildScript } from './bundle/build-script.ts';
import { pluginSource, SourceError } from './bundle/plugin-source.ts';
import type { LoadedPlugin } from './run.ts';

const firstPartyFolder = fileURLToPath(new URL('../../../plugins/', import.meta.url));

/** A plugin of a folder, with the source its package holds. */
export interface FolderPlugin extends LoadedPlugin {
  source: string;
}

/** Builds every plugin of the `plugins/` folder in memory, sorted by id. */
export async function buildFirstPartyPlugins(): Promise<FolderPlugin[]> {
  const entries = await readdir(firstPartyFolder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const plugins = await Promise.all(
    folders.sort().map((folder) => loadPlugin(join(firstPartyFolder, folder))),
  );
  return plugins.sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
}

/**
 * Validates `plugin.json` and builds `src/index.ts`, with what it imports, as a server builds the plugin's package.
 * @throws Error where the manifest is invalid; the message names the folder
 * @throws SourceError where the source does not build
 */
export async function loadPlugin(folder: string): Promise<FolderPlugin> {
  const manifest = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, 'plugin.json'), 'utf8')));
  if (!manifest.success) throw new Error(`${folder}/plugin.json: ${manifest.error.message}`);
  const { source, places } = await pluginSource(join(folder, 'src'));
  const built = await buildScript(source);
  if ('problems' in built)
    throw new SourceError(
      built.problems.map(({ line, ...problem }) => ({
        ...problem,
        ...(line === undefined ? {} : places[line - 1]),
      })),
    );
  const { code } = built;
  const sha256 = createHash('sha256').update(code).digest('hex');
  return { manifest: manifest.data, source, code, sha256 };
}
