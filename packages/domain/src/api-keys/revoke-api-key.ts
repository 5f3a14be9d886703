import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';

/**
 * The next request with this key is refused; it never works again. Also in a company that is suspended or closing: this
 * only takes access away.
 * @throws AppError `api_key.not_found`, `api_key.revoked_already`
 */
export async function revokeApiKey(
  { db }: { db: Kysely<DB> },
  { scope, apiKeyId }: { scope: Scope; apiKeyId: string },
): Promise<{ name: string }> {
  demandChange(scope, 'api_keys.manage');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string; name: string; prefix: string; was_revoked: boolean }>`
      update app.api_keys k set revoked_at = coalesce(k.revoked_at, now()),
        revoked_by = coalesce(k.revoked_by, ${scope.actor.userId}::uuid)
      from (select id, revoked_at from app.api_keys
            where company_id = ${scope.companyId}::uuid and id::text = ${apiKeyId.replaceAll('\0', '').toLowerCase()} for update) before
      where k.company_id = ${scope.companyId}::uuid and k.id = before.id
      returning k.id, k.name, k.prefix, before.revoked_at is not null as was_revoked`.execute(trx);
    const key = rows[0];
    if (!key) throw new AppError('api_key.not_found');
    if (key.was_revoked) throw new AppError('api_key.revoked_already');
    await recordAuditEvent(trx, scope, {
      action: 'api_key.revoked',
      subjectType: 'api_key',
      subjectId: key.id,
      detail: { name: key.name, prefix: key.prefix },
    });
    return { name: key.name };
  });
}
