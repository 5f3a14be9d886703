import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { demandMembers, type GivenRule, parseRule, ruleDetail } from './rule-input.ts';
import type { TargetRule } from './rules.ts';
import { lockTarget } from './target-rows.ts';

/**
 * Says which records go to a target from now on. What it was given before stays its: of those records it gets every further
 * event it wants.
 * @throws AppError `delivery.target_not_found`, `delivery.bad_rule`; `support.read_only` for anyone who acts as somebody
 */
export async function setTargetRule(
  { db }: { db: Kysely<DB> },
  { scope, targetId, rule: given }: { scope: Scope; targetId: string; rule: GivenRule },
): Promise<{ name: string; rule: TargetRule }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const rule = parseRule(given);
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, name, rule: before } = await lockTarget(trx, companyId, targetId);
    await demandMembers(trx, rule, before);
    await sql`
      update app.delivery_targets set rule = ${JSON.stringify(rule)}::jsonb
      where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.rule_changed',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name, ...ruleDetail(rule) },
    });
    return { name, rule };
  });
}
