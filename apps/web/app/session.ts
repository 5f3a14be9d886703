import type { Scope } from '@readout/domain/actor';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { textsIn } from '@readout/texts';
import { data, type RouterContextProvider, redirect } from 'react-router';
import type { AccountSecurity } from '../server/accounts/account-security.ts';
import {
  accountSecurityContext,
  clientAddressContext,
  servicesContext,
  sessionContext,
} from '../server/http/context.ts';
import { localAddress } from '../server/request/local-address.ts';
import { currentLocale } from '../server/request/locale.ts';
import {
  isMember,
  type MemberSession,
  owesSecondFactor,
  owesTerms,
  scopeOf,
} from '../server/request/scope-of.ts';
import type { Session } from '../server/request/session.ts';
import type { Services } from '../server/services.ts';

type LoadContext = Readonly<RouterContextProvider>;

export type { MemberSession };
export { localAddress };

/** Address to come back to after signing in: path and query only, so that it can never lead elsewhere. */
function returnAddress(request: Request): string {
  const url = new URL(request.url);
  // Loader requests of client navigations end in `.data`.
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  url.searchParams.delete('_routes');
  return `${path}${url.search}`;
}

/** Where someone who does not accept new terms can still take their data and leave, or set up what is asked for. */
const isOwnAccount = (path: string) => /^\/settings\/(account|security)([/?]|$)/.test(path);

/** @throws a redirect to the sign-in page, or to the page where the newest terms are accepted. */
export function requireSession(
  context: LoadContext,
  request: Request,
): { services: Services; session: Session } {
  const session = context.get(sessionContext);
  const services = context.get(servicesContext);
  const here = returnAddress(request);
  if (!session) throw redirect(`/auth/sign-in?to=${encodeURIComponent(here)}`);
  if (owesTerms(session, services.legal.current()) && !isOwnAccount(here))
    throw redirect(`/auth/terms?to=${encodeURIComponent(here)}`);
  return { services, session };
}

/** The account of who is signed in. @throws a redirect to the sign-in page */
export function requireOwnAccount(
  context: LoadContext,
  request: Request,
): { services: Services; session: Session; security: AccountSecurity } {
  const given = requireSession(context, request);
  const security = context.get(accountSecurityContext);
  if (!security) throw new Error('The server gave no account to a request that has a session.');
  return { ...given, security };
}

/**
 * @throws a redirect as `requireSession`, or to where a second factor is set up when the company demands one, or a 403
 *   for a user who belongs to no company.
 */
export function requireMember(
  context: LoadContext,
  request: Request,
): { services: Services; session: MemberSession; scope: Scope } {
  const { services, session } = requireSession(context, request);
  if (!isMember(session)) throw data({ code: 'company.none' }, { status: 403 });
  if (owesSecondFactor(session) && !isOwnAccount(returnAddress(request)))
    throw redirect('/settings/security?needed=two-factor');
  return { services, session, scope: scopeOf(session, context.get(clientAddressContext)) };
}

/**
 * Who looks after the installation; what their role lets them do, each use case demands.
 * @throws a redirect to the sign-in page, or a 403 for a user without a role of the installation.
 */
export function requirePlatform(
  context: LoadContext,
  request: Request,
): { services: Services; session: Session; actor: PlatformActor } {
  const { services, session } = requireSession(context, request);
  if (session.impersonatedBy) {
    const text = textsIn(currentLocale());
    throw data(
      {
        code: 'support.not_while_acting',
        title: text('error.support.not_while_acting.title'),
        detail: text('error.support.not_while_acting.sentence', { name: session.user.name }),
      },
      { status: 403 },
    );
  }
  if (session.user.role === 'user') throw data({ code: 'platform.admin_only' }, { status: 403 });
  return {
    services,
    session,
    actor: {
      userId: session.user.id,
      name: session.user.name,
      platformRole: session.user.role,
      ipAddress: context.get(clientAddressContext),
    },
  };
}
