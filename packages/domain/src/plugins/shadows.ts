import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { findBlocks } from './find-blocks.ts';
import type { PinnedVersion } from './plugin-versions.ts';
import type { SettingValues } from './rules.ts';

/** A version that reads beside the installed one; none of what it makes counts. */
export interface Shadow extends PinnedVersion {
  settings: SettingValues;
}

/** The shadows of the company that may run now: beside readers that run. */
export async function readShadows(trx: Trx, companyId: string): Promise<Shadow[]> {
  const { rows } = await sql<Omit<Shadow, 'sha256'> & { sha256: string | null }>`
    select i.shadow_source as source, i.plugin_id as "pluginId", i.shadow_version as version, i.settings,
      coalesce(o.sha256, c.sha256) as sha256
    from app.installations i
    left join app.plugin_versions o on i.shadow_source = 'company' and o.company_id = i.company_id
      and o.plugin_id = i.plugin_id and o.version = i.shadow_version
    left join platform.plugin_versions c on i.shadow_source = 'catalogue' and c.plugin_id = i.plugin_id
      and c.version = i.shadow_version and c.state in ('published', 'deprecated')
    where i.company_id = ${companyId}::uuid and i.enabled and i.paused_at is null and i.shadow_version is not null
    order by i.position, i.plugin_id`.execute(trx);
  const shadows = rows.map((row) => ({ ...row, sha256: row.sha256 ?? undefined }));
  const blocks = await findBlocks(trx, companyId, shadows);
  return shadows.filter((_, index) => !blocks[index]);
}

/** Ends a shadow, if there is one, and forgets how it did. */
export async function dropShadow(trx: Trx, companyId: string, pluginId: string): Promise<void> {
  await sql`
    update app.installations set shadow_source = null, shadow_version = null, shadow_since = null
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
  await sql`
    delete from app.shadow_comparisons where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(
    trx,
  );
}
