import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findBlocks } from './find-blocks.ts';
import type { PluginBlock } from './list-plugin-blocks.ts';
import type { PinnedVersion } from './plugin-versions.ts';
import type { SettingValues } from './rules.ts';

/** A version that is switched on in a company. */
export interface Pinned extends PinnedVersion {
  settings: SettingValues;
  /** Why it may not run; undefined where it may. */
  block: PluginBlock | undefined;
  /** It ran out of its budget too often; see `pauseExhausted`. */
  isPaused: boolean;
}

export const mayRun = ({ block, isPaused }: Pick<Pinned, 'block' | 'isPaused'>): boolean =>
  !block && !isPaused;

/** What is switched on in the company, in the order it runs, with what the company set and the hash it is pinned to. */
export async function readPinned(trx: Trx, companyId: string): Promise<Pinned[]> {
  const { rows } = await sql<Omit<Pinned, 'block' | 'sha256'> & { sha256: string | null }>`
    select i.source, i.plugin_id as "pluginId", i.version, i.settings, coalesce(o.sha256, c.sha256) as sha256,
      i.paused_at is not null as "isPaused"
    from app.installations i
    left join app.plugin_versions o on i.source = 'company' and o.company_id = i.company_id
      and o.plugin_id = i.plugin_id and o.version = i.version
    left join platform.plugin_versions c on i.source = 'catalogue' and c.plugin_id = i.plugin_id and c.version = i.version
      and c.state in ('published', 'deprecated')
    where i.company_id = ${companyId}::uuid and i.enabled order by i.position, i.plugin_id`.execute(trx);
  const pinned = rows.map((row) => ({ ...row, sha256: row.sha256 ?? undefined }));
  const blocks = await findBlocks(trx, companyId, pinned);
  return pinned.map((version, index) => ({ ...version, block: blocks[index] }));
}
