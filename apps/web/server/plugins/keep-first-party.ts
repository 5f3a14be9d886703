import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DB } from '@readout/database';
import type { FirstPlugin } from '@readout/domain/companies/first-installations';
import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { Manifest } from '@readout/plugin-kit/manifest';
import {
  type PackageContent,
  type PackagedFixture,
  packPlugin,
  type SigningKey,
  signPackage,
} from '@readout/plugin-kit/package';
import { readFixtures } from '@readout/plugin-kit/testing';
import {
  createSandbox,
  type FolderPlugin,
  type LoadedPlugin,
  type Sandbox,
} from '@readout/plugin-sandbox/node';
import { type Kysely, sql } from 'kysely';
import { measureAccuracy } from './measure-accuracy.ts';
import type { ServerPackages } from './packages.ts';

const mediaTypes: Record<string, 'image/png' | 'image/jpeg' | 'image/webp'> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};
const publisher = 'Readout';

/** What comes with Readout, as this process keeps it in the catalogue. */
export interface FirstParty {
  /** By id, with the version each is kept as. */
  plugins: LoadedPlugin[];
  /** What new companies start with. */
  firstPlugins: FirstPlugin[];
}

/**
 * Keeps the plugins that come with Readout in the catalogue, signed with the installation's own key: from there they
 * are like any other. A version that is kept already stays as it is; other bytes under its number are kept beside it,
 * with the start of their hash behind the number. Several processes may do this at once.
 *
 * @param bundled - what `loadFirstPartyPlugins` made of `folder`
 */
export async function keepFirstParty({
  platform,
  bundled,
  folder,
  key,
  packages,
}: {
  platform: Kysely<DB>;
  bundled: readonly FolderPlugin[];
  folder: string;
  key: () => Promise<SigningKey>;
  packages: Pick<ServerPackages, 'seal'>;
}): Promise<FirstParty> {
  const plugins: LoadedPlugin[] = [];
  // Started once something new is to be kept: with a new Readout, not at every start.
  let sandbox: Sandbox | undefined;
  for (const plugin of bundled) {
    const { id } = plugin.manifest;
    const content: PackageContent = {
      manifest: plugin.manifest,
      source: plugin.source,
      // The kit is part of the program and changes with Readout.
      edition: plugin.sha256.slice(0, 16),
      readme: await readFile(path.join(folder, id, 'README.md'), 'utf8'),
      fixtures: await packageFixtures(path.join(folder, id)),
    };
    const payload = packPlugin(content);
    const sha256 = createHash('sha256').update(payload).digest('hex');
    let version = await findKept(platform, id, sha256);
    if (version === undefined) {
      sandbox ??= await createSandbox();
      version = await keep(platform, plugin.manifest, {
        file: await signPackage(payload, await key()),
        sha256,
        program: packages.seal(sha256, plugin.code),
        accuracy: measureAccuracy(sandbox, plugin, content.fixtures),
      });
    }
    await sql`select platform.pin_unkept_versions(${id}, ${version})`.execute(platform);
    plugins.push({ ...plugin, manifest: { ...plugin.manifest, version } });
  }
  await sandbox?.close();
  return {
    plugins,
    firstPlugins: plugins.map(({ manifest }) => ({ pluginId: manifest.id, version: manifest.version })),
  };
}

async function findKept(platform: Kysely<DB>, id: string, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select version from platform.plugin_versions where plugin_id = ${id} and sha256 = ${sha256}`.execute(
    platform,
  );
  return rows[0]?.version;
}

async function keep(
  platform: Kysely<DB>,
  manifest: Manifest,
  kept: { file: Uint8Array; sha256: string; program: Buffer; accuracy: Accuracy },
): Promise<string> {
  return platform.transaction().execute(async (trx) => {
    await sql`
      insert into platform.plugins (id, publisher_name, is_first_party) values (${manifest.id}, ${publisher}, true)
      on conflict (id) do nothing`.execute(trx);
    // One process at a time keeps versions of this plugin.
    await sql`select from platform.plugins where id = ${manifest.id} for update`.execute(trx);
    const { file, sha256, program, accuracy } = kept;
    const known = await findKept(trx, manifest.id, sha256);
    if (known) return known;
    const { rows: taken } = await sql`
      select from platform.plugin_versions where plugin_id = ${manifest.id} and version = ${manifest.version}`.execute(
      trx,
    );
    const version = taken.length > 0 ? `${manifest.version}+${sha256.slice(0, 8)}` : manifest.version;
    await sql`
      insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256, program, accuracy, decided_at)
      values (${manifest.id}, ${version}, 'published', ${JSON.stringify({ ...manifest, version })}::jsonb,
        ${Buffer.from(file)}, ${sha256}, ${program}, ${JSON.stringify(accuracy)}::jsonb, now())`.execute(trx);
    return version;
  });
}

/** The plugin's fixtures with their pictures, which show what it reads. */
async function packageFixtures(pluginFolder: string): Promise<PackagedFixture[]> {
  const cases = await readFixtures(pluginFolder);
  return Promise.all(
    cases.map(async ({ name, input, expected }): Promise<PackagedFixture> => {
      const fixtureFolder = path.join(pluginFolder, 'fixtures', name);
      const picture = (await readdir(fixtureFolder)).find(
        (file) => path.parse(file).name === 'input' && mediaTypes[path.extname(file)],
      );
      const { reading, settings } = input;
      return {
        name,
        reading,
        settings,
        expected,
        ...(picture
          ? {
              picture: {
                mediaType: mediaTypes[path.extname(picture)]!,
                base64: (await readFile(path.join(fixtureFolder, picture))).toString('base64'),
              },
            }
          : {}),
      };
    }),
  );
}
