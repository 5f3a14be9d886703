import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import type { ListedTarget } from './rules.ts';

/** The company's targets and how they are, by name. */
export async function listTargets(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<ListedTarget[]> {
  demand(scope, 'deliveries.manage');
  return inScope(
    db,
    scope,
    (trx) =>
      isoRows(trx)<ListedTarget>`
    select t.id, t.kind, t.name, t.address, t.settings, t.events, t.rule, t.state, t.paused_at as "pausedAt",
      t.paused_for_failing as "pausedForFailing", t.created_at as "createdAt",
      case when t.former_secret_until > now() then t.former_secret_until end as "formerSecretUntil",
      t.delivered_at as "deliveredAt", t.failing_since as "failingSince", t.failure_code as "failureCode",
      (select count(*)::int from app.deliveries d where d.company_id = t.company_id and d.target_id = t.id
        and d.state in ('pending', 'retrying')) as waiting,
      (select count(*)::int from app.deliveries d where d.company_id = t.company_id and d.target_id = t.id
        and d.state = 'failed') as failed
    from app.delivery_targets t where t.company_id = ${scope.companyId}::uuid and t.trashed_at is null
    order by lower(t.name), t.id`,
  );
}
