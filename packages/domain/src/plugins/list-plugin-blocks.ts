import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { isoRows } from '../iso-rows.ts';

/** Versions of the catalogue that may not run anywhere, nor their bytes where a company has them as its own. */
export interface PluginBlock {
  pluginId: string;
  /** `*`: every version. */
  version: string;
  reason: string;
  /** ISO 8601. */
  blockedAt: string;
}

/** What may not run; companies are shown it too. `db`: the application's or the platform's role. */
export async function listPluginBlocks({ db }: { db: Kysely<DB> }): Promise<PluginBlock[]> {
  return isoRows(db)<PluginBlock>`
    select plugin_id as "pluginId", version, reason, blocked_at as "blockedAt" from platform.plugin_blocks order by plugin_id, version`;
}

/** The block that holds for a version of the catalogue, undefined where it may run; for any version: `findBlocks`. */
export function findBlock(
  blocks: readonly PluginBlock[],
  pluginId: string,
  version: string,
): PluginBlock | undefined {
  return blocks.find(
    (block) => block.pluginId === pluginId && (block.version === '*' || block.version === version),
  );
}
