import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
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
    const { rows } = await sql<{
      id: string;
      email: string | null;
      domain: string | null;
      role: CompanyRole;
      invited_by_name: string;
      created_at: Date;
      sent_at: Date;
      expires_at: Date;
      is_open: boolean;
      proves_address: boolean;
    }>`
      select id, email, domain, role, invited_by_name, created_at, sent_at, expires_at, expires_at > now() as is_open, proves_address
      from app.invitations
      where company_id = ${scope.companyId}::uuid and accepted_at is null and revoked_at is null
        and expires_at > now() - interval '30 days'
      order by created_at desc, id limit ${maxListed}`.execute(trx);
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      domain: row.domain,
      role: row.role,
      invitedBy: row.invited_by_name,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state: row.is_open ? ('open' as const) : ('expired' as const),
      byMail: row.proves_address,
      manageable: mayManage(scope.actor, row.role),
    }));
  });
}
