import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';

export interface AuditChoices {
  /** Everyone who ever did something, as they were called last; also who is no member any more. */
  people: { id: string; name: string }[];
  /** What comes before the dot of the actions: `capture`, `record`, … */
  groups: string[];
}

/** What the audit list can be filtered by. Steps from value to value along an index: a million events cost no more than ten. */
export async function listAuditChoices(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<AuditChoices> {
  demand(scope, 'audit.see');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const people = await sql<{ id: string; name: string }>`
      with recursive people as (
        (select e.actor_id, e.actor_name from app.audit_events e
          where e.company_id = ${companyId}::uuid and e.actor_id is not null
          order by e.actor_id, e.created_at desc, e.id desc limit 1)
        union all
        select n.actor_id, n.actor_name from people p cross join lateral (
          select e.actor_id, e.actor_name from app.audit_events e
          where e.company_id = ${companyId}::uuid and e.actor_id > p.actor_id
          order by e.actor_id, e.created_at desc, e.id desc limit 1) n
      )
      select actor_id as id, actor_name as name from people order by lower(actor_name), actor_id limit 500`.execute(
      trx,
    );
    const groups = await sql<{ name: string }>`
      with recursive groups as (
        (select e.action_group from app.audit_events e where e.company_id = ${companyId}::uuid order by e.action_group limit 1)
        union all
        select n.action_group from groups g cross join lateral (
          select e.action_group from app.audit_events e
          where e.company_id = ${companyId}::uuid and e.action_group > g.action_group order by e.action_group limit 1) n
      )
      select action_group as name from groups limit 200`.execute(trx);
    return { people: people.rows, groups: groups.rows.map((row) => row.name) };
  });
}
