import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';
import { reachOf } from '../policy.ts';

export interface FirstStep {
  step: 'capture' | 'confirm' | 'two_factor' | 'invite' | 'export';
  isDone: boolean;
}

/** The first steps this person can take, as far as they got; none once all are done or the person dismissed them. */
export async function readFirstSteps(
  trx: Trx,
  { companyId, actor }: Scope,
  reach: 'all' | 'own',
  hasTwoFactor: boolean,
): Promise<FirstStep[]> {
  const own = reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``;
  const { rows } = await sql<{
    dismissed: boolean;
    may_confirm: boolean;
    captured: boolean;
    confirmed: boolean;
    invited: boolean;
    exported: boolean;
  }>`
    select
      exists (select 1 from app.dismissed_steps where company_id = ${companyId}::uuid and user_id = ${actor.userId}::uuid) as dismissed,
      (select operators_may_confirm from app.company_settings where company_id = ${companyId}::uuid) as may_confirm,
      exists (select 1 from app.captures c where c.company_id = ${companyId}::uuid ${own}) as captured,
      ${
        reach === 'own'
          ? sql`exists (select 1 from app.captures c join app.records r on r.company_id = c.company_id and r.capture_id = c.id
              where c.company_id = ${companyId}::uuid and r.state = 'confirmed' ${own})`
          : sql`exists (select 1 from app.records r where r.company_id = ${companyId}::uuid and r.state = 'confirmed')`
      } as confirmed,
      (select count(*) > 1 from (select 1 from app.members limit 2) as m)
        or exists (select 1 from app.invitations where company_id = ${companyId}::uuid) as invited,
      exists (select 1 from app.audit_events where company_id = ${companyId}::uuid and action = 'records.exported') as exported`.execute(
    trx,
  );
  const seen = rows[0];
  if (!seen || seen.dismissed) return [];
  const steps: FirstStep[] = [{ step: 'capture', isDone: seen.captured }];
  if (reachOf(actor, 'records.confirm') === 'all' || seen.may_confirm)
    steps.push({ step: 'confirm', isDone: seen.confirmed });
  steps.push({ step: 'two_factor', isDone: hasTwoFactor });
  if (reachOf(actor, 'members.manage')) steps.push({ step: 'invite', isDone: seen.invited });
  if (reachOf(actor, 'records.export')) steps.push({ step: 'export', isDone: seen.exported });
  return steps.every((step) => step.isDone) ? [] : steps;
}
