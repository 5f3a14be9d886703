import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

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
  const { rows } = await sql<{ plugin_id: string; version: string; reason: string; blocked_at: Date }>`
    select plugin_id, version, reason, blocked_at from platform.plugin_blocks order by plugin_id, version`.execute(
    db,
  );
  return rows.map((row) => ({
    pluginId: row.plugin_id,
    version: row.version,
    reason: row.reason,
    blockedAt: row.blocked_at.toISOString(),
  }));
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
