import type { Scope } from '@readout/domain/actor';
import { hasAcceptedTerms, type LegalVersions } from '@readout/domain/users/rules';
import type { Session } from './session.ts';

/** A session that has a company to work in. */
export type MemberSession = Session & {
  company: NonNullable<Session['company']>;
  role: NonNullable<Session['role']>;
};

export function isMember(session: Session): session is MemberSession {
  return session.company !== null && session.role !== null;
}

/** Company and person of a request, for pages and programs alike. */
export function scopeOf(session: MemberSession, ipAddress: string): Scope {
  return {
    companyId: session.company.id,
    actor: {
      userId: session.user.id,
      name: session.user.name,
      role: session.role,
      ipAddress,
      ...(session.impersonatedBy
        ? {
            impersonatedBy: session.impersonatedBy,
            impersonatedByName: session.impersonatedByName ?? '',
            ...(session.support ? { support: session.support } : {}),
          }
        : {}),
    },
  };
}

/** The same person in another of their companies; undefined where they are no member. */
export function sessionIn(session: Session, companyId: string): MemberSession | undefined {
  const company = session.companies.find(({ id }) => id === companyId);
  if (!company) return undefined;
  const { id, name, role, requiresTwoFactor } = company;
  // Whether the company is open is looked at where something is done in it.
  const other = { id, name, requiresTwoFactor, slug: '', status: 'active' as const, closingAt: null };
  return { ...session, company: session.company?.id === id ? session.company : other, role };
}

/** Whether the legal texts have to be accepted first. A platform admin who acts as somebody cannot do that for them. */
export function owesTerms(session: Session, current: LegalVersions): boolean {
  return !session.impersonatedBy && !hasAcceptedTerms(session.user, current);
}

/** Whether the company lets nobody in who has no second factor, and this user has none. */
export function owesSecondFactor(session: Session): boolean {
  return !session.impersonatedBy && session.company?.requiresTwoFactor === true && !session.user.twoFactor;
}
