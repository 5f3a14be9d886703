import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonValue, PluginReading } from '@readout/plugin-kit';
import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import type { Expectation } from '@readout/plugin-kit/testing';
import { type FolderPlugin, loadPlugin, SourceError } from '@readout/plugin-sandbox/node';
import { say } from '../say.ts';
import { CommandError, cannotRead } from './command-error.ts';

/** One folder under `fixtures/`. */
export interface Fixture {
  name: string;
  folder: string;
  reading: PluginReading;
  /** The manifest's, with what `settings.json` says instead. */
  settings: Record<string, JsonValue>;
  /** Undefined where nobody has said yet what is right. */
  expected: Expectation | undefined;
  /** File name of the picture. */
  picture: string | undefined;
}

/** @throws CommandError where the folder holds no plugin, or one that does not build */
export async function openPluginFolder(folder: string): Promise<FolderPlugin> {
  await readManifest(folder);
  try {
    return await loadPlugin(resolve(folder));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const places = error.problems.map(({ message, file, line, column }) => {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      return place === '' ? `  ${message}` : `  ${place} ${message}`;
    });
    throw new CommandError(say('cli.plugin.does_not_bundle', { places: places.join('\n') }));
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'plugin.json');
  const parsed = manifestSchema.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `  ${path.map(String).join('.') || say('cli.plugin.all_of_it')}: ${message}`,
  );
  throw new CommandError(say('cli.plugin.bad_manifest', { file, problems: problems.join('\n') }));
}

/** All fixtures of a plugin, by name. */
export async function readFixtureFolders(folder: string, { settings }: Manifest): Promise<Fixture[]> {
  const defaults = Object.fromEntries(
    settings.flatMap((setting): [string, JsonValue][] =>
      setting.default === undefined ? [] : [[setting.name, setting.default]],
    ),
  );
  const root = join(folder, 'fixtures');
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name): Promise<Fixture> => {
      const place = join(root, name);
      const found = await readdir(place, { withFileTypes: true });
      const link = found.find((file) => !file.isFile() && !file.isDirectory());
      // A folder somebody else made could have a picture packed, or an expectation written, that lies elsewhere.
      if (link) throw new CommandError(say('cli.plugin.link', { file: join(place, link.name) }));
      const files = found.map((file) => file.name);
      const has = (file: string): boolean => files.includes(file);
      return {
        name,
        folder: place,
        reading: (await readJson(join(place, 'reading.json'))) as PluginReading,
        settings: has('settings.json')
          ? { ...defaults, ...((await readJson(join(place, 'settings.json'))) as Record<string, JsonValue>) }
          : defaults,
        expected: has('expected.json')
          ? ((await readJson(join(place, 'expected.json'))) as Expectation)
          : undefined,
        picture: files.find((file) => /^input\.(png|jpe?g|webp)$/.test(file)),
      };
    }),
  );
}

/**
 * Lets editors and TypeScript find the kit of this very command from a plugin's folder, wherever it lies; left alone
 * where the author has installed one.
 */
export async function linkKit(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@readout');
  await mkdir(scope, { recursive: true });
  const kit = fileURLToPath(new URL('..', import.meta.resolve('@readout/plugin-kit')));
  await symlink(kit, join(scope, 'plugin-kit'), 'junction').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** @throws CommandError where it is not there, or no JSON */
export async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw cannotRead(file, error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(say('cli.file.no_json', { file, why: (error as Error).message }), {
      cause: error,
    });
  }
}
