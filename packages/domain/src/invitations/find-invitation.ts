import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import { hashInvitationToken } from './invitation-token.ts';

/** What the bearer of a link gets to see before they decide. */
export interface OfferedInvitation {
  companyId: string;
  companyName: string;
  role: CompanyRole;
  invitedByName: string;
  /** Exactly one of the two. */
  email: string | null;
  domain: string | null;
  /** ISO 8601. */
  expiresAt: string;
}

export interface FoundInvitation extends OfferedInvitation {
  invitedBy: string;
  /** Null: still open. */
  refusal: AppError | null;
  /** Whom it made a member already. */
  acceptedBy: string | null;
}

/** The invitation of a link's token, used up or not. @throws AppError `invitation.unknown` */
export async function findInvitation(
  { auth }: { auth: Kysely<DB> },
  { token }: { token: string },
): Promise<FoundInvitation> {
  const { rows } = await sql<{
    company_id: string;
    company_name: string;
    company_status: string;
    email: string | null;
    domain: string | null;
    role: CompanyRole;
    invited_by: string;
    invited_by_name: string;
    expires_at: Date;
    is_expired: boolean;
    revoked_at: Date | null;
    accepted_at: Date | null;
    accepted_by: string | null;
  }>`select * from auth.find_invitation(${hashInvitationToken(token)})`.execute(auth);
  const row = rows[0];
  if (!row) throw refusalOf('unknown');
  const state = row.accepted_at
    ? 'used'
    : row.revoked_at
      ? 'revoked'
      : row.is_expired
        ? 'expired'
        : row.company_status === 'active'
          ? null
          : row.company_status;
  return {
    companyId: row.company_id,
    companyName: row.company_name,
    role: row.role,
    invitedBy: row.invited_by,
    invitedByName: row.invited_by_name,
    email: row.email,
    domain: row.domain,
    expiresAt: row.expires_at.toISOString(),
    refusal: state === null ? null : refusalOf(state),
    acceptedBy: row.accepted_by,
  };
}

/** What the database answers instead of making somebody a member, in words. */
export function refusalOf(outcome: string): AppError {
  switch (outcome) {
    case 'used':
      return new AppError('invitation.used');
    case 'expired':
      return new AppError('invitation.expired');
    case 'revoked':
      return new AppError('invitation.revoked');
    case 'other_address':
      return new AppError('invitation.other_address');
    case 'unverified':
      return new AppError('invitation.unproven_address');
    case 'already_member':
      return new AppError('invitation.already_member');
    case 'full':
      return new AppError('company.members_used_up', { reason: 'invited' });
    case 'suspended':
      return new AppError('company.suspended', { reason: 'invitation' });
    case 'closing':
      return new AppError('company.closing', { reason: 'invitation' });
    default:
      return new AppError('invitation.unknown');
  }
}
