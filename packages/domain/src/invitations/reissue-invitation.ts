import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockSettings } from '../companies/company-settings.ts';
import { lockSelf } from '../companies/locked-members.ts';
import { readCompanyName } from '../companies/read-company.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { demandChange, demandManaging } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { demandRoomForOne, invitationNotFound, resendAfterSeconds } from './check-invitation.ts';
import { mailInvitation } from './invitation-mail.ts';
import { invitationLink, newInvitationToken } from './invitation-token.ts';
import type { IssuedInvitation } from './rules.ts';

/**
 * A new link for an invitation nobody has accepted, by mail or to pass on, for as many days as the first. The old link
 * stops working.
 * @throws AppError `role.not_allowed`, `invitation.not_found`, `invitation.bad_input`, `invitation.too_soon`,
 *   `company.members_used_up`, `company.suspended`, `company.closing`
 */
export async function reissueInvitation(
  { db, mailer }: { db: Kysely<DB>; mailer: Mailer },
  { scope, invitationId, by }: { scope: Scope; invitationId: string; by: 'mail' | 'link' },
): Promise<IssuedInvitation> {
  demandChange(scope, 'invitations.manage');
  const { companyId, actor } = scope;
  if (!isUuid(invitationId)) throw invitationNotFound();
  return inChange(db, scope, async (trx) => {
    const self = await lockSelf(trx, scope);
    await lockSettings(trx, companyId);
    const { rows } = await sql<{
      email: string | null;
      domain: string | null;
      role: CompanyRole;
      is_open: boolean;
      seconds_ago: number;
    }>`
      select email, domain, role, expires_at > now() as is_open, extract(epoch from now() - sent_at)::int as seconds_ago
      from app.invitations
      where company_id = ${companyId}::uuid and id = ${invitationId}::uuid and accepted_at is null and revoked_at is null
      for update`.execute(trx);
    const row = rows[0];
    if (!row) throw invitationNotFound();
    demandManaging(self, row.role);
    if (by === 'mail' && row.email === null) throw new AppError('invitation.bad_input', { reason: 'domain' });
    if (by === 'mail' && row.seconds_ago < resendAfterSeconds)
      throw new AppError('invitation.too_soon', { retryAfterSeconds: resendAfterSeconds - row.seconds_ago });
    if (!row.is_open) await demandRoomForOne(trx, scope);
    const { token, hash } = newInvitationToken();
    const { rows: changed } = await sql<{ expires_at: Date }>`
      update app.invitations
      set token_hash = ${hash}, expires_at = now() + (expires_at - sent_at), sent_at = now(), proves_address = ${by === 'mail' && mailer.isConfigured}
      where company_id = ${companyId}::uuid and id = ${invitationId}::uuid returning expires_at`.execute(trx);
    const expiresAt = changed[0]!.expires_at;
    if (by === 'mail' && row.email !== null)
      await mailInvitation(trx, mailer, {
        companyId,
        companyName: await readCompanyName(trx),
        email: row.email,
        role: row.role,
        invitedBy: { id: actor.userId, name: actor.name },
        token,
        expiresAt,
      });
    await recordAuditEvent(trx, scope, {
      action: 'invitation.sent_again',
      subjectType: 'invitation',
      subjectId: invitationId,
      detail: { ...(row.email ? { email: row.email } : { domain: row.domain }), role: row.role, by },
    });
    return {
      id: invitationId,
      link: by === 'link' ? invitationLink(mailer.origin, token) : null,
      expiresAt,
    };
  });
}
