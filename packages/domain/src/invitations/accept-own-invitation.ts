import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { isUuid } from '../uuid.ts';
import { tellInviter } from './accept-invitation.ts';
import { refusalOf } from './find-invitation.ts';

/**
 * The same as following the link of an invitation, for the person whose proved address it is for: they need no link to
 * show who they are. Makes their session work in that company.
 * @throws AppError `invitation.unknown` (also where it is for somebody else) and those of `acceptInvitation`
 */
export async function acceptOwnInvitation(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  {
    invitationId,
    user,
    sessionId,
    impersonatedBy,
    ipAddress,
  }: {
    invitationId: string;
    user: { id: string; name: string };
    sessionId: string;
    impersonatedBy?: string | undefined;
    ipAddress: string | null;
  },
): Promise<{ companyId: string; companyName: string; role: CompanyRole }> {
  if (impersonatedBy) throw new AppError('support.read_only', { reason: 'invitation' });
  if (!isUuid(invitationId)) throw refusalOf('unknown');
  return auth.transaction().execute(async (trx) => {
    const found = await sql<{
      token_hash: string;
      company_id: string;
      company_name: string;
      invited_by: string;
      role: CompanyRole;
    }>`select * from auth.find_own_invitation(${invitationId}::uuid, ${user.id}::uuid)`.execute(trx);
    const invitation = found.rows[0];
    if (!invitation) throw refusalOf('unknown');
    const { rows } = await sql<{ refusal: string | null }>`
      select auth.accept_invitation(${invitation.token_hash}, ${user.id}::uuid, ${mailer.isConfigured}, ${ipAddress}) as refusal`.execute(
      trx,
    );
    const refusal = rows[0]?.refusal ?? null;
    if (refusal !== null) throw refusalOf(refusal);
    await sql`
      update auth.session set active_company_id = ${invitation.company_id}::uuid, updated_at = now()
      where id = ${sessionId}::uuid and user_id = ${user.id}::uuid`.execute(trx);
    const { company_id: companyId, company_name: companyName, invited_by: invitedBy, role } = invitation;
    await tellInviter(trx, { companyId, invitedBy, role }, user);
    return { companyId, companyName, role };
  });
}
