import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { PluginBlock } from '../platform/list-plugin-blocks.ts';
import type { VersionRef } from './plugin-versions.ts';

/**
 * The block that holds for each version, in the order they are given: of one of the catalogue by its id and number, of
 * the company's own by its bytes and its program, wherever it has them from.
 */
export async function findBlocks(
  trx: Trx,
  companyId: string,
  refs: readonly VersionRef[],
): Promise<(PluginBlock | undefined)[]> {
  if (refs.length === 0) return [];
  const { rows } = await sql<{
    place: number;
    plugin_id: string;
    version: string;
    reason: string;
    blocked_at: Date;
  }>`
    select r.place::int, b.plugin_id, b.version, b.reason, b.blocked_at
    from unnest(${refs.map(({ source }) => source)}::text[], ${refs.map(({ pluginId }) => pluginId)}::text[],
      ${refs.map(({ version }) => version)}::text[]) with ordinality as r (source, plugin_id, version, place)
    left join app.plugin_versions o on r.source = 'company' and o.company_id = ${companyId}::uuid
      and o.plugin_id = r.plugin_id and o.version = r.version
    cross join lateral platform.find_block(r.source, r.plugin_id, r.version, o.sha256, o.program_sha256) b`.execute(
    trx,
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return refs.map((_, index) => {
    const row = found.get(index + 1);
    return (
      row && {
        pluginId: row.plugin_id,
        version: row.version,
        reason: row.reason,
        blockedAt: row.blocked_at.toISOString(),
      }
    );
  });
}
