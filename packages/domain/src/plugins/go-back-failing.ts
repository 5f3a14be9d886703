import type { Manifest } from '@readout/plugin-kit/manifest';
import { sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { findBlocks } from './find-blocks.ts';
import type { VersionRef } from './plugin-versions.ts';
import { exhaustedCodes, pausing } from './rules.ts';
import { dropShadow } from './shadows.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Moves an installation back to the version before, where the one it was updated to failed on several captures in a row, or
 * ran out as often as pauses a reader. Once: from there it goes back no further. Owners and admins are told.
 * @param ran - that has just failed, and how
 * @returns whether it went back
 */
export async function goBackFailing(
  trx: Trx,
  companyId: string,
  { plugin, version, code }: { plugin: string; version: string; code: string },
): Promise<boolean> {
  const { rows } = await sql<VersionRef & { manifest: Manifest; failed: number }>`
    with newest as (
      select r.capture_id, r.failure_code, r.created_at, row_number() over (order by r.created_at desc, r.id desc) as place
      from app.plugin_runs r
      join app.installations i on i.company_id = r.company_id and i.plugin_id = r.plugin_id
      where r.company_id = ${companyId}::uuid and r.plugin_id = ${plugin} and r.version = ${version}
        and r.created_at > coalesce(i.resumed_at, '-infinity')
      order by place limit ${pausing.runs}
    ), in_turn as (
      select *, bool_or(failure_code is null) over (order by place) as has_read_since from newest
    ), counted as (
      select greatest(
        count(distinct capture_id) filter (where not has_read_since),
        count(*) filter (where failure_code = any(${[...exhaustedCodes]}::text[])
          and created_at > now() - make_interval(hours => ${pausing.hours})))::int as failed
      from in_turn
    )
    select i.plugin_id as "pluginId", i.previous_source as source, i.previous_version as version, counted.failed,
      coalesce(o.manifest, c.manifest) as manifest
    from app.installations i cross join counted
    left join app.plugin_versions o on i.previous_source = 'company' and o.company_id = i.company_id
      and o.plugin_id = i.plugin_id and o.version = i.previous_version and o.state in ('published', 'deprecated')
    left join platform.plugin_versions c on i.previous_source = 'catalogue' and c.plugin_id = i.plugin_id
      and c.version = i.previous_version and c.state in ('published', 'deprecated')
    where i.company_id = ${companyId}::uuid and i.plugin_id = ${plugin} and i.version = ${version} and i.enabled
      and i.paused_at is null and coalesce(o.manifest, c.manifest) is not null and counted.failed >= ${pausing.exhausted}
    for no key update of i`.execute(trx);
  const back = rows[0];
  if (!back) return false;
  const [block] = await findBlocks(trx, companyId, [back]);
  if (block) return false;
  await sql`
    update app.installations set left_source = source, left_version = version, left_at = now(), left_code = ${code},
      source = ${back.source}, version = ${back.version}, previous_source = null, previous_version = null,
      granted_hosts = ${[...back.manifest.permissions.hosts]}::text[], resumed_at = now(), revision = revision + 1,
      updated_at = now()
    where company_id = ${companyId}::uuid and plugin_id = ${plugin}`.execute(trx);
  await dropShadow(trx, companyId, plugin);
  const { name } = back.manifest;
  await recordSystemEvent(trx, companyId, {
    action: 'plugin.went_back',
    subjectType: 'plugin',
    subjectId: plugin,
    detail: { name, version: { from: version, to: back.version }, code, count: back.failed },
  });
  await tellKeepers(trx, companyId, {
    kind: 'plugin.went_back',
    plugin,
    detail: { pluginName: name, version: back.version, left: version, code, count: back.failed },
  });
  return true;
}
