import type { Trx } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import type { PluginBlock } from './list-plugin-blocks.ts';
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
  const rows = await isoRows(trx)<PluginBlock & { place: number }>`
    select r.place::int, b.plugin_id as "pluginId", b.version, b.reason, b.blocked_at as "blockedAt"
    from unnest(${refs.map(({ source }) => source)}::text[], ${refs.map(({ pluginId }) => pluginId)}::text[],
      ${refs.map(({ version }) => version)}::text[]) with ordinality as r (source, plugin_id, version, place)
    left join app.plugin_versions o on r.source = 'company' and o.company_id = ${companyId}::uuid
      and o.plugin_id = r.plugin_id and o.version = r.version
    cross join lateral platform.find_block(r.source, r.plugin_id, r.version, o.sha256, o.program_sha256) b`;
  const found = new Map(rows.map(({ place, ...block }) => [place, block]));
  return refs.map((_, index) => found.get(index + 1));
}
