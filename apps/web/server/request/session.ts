import type { CompanyRole, SupportScope } from '@readout/domain/actor';
import type { PlatformRole } from '@readout/domain/platform-policy';

/** Who is signed in, and the company they work in at the moment. */
export interface Session {
  sessionId: string;
  user: {
    id: string;
    name: string;
    email: string;
    role: PlatformRole;
    emailVerified: boolean;
    /** Whether signing in takes a second factor. */
    twoFactor: boolean;
    /** Versions of the legal texts that were accepted; null: none. */
    termsVersion: string | null;
    privacyVersion: string | null;
    /** Newest release seen on the changelog. */
    changelogSeen: string | null;
    /** Chosen for pages and mails; null: as the browser asks. */
    language: string | null;
    /** Whether a letter, digit or sign alone is a shortcut for them. */
    singleKeys: boolean;
  };
  company: {
    id: string;
    name: string;
    slug: string;
    status: 'active' | 'suspended' | 'closing';
    /** ISO 8601; when closing was asked for, null where it was not. */
    closingAt: string | null;
    /** Whether members need a second factor here. */
    requiresTwoFactor: boolean;
  } | null;
  /** Role in `company`; null without one. */
  role: CompanyRole | null;
  companies: { id: string; name: string; role: CompanyRole; requiresTwoFactor: boolean }[];
  /** A phone paired by QR code: an operator in one company, until then. */
  phone?: {
    name: string;
    /** ISO 8601. */
    until: string;
  };
  /** Id of who acts as this user on behalf of the installation. */
  impersonatedBy?: string;
  /** ISO 8601; when that ends by itself. */
  actingUntil?: string;
  /** And their name. */
  impersonatedByName?: string;
  /** What an owner of the company lets them do besides reading; absent: nothing. */
  support?: SupportScope;
}
