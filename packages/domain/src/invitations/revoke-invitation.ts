import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { demandChange, demandManaging } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { invitationNotFound } from './check-invitation.ts';

/** Withdraws an invitation nobody has accepted: its link stops working. @throws AppError `role.not_allowed`, `invitation.not_found` */
export async function revokeInvitation(
  { db }: { db: Kysely<DB> },
  { scope, invitationId }: { scope: Scope; invitationId: string },
): Promise<void> {
  demandChange(scope, 'invitations.manage');
  const { companyId, actor } = scope;
  if (!isUuid(invitationId)) throw invitationNotFound();
  await inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ email: string | null; domain: string | null; role: CompanyRole }>`
      update app.invitations set revoked_at = now()
      where company_id = ${companyId}::uuid and id = ${invitationId}::uuid and accepted_at is null and revoked_at is null
      returning email, domain, role`.execute(trx);
    const row = rows[0];
    if (!row) throw invitationNotFound();
    demandManaging(actor, row.role);
    await recordAuditEvent(trx, scope, {
      action: 'invitation.withdrawn',
      subjectType: 'invitation',
      subjectId: invitationId,
      detail: { ...(row.email ? { email: row.email } : { domain: row.domain }), role: row.role },
    });
  });
}
