import type { DB } from '@readout/database';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import { createPluginCatalogue, type PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import type { Kysely } from 'kysely';
import { currentLocale } from '../request/locale.ts';
import { type FirstParty, keepFirstParty } from './keep-first-party.ts';
import { createKeyVault } from './keys.ts';
import { createPluginStore, type PluginStore } from './plugin-store.ts';
import { packageVerifier } from './verifier.ts';

export interface OpenedPlugins {
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
  bundled: readonly LoadedPlugin[];
  folder: string;
}): Promise<OpenedPlugins> {
  const vault = createKeyVault(secret);
  const kept = await keepFirstParty({
    platform: db.platform,
    bundled,
    folder,
    key: () => platformSigningKey({ platform: db.platform, vault }),
  });
  return {
    plugins: createPluginCatalogue({ locale: currentLocale }),
    versions: createPluginStore({ db: db.app, packages: packageVerifier }),
    firstParty: kept.plugins,
    firstPlugins: kept.firstPlugins,
  };
}
