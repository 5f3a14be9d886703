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
      return new AppError(
        'conflict',
        'invitation.used',
        'This invitation was accepted already: its link works once.',
      );
    case 'expired':
      return new AppError('forbidden', 'invitation.expired', 'This invitation has expired.');
    case 'revoked':
      return new AppError('forbidden', 'invitation.revoked', 'This invitation was withdrawn.');
    case 'other_address':
      return new AppError(
        'forbidden',
        'invitation.other_address',
        'This invitation is for another address than the one of your account.',
      );
    case 'unverified':
      return new AppError(
        'forbidden',
        'invitation.unproven_address',
        'This invitation is for addresses of one domain. Confirm that yours is one first.',
      );
    case 'already_member':
      return new AppError(
        'conflict',
        'invitation.already_member',
        'You are a member of this company already.',
      );
    case 'full':
      return new AppError(
        'limit_reached',
        'company.members_used_up',
        'The company has as many members as it may have. Ask whoever invited you to make room.',
      );
    case 'suspended':
      return new AppError(
        'forbidden',
        'company.suspended',
        'The company is suspended and takes in nobody new. Ask whoever invited you.',
      );
    case 'closing':
      return new AppError(
        'forbidden',
        'company.closing',
        'The company is being closed and takes in nobody new. Ask whoever invited you.',
      );
    default:
      return new AppError(
        'not_found',
        'invitation.unknown',
        'There is no invitation with this link. It may have been replaced by a newer one.',
      );
  }
}
