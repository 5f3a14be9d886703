import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockSettings } from '../companies/company-settings.ts';
import { lockSelf } from '../companies/locked-members.ts';
import { readCompanyName } from '../companies/read-company.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { inChange, type Trx } from '../in-scope.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { demandChange, demandManaging } from '../policy.ts';
import { demandRoomForOne, type InvitationInput, parseInvitation } from './check-invitation.ts';
import { mailInvitation } from './invitation-mail.ts';
import { invitationLink, newInvitationToken } from './invitation-token.ts';
import type { IssuedInvitation } from './rules.ts';

/**
 * Invites one address, or one person with an address of a domain, to the company: by mail to exactly that address, or
 * with a link to pass on. Either works once, and only its SHA-256 is kept. A role below one's own, for owners any.
 * @throws AppError `role.not_allowed`, `invitation.bad_input`, `invitation.already_member`, `invitation.already_open`,
 *   `company.members_used_up`, `invitation.too_many`, `company.suspended`, `company.closing`
 */
export async function createInvitation(
  { db, mailer }: { db: Kysely<DB>; mailer: Mailer },
  { scope, by, ...input }: { scope: Scope; by: 'mail' | 'link' } & InvitationInput,
): Promise<IssuedInvitation> {
  demandChange(scope, 'invitations.manage');
  const { companyId, actor } = scope;
  const { email, domain, role, days } = parseInvitation(input);
  if (by === 'mail' && email === null)
    throw new AppError('invitation.bad_input', {
      fields: { domain: fieldText('domain_is_link') },
    });
  return inChange(db, scope, async (trx) => {
    const self = await lockSelf(trx, scope);
    demandManaging(self, role);
    await lockSettings(trx, companyId);
    if (email !== null) await demandUninvited(trx, companyId, email);
    await demandRoomForOne(trx, scope);
    const { token, hash } = newInvitationToken();
    const { rows } = await sql<{ id: string; expires_at: Date }>`
      insert into app.invitations (company_id, email, domain, role, token_hash, invited_by, invited_by_name, expires_at, proves_address)
      values (${companyId}::uuid, ${email}, ${domain}, ${role}, ${hash}, ${actor.userId}::uuid, ${actor.name},
        now() + make_interval(days => ${days}), ${by === 'mail' && mailer.isConfigured})
      returning id, expires_at`.execute(trx);
    const { id, expires_at: expiresAt } = rows[0]!;
    if (by === 'mail' && email !== null)
      await mailInvitation(trx, mailer, {
        companyId,
        companyName: await readCompanyName(trx),
        email,
        role,
        invitedBy: { id: actor.userId, name: actor.name },
        token,
        expiresAt,
      });
    await recordAuditEvent(trx, scope, {
      action: 'invitation.made',
      subjectType: 'invitation',
      subjectId: id,
      detail: { ...(email ? { email } : { domain }), role, by, expiresAt: expiresAt.toISOString() },
    });
    return { id, link: by === 'link' ? invitationLink(mailer.origin, token) : null, expiresAt };
  });
}

async function demandUninvited(trx: Trx, companyId: string, email: string): Promise<void> {
  const { rows } = await sql<{ is_member: boolean; is_invited: boolean }>`
    select exists (select from app.members where lower(email) = ${email}) as is_member,
      exists (select from app.invitations where company_id = ${companyId}::uuid and email = ${email}
        and accepted_at is null and revoked_at is null and expires_at > now()) as is_invited`.execute(trx);
  const refuse = (sentence: string) => ({ fields: { email: sentence } });
  if (rows[0]?.is_member)
    throw new AppError('invitation.already_member', {
      reason: 'invited',
      email,
      ...refuse(fieldText('already_member')),
    });
  if (rows[0]?.is_invited)
    throw new AppError('invitation.already_open', {
      email,
      ...refuse(fieldText('already_invited')),
    });
}
