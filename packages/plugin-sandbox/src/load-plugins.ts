import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestSchema } from '@readout/plugin-kit/manifest';
import { build, type Plugin } from 'esbuild';
import type { LoadedPlugin } from './run.ts';

const kit = fileURLToPath(import.meta.resolve('@readout/plugin-kit'));
const firstPartyFolder = fileURLToPath(new URL('../../../plugins/', import.meta.url));

/** Bundles every plugin of the `plugins/` folder in memory, sorted by id. */
export async function loadFirstPartyPlugins(): Promise<LoadedPlugin[]> {
  const entries = await readdir(firstPartyFolder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const plugins = await Promise.all(
    folders.sort().map((folder) => loadPlugin(join(firstPartyFolder, folder))),
  );
  return plugins.sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
}

/**
 * Validates `plugin.json` and bundles `src/index.ts` into one classic script.
 * @throws when the manifest is invalid or the code does not bundle; the message names the folder.
 */
export async function loadPlugin(folder: string): Promise<LoadedPlugin> {
  const manifest = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, 'plugin.json'), 'utf8')));
  if (!manifest.success) throw new Error(`${folder}/plugin.json: ${manifest.error.message}`);
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/index.ts')],
    // A plugin's folder may lie anywhere, and what it is bundled with is the kit of the host that runs it.
    alias: { '@readout/plugin-kit': kit },
    plugins: [onlyIn([await realpath(folder), dirname(await realpath(kit))])],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'readoutPlugin',
    platform: 'neutral',
    target: 'es2023',
    // Parsing is most of a run's cost, and there is one on every picture.
    minify: true,
    keepNames: false,
    charset: 'utf8',
    logLevel: 'silent',
  });
  const code = outputFiles[0]!.text;
  return { manifest: manifest.data, code, sha256: createHash('sha256').update(code).digest('hex') };
}

/** Refuses files from elsewhere, links followed: a folder somebody else made must not pack what its user has on the disk. */
const onlyIn = (folders: readonly string[]): Plugin => ({
  name: 'only-own-files',
  setup({ onLoad }) {
    onLoad({ filter: /.*/ }, async ({ path }) => {
      const file = await realpath(path);
      return folders.some((folder) => file.startsWith(folder + sep))
        ? undefined
        : { errors: [{ text: `${path} is not a file of the plugin` }] };
    });
  },
});
