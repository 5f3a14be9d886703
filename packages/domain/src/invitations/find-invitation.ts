import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import { isoRows } from '../iso-rows.ts';
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
  const [row] = await isoRows(auth)<
    Omit<FoundInvitation, 'refusal'> & {
      companyStatus: string;
      isExpired: boolean;
      revokedAt: string | null;
      acceptedAt: string | null;
    }
  >`
    select company_id as "companyId", company_name as "companyName", company_status as "companyStatus", email, domain, role,
      invited_by as "invitedBy", invited_by_name as "invitedByName", expires_at as "expiresAt", is_expired as "isExpired",
      revoked_at as "revokedAt", accepted_at as "acceptedAt", accepted_by as "acceptedBy"
    from auth.find_invitation(${hashInvitationToken(token)})`;
  if (!row) throw refusalOf('unknown');
  const { companyStatus, isExpired, revokedAt, acceptedAt, ...invitation } = row;
  const state = acceptedAt
    ? 'used'
    : revokedAt
      ? 'revoked'
      : isExpired
        ? 'expired'
        : companyStatus === 'active'
          ? null
          : companyStatus;
  return { ...invitation, refusal: state === null ? null : refusalOf(state) };
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
