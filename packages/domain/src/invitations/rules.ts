import type { CompanyRole } from '../actor.ts';

export const defaultDays = 7;
export const minDays = 1;
export const maxDays = 30;

/** An invitation as those who manage members see it; its link is shown once, when it is made. */
export interface Invitation {
  id: string;
  /** Exactly one of the two. */
  email: string | null;
  domain: string | null;
  role: CompanyRole;
  invitedBy: string;
  /** ISO 8601. */
  createdAt: string;
  sentAt: string;
  expiresAt: string;
  state: 'open' | 'expired';
  /** Whether the link went by mail and only by mail. */
  byMail: boolean;
  /** Whether the actor may send it again or withdraw it. */
  manageable: boolean;
}

/** What an invitation became, and its link where it was not sent by mail. */
export interface IssuedInvitation {
  id: string;
  /** Null: it went by mail, and nobody but its reader gets to see it. */
  link: string | null;
  expiresAt: Date;
}
