import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { formerSecretHours } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import { lockTarget, newSigningSecret } from './target-rows.ts';

/**
 * Gives a webhook a new secret. For 24 hours every request is signed with both, so that nothing is refused meanwhile.
 * @throws AppError `delivery.target_not_found`, `delivery.not_signed`
 */
export async function rotateSecret(
  { db, vault }: { db: Kysely<DB>; vault: SecretVault },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<{ id: string; name: string; secret: string; formerSecretUntil: string }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, kind, name } = await lockTarget(trx, companyId, targetId);
    if (kind !== 'webhook') throw new AppError('delivery.not_signed');
    const secret = newSigningSecret();
    const { rows } = await sql<{ until: Date }>`
      update app.delivery_targets set former_secret_sealed = secret_sealed, secret_sealed = ${vault.seal(secret, ownerOf(companyId, id))},
        former_secret_until = now() + make_interval(hours => ${formerSecretHours})
      where company_id = ${companyId}::uuid and id = ${id}::uuid returning former_secret_until as until`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.secret_rotated',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name },
    });
    return { id, name, secret, formerSecretUntil: rows[0]!.until.toISOString() };
  });
}
