import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockTarget } from './target-rows.ts';

/**
 * Nothing goes there any more. For 30 days it can be restored, with what waited. Also in a company that is suspended or
 * closing: this only takes away.
 * @throws AppError `delivery.target_not_found`
 */
export async function trashTarget(
  { db }: { db: Kysely<DB> },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'webhooks.manage');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { id, name } = await lockTarget(trx, companyId, targetId);
    await sql`
      update app.delivery_targets set trashed_at = now() where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.trashed',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name },
    });
    return { id, name };
  });
}
