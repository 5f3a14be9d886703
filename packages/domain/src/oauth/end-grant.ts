import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';

/** Why a grant ended that nobody ended by hand: something that works once was used twice, or its program gave it back. */
export type EndReason = 'used_twice' | 'by_program';

/** Ends a grant within what is being done: none of its tokens opens anything from the next request on. */
export async function endGrant(
  trx: Trx,
  scope: Scope,
  { grantId, name, reason }: { grantId: string; name: string; reason?: EndReason },
): Promise<void> {
  const { companyId, actor } = scope;
  const { numAffectedRows } = await sql`
    update app.oauth_grants set revoked_at = now(), revoked_by = ${actor.userId}::uuid
    where company_id = ${companyId}::uuid and id = ${grantId}::uuid and revoked_at is null`.execute(trx);
  if (!numAffectedRows) return;
  await recordAuditEvent(trx, scope, {
    action: 'program.ended',
    subjectType: 'program',
    subjectId: grantId,
    detail: { name, ...(reason ? { reason } : {}) },
  });
}
