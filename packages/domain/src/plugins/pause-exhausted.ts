import { sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { exhaustedCodes, pausing } from './rules.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Pauses a reader that ran out of ticks, time or memory in several of its last runs in the company: it is not run on further
 * pages until somebody who may manage plugins resumes it. Owners and admins are told.
 * @param ran - that has just run out, and what of
 */
export async function pauseExhausted(
  trx: Trx,
  companyId: string,
  { plugin, version, code }: { plugin: string; version: string; code: string },
): Promise<void> {
  const { rows } = await sql<{ name: string; exhausted: number }>`
    with newest as (
      select r.failure_code from app.plugin_runs r
      join app.installations i on i.company_id = r.company_id and i.plugin_id = r.plugin_id
      where r.company_id = ${companyId}::uuid and r.plugin_id = ${plugin} and r.version = ${version}
        and r.created_at > greatest(now() - make_interval(hours => ${pausing.hours}), i.resumed_at)
      order by r.created_at desc, r.id desc limit ${pausing.runs}
    ), counted as (
      select count(*)::int as exhausted from newest where failure_code = any(${[...exhaustedCodes]}::text[])
    )
    update app.installations i set paused_at = now(), paused_code = ${code}, revision = revision + 1, updated_at = now()
    from counted
    where i.company_id = ${companyId}::uuid and i.plugin_id = ${plugin} and i.version = ${version} and i.enabled
      and i.paused_at is null and counted.exhausted >= ${pausing.exhausted}
    returning counted.exhausted, coalesce(
      (select o.manifest->>'name' from app.plugin_versions o
        where i.source = 'company' and o.company_id = i.company_id and o.plugin_id = i.plugin_id and o.version = i.version),
      (select c.manifest->>'name' from platform.plugin_versions c
        where i.source = 'catalogue' and c.plugin_id = i.plugin_id and c.version = i.version),
      i.plugin_id) as name`.execute(trx);
  const paused = rows[0];
  if (!paused) return;
  const { name, exhausted } = paused;
  await recordSystemEvent(trx, companyId, {
    action: 'plugin.paused',
    subjectType: 'plugin',
    subjectId: plugin,
    detail: { name, version, code, exhausted },
  });
  await tellKeepers(trx, companyId, {
    kind: 'plugin.paused',
    plugin,
    detail: { pluginName: name, version, code, count: exhausted },
  });
}
