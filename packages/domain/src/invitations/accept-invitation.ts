import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { type FoundInvitation, findInvitation, refusalOf } from './find-invitation.ts';
import { hashInvitationToken } from './invitation-token.ts';

/**
 * Makes the signed-in bearer of a link a member, once, and their session work in that company. An invitation for an
 * address is for the account with that address. One for a domain is for accounts whose address of that domain is
 * proven; where this installation sends no mails nothing can be proven, and the link itself is what lets in.
 * @throws AppError `invitation.unknown`, `invitation.used`, `invitation.expired`, `invitation.revoked`,
 *   `invitation.other_address`, `invitation.unproven_address`, `invitation.already_member`, `company.members_used_up`,
 *   `company.suspended`, `company.closing`, `support.read_only`
 */
export async function acceptInvitation(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  {
    token,
    user,
    sessionId,
    impersonatedBy,
    ipAddress,
  }: {
    token: string;
    user: { id: string; name: string };
    sessionId: string;
    impersonatedBy?: string | undefined;
    ipAddress: string | null;
  },
): Promise<{ companyId: string; companyName: string; role: CompanyRole }> {
  if (impersonatedBy) throw new AppError('support.read_only', { reason: 'invitation' });
  return auth.transaction().execute(async (trx) => {
    const invitation = await findInvitation({ auth: trx }, { token });
    const { rows } = await sql<{ refusal: string | null }>`
      select auth.accept_invitation(${hashInvitationToken(token)}, ${user.id}::uuid, ${mailer.isConfigured}, ${ipAddress}) as refusal`.execute(
      trx,
    );
    const refusal = rows[0]?.refusal ?? null;
    if (refusal !== null) throw refusalOf(refusal);
    await sql`
      update auth.session set active_company_id = ${invitation.companyId}::uuid, updated_at = now()
      where id = ${sessionId}::uuid and user_id = ${user.id}::uuid`.execute(trx);
    await tellInviter(trx, invitation, user);
    const { companyId, companyName, role } = invitation;
    return { companyId, companyName, role };
  });
}

/** In the transaction of joining. `trx`: as readout_auth. */
export async function tellInviter(
  trx: Kysely<DB>,
  { companyId, invitedBy, role }: Pick<FoundInvitation, 'companyId' | 'invitedBy' | 'role'>,
  user: { id: string; name: string },
): Promise<void> {
  await notify(trx, {
    companyId,
    userIds: [invitedBy],
    kind: 'member.joined',
    subjectType: 'member',
    subjectId: user.id,
    detail: { name: user.name, role },
    actorId: user.id,
  });
}
