import type { DB } from '@readout/database';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { findBlocks } from './find-blocks.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import type { PluginBlock } from './list-plugin-blocks.ts';
import { listVersions, type StoredVersion } from './plugin-versions.ts';

export interface ShownVersion extends StoredVersion {
  /** Why it may not run; undefined where it may. */
  block: PluginBlock | undefined;
}

export interface PluginDetail {
  /** The company's own versions, then the catalogue's, each newest first. */
  versions: ShownVersion[];
  /** Undefined where it is not installed. */
  installation: Installation | undefined;
}

/** A plugin with all its versions that the company may see. @throws AppError `plugin.not_found` */
export async function getPlugin(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, locale = 'en' }: { scope: Scope; pluginId: string; locale?: string },
): Promise<PluginDetail> {
  demand(scope, 'company.see');
  return inScope(db, scope, async (trx) => {
    const versions = await listVersions(trx, scope, pluginId);
    const installations = await readInstallations(trx, scope, { locale });
    const installation = installations.find((each) => each.plugin === pluginId && each.revision > 0);
    if (versions.length === 0 && !installation)
      throw new AppError('plugin.not_found', { pluginId: pluginId.slice(0, 60) });
    const blocks = await findBlocks(trx, scope.companyId, versions);
    return {
      versions: versions.map((each, index) => ({
        ...each,
        manifest: inLanguageOf(each.manifest, locale),
        block: blocks[index],
      })),
      installation,
    };
  });
}
