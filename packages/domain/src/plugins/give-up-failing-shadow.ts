import { sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { exhaustedCodes, pausing } from './rules.ts';
import { dropShadow } from './shadows.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Ends a shadow that failed on several captures in a row, or ran out as often as pauses a reader. Owners and admins are told.
 * @param ran - that has just failed, and how
 */
export async function giveUpFailingShadow(
  trx: Trx,
  companyId: string,
  { pluginId, version, code }: { pluginId: string; version: string; code: string },
): Promise<void> {
  const { rows } = await sql<{ name: string; failed: number }>`
    with newest as (
      select outcome, failure_code, created_at, row_number() over (order by id desc) as place from app.shadow_comparisons
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} order by place limit ${pausing.runs}
    ), in_turn as (
      select *, bool_or(outcome <> 'failed') over (order by place) as has_read_since from newest
    ), counted as (
      select greatest(
        count(*) filter (where not has_read_since),
        count(*) filter (where failure_code = any(${[...exhaustedCodes]}::text[])
          and created_at > now() - make_interval(hours => ${pausing.hours})))::int as failed
      from in_turn
    )
    select counted.failed, coalesce(
      (select o.manifest->>'name' from app.plugin_versions o where i.shadow_source = 'company'
        and o.company_id = i.company_id and o.plugin_id = i.plugin_id and o.version = i.shadow_version),
      (select c.manifest->>'name' from platform.plugin_versions c where i.shadow_source = 'catalogue'
        and c.plugin_id = i.plugin_id and c.version = i.shadow_version),
      i.plugin_id) as name
    from app.installations i cross join counted
    where i.company_id = ${companyId}::uuid and i.plugin_id = ${pluginId} and i.shadow_version = ${version}
      and counted.failed >= ${pausing.exhausted}
    for no key update of i`.execute(trx);
  const failing = rows[0];
  if (!failing) return;
  const { name, failed } = failing;
  await dropShadow(trx, companyId, pluginId);
  await recordSystemEvent(trx, companyId, {
    action: 'plugin.shadow_given_up',
    subjectType: 'plugin',
    subjectId: pluginId,
    detail: { name, version, code, count: failed },
  });
  await tellKeepers(trx, companyId, {
    kind: 'plugin.shadow_given_up',
    plugin: pluginId,
    detail: { pluginName: name, version, code, count: failed },
  });
}
