import type { DB } from '@readout/database';
import type { JsonValue } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { readingLanguages } from '../captures/reading-languages.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { findBlock, listPluginBlocks } from '../platform/list-plugin-blocks.ts';
import { demand } from '../policy.ts';

/** A plugin as it is run: manifest and bundled script. */
export interface BundledPlugin {
  manifest: Manifest;
  code: string;
  /** Of `code`, lower-case hex. */
  sha256: string;
}

export interface DeviceReader extends BundledPlugin {
  settings: Record<string, JsonValue>;
}

/** What a member's device needs to read as the server's worker would: see `beginReading`. */
export interface DeviceReaders {
  /** For whom the device may keep them. */
  companyId: string;
  userId: string;
  /** Switched on and not blocked, in the order they run. */
  readers: DeviceReader[];
  /** BCP 47 tags, as the engine is given them. */
  languages: string[];
  locale: string;
}

/** @throws AppError `company.not_found` */
export async function listDeviceReaders(
  { db, plugins }: { db: Kysely<DB>; plugins: readonly BundledPlugin[] },
  { scope }: { scope: Scope },
): Promise<DeviceReaders> {
  demand(scope, 'company.see');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const settings = await sql<{ languages: string[]; locale: string }>`
      select languages, locale from app.company_settings where company_id = ${companyId}::uuid`.execute(trx);
    const company = settings.rows[0];
    if (!company) throw new AppError('not_found', 'company.not_found', 'There is no such company.');
    const installed = await sql<{ plugin_id: string; settings: Record<string, JsonValue> }>`
      select plugin_id, settings from app.installations
      where company_id = ${companyId}::uuid and enabled order by position, plugin_id`.execute(trx);
    const blocks = await listPluginBlocks({ db: trx });
    return {
      companyId,
      userId: actor.userId,
      readers: installed.rows.flatMap((row) => {
        const plugin = plugins.find(({ manifest }) => manifest.id === row.plugin_id);
        if (!plugin || findBlock(blocks, row.plugin_id, plugin.manifest.version)) return [];
        const { manifest, code, sha256 } = plugin;
        return [{ manifest, code, sha256, settings: row.settings }];
      }),
      languages: readingLanguages(company),
      locale: company.locale,
    };
  });
}
