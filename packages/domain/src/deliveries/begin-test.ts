import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { type OpenedTarget, openTarget, sealedColumns } from './begin-delivery.ts';
import type { SecretVault } from './secret-vault.ts';
import { targetNotFound } from './target-rows.ts';

/**
 * Opens a target to send it a sample, paused or not. Nothing of the outbox is sent.
 * @throws AppError `delivery.target_not_found`
 */
export async function beginTest(
  { db, vault }: { db: Kysely<DB>; vault: SecretVault },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<{ name: string; target: OpenedTarget }> {
  demandChange(scope, 'webhooks.manage');
  if (!isUuid(targetId)) throw targetNotFound();
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql<Parameters<typeof openTarget>[2] & { name: string }>`
      select ${sealedColumns}, t.name from app.delivery_targets t
      where t.company_id = ${companyId}::uuid and t.id = ${targetId}::uuid and t.trashed_at is null`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw targetNotFound();
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.tested',
      subjectType: 'delivery_target',
      subjectId: row.id,
      detail: { name: row.name },
    });
    return { name: row.name, target: openTarget(vault, companyId, row) };
  });
}
