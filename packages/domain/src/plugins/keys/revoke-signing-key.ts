import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inScope } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';

/**
 * Takes nothing more that this key signs. What it signed before stays; of the server's own key a new one is made when
 * the next plugin is published.
 * @throws AppError `signing_key.not_found`, `signing_key.revoked_already`
 */
export async function revokeSigningKey(
  { db }: { db: Kysely<DB> },
  { scope, keyId }: { scope: Scope; keyId: string },
): Promise<void> {
  demandChange(scope, 'plugins.manage');
  await inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ name: string; was_revoked: boolean }>`
      update app.signing_keys k set revoked_at = coalesce(k.revoked_at, now())
      from (select key_id, revoked_at from app.signing_keys
            where company_id = ${scope.companyId}::uuid and key_id = ${keyId.replaceAll('\0', '')} for update) before
      where k.company_id = ${scope.companyId}::uuid and k.key_id = before.key_id
      returning k.name, before.revoked_at is not null as was_revoked`.execute(trx);
    const [key] = rows;
    if (!key) throw new AppError('signing_key.not_found', { keyId: keyId.slice(0, 40) });
    if (key.was_revoked) throw new AppError('signing_key.revoked_already');
    await recordAuditEvent(trx, scope, {
      action: 'signing_key.revoked',
      subjectType: 'signing_key',
      subjectId: keyId,
      detail: { name: key.name },
    });
  });
}
