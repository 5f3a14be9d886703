import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  openPackage,
  type PackagedFixture,
  PackageError,
  packPlugin,
  unsignedPackage,
} from '@readout/plugin-kit/package';
import type { FolderPlugin } from '@readout/plugin-sandbox/node';
import { fileSize } from '../format-units.ts';
import { say } from '../say.ts';
import { CommandError, cannotWrite } from './command-error.ts';
import { packageErrorInWords } from './inspect-package.ts';
import { isReadmeOfNew } from './new-plugin.ts';
import type { PackedFixtures } from './plugin-arguments.ts';
import { readFixtureFolders } from './plugin-folder.ts';

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

export interface PackedPlugin {
  bytes: Uint8Array<ArrayBuffer>;
  /** Size, what travels with it and SHA-256, in words; the name of a file goes before. */
  facts: string;
}

/**
 * Packs a plugin: its source, for the installation that takes it in to build and sign.
 * @throws CommandError for what does not fit a package
 */
export async function packageOf(
  { manifest, source }: FolderPlugin,
  { folder, fixtures: wanted }: { folder: string; fixtures: PackedFixtures },
): Promise<PackedPlugin> {
  try {
    const readme = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '');
    const fixtures = wanted === 'none' ? [] : await packedFixtures(manifest, folder, wanted);
    const payload = packPlugin({ manifest, source, readme, fixtures });
    const bytes = unsignedPackage(payload);
    // What takes it in does exactly this.
    const opened = await openPackage(bytes);
    const travels = say('cli.plugin.travels', {
      count: fixtures.length,
      pictures: wanted === 'pictures' ? 'yes' : undefined,
    });
    const facts = [
      say('cli.plugin.facts', { size: fileSize(bytes.length), travels }),
      `SHA-256 ${opened.sha256}`,
      ...(isReadmeOfNew(readme, manifest.description) ? [say('cli.plugin.readme_of_new')] : []),
    ].join('\n');
    return { bytes, facts };
  } catch (error) {
    if (error instanceof PackageError)
      throw new CommandError(`${error.code} ${packageErrorInWords(error)}`, { cause: error });
    throw error;
  }
}

/**
 * Packs a plugin into a file.
 * @returns what is in the file, in words
 * @throws CommandError for what does not fit a package, and where the file cannot be written
 */
export async function writePackage(
  plugin: FolderPlugin,
  { out, ...packing }: { folder: string; out: string | undefined; fixtures: PackedFixtures },
): Promise<string> {
  const file = out ?? `${plugin.manifest.id}-${plugin.manifest.version}.readout-plugin`;
  const { bytes, facts } = await packageOf(plugin, packing);
  try {
    await writeFile(file, bytes);
  } catch (error) {
    throw cannotWrite(file, error);
  }
  return `${file}: ${facts}`;
}

async function packedFixtures(
  manifest: FolderPlugin['manifest'],
  folder: string,
  wanted: 'readings' | 'pictures',
): Promise<PackagedFixture[]> {
  const fixtures = await readFixtureFolders(folder, manifest);
  return Promise.all(
    fixtures.flatMap(({ name, folder: place, reading, settings, expected, picture }) =>
      expected === undefined
        ? []
        : [
            (async (): Promise<PackagedFixture> => ({
              name,
              reading,
              settings,
              expected,
              ...(wanted === 'pictures' && picture !== undefined
                ? { picture: await packedPicture(join(place, picture)) }
                : {}),
            }))(),
          ],
    ),
  );
}

async function packedPicture(file: string): Promise<{ mediaType: string; base64: string }> {
  return { mediaType: mediaTypes[extname(file)]!, base64: (await readFile(file)).toString('base64') };
}
