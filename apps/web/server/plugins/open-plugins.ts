import type { DB } from '@readout/database';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import type { Packages } from '@readout/domain/plugins/packages';
import { createPluginCatalogue, type PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import type { FolderPlugin } from '@readout/plugin-sandbox/node';
import type { Kysely } from 'kysely';
import { currentLocale } from '../request/locale.ts';
import { type FirstParty, keepFirstParty } from './keep-first-party.ts';
import { createKeyVault } from './keys.ts';
import { createPackages } from './packages.ts';
import { createPluginStore, type PluginStore } from './plugin-store.ts';
import { createProgramBuilder, type ProgramBuilder } from './program-builder.ts';

export interface OpenedPlugins {
  packages: Packages;
  builder: ProgramBuilder;
  /** What versions say about themselves. */
  plugins: PluginCatalogue;
  /** Versions ready to run, verified. */
  versions: PluginStore;
  /** What comes with Readout, as the catalogue keeps it, by id. */
  firstParty: FirstParty['plugins'];
  /** What new companies start with. */
  firstPlugins: FirstParty['firstPlugins'];
}

/** Keeps what comes with Readout (`bundled`, made of `folder`) in the catalogue and opens it and all that is kept there. */
export async function openPlugins({
  db,
  secret,
  bundled,
  folder,
}: {
  db: { app: Kysely<DB>; platform: Kysely<DB> };
  secret: string;
  bundled: readonly FolderPlugin[];
  folder: string;
}): Promise<OpenedPlugins> {
  const vault = createKeyVault(secret);
  const builder = createProgramBuilder();
  const packages = createPackages({ secret, builder });
  const kept = await keepFirstParty({
    platform: db.platform,
    bundled,
    folder,
    key: () => platformSigningKey({ platform: db.platform, vault }),
    packages,
  });
  return {
    packages,
    builder,
    plugins: createPluginCatalogue({ locale: currentLocale }),
    versions: createPluginStore({ db: db.app, packages }),
    firstParty: kept.plugins,
    firstPlugins: kept.firstPlugins,
  };
}
