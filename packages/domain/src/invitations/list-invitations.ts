import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand, mayManage } from '../policy.ts';
import type { Invitation } from './rules.ts';

const maxListed = 200;

/** Invitations that wait for an answer, and those that expired in the last 30 days; newest first. */
export async function listInvitations(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<Invitation[]> {
  demand(scope, 'invitations.manage');
  return inScope(db, scope, async (trx) => {
    const rows = await isoRows(trx)<Omit<Invitation, 'manageable'>>`
      select id, email, domain, role, invited_by_name as "invitedBy", created_at as "createdAt", sent_at as "sentAt",
        expires_at as "expiresAt", case when expires_at > now() then 'open' else 'expired' end as state, proves_address as "byMail"
      from app.invitations
      where company_id = ${scope.companyId}::uuid and accepted_at is null and revoked_at is null
        and expires_at > now() - interval '30 days'
      order by created_at desc, id limit ${maxListed}`;
    return rows.map((row) => ({ ...row, manageable: mayManage(scope.actor, row.role) }));
  });
}
