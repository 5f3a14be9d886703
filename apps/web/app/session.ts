import type { Scope } from '@readout/domain/actor';
import type { PlatformActor } from '@readout/domain/platform/platform-actor';
import { data, type RouterContextProvider, redirect } from 'react-router';
import type { Services } from '../server/services.ts';
import { clientAddressContext, type Session, servicesContext, sessionContext } from './context.ts';

type LoadContext = Readonly<RouterContextProvider>;

/** A session that has a company to work in. */
export type MemberSession = Session & {
  company: NonNullable<Session['company']>;
  role: NonNullable<Session['role']>;
};

/** Address to come back to after signing in: path and query only, so that it can never lead elsewhere. */
function returnAddress(request: Request): string {
  const url = new URL(request.url);
  // Loader requests of client navigations end in `.data`.
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  url.searchParams.delete('_routes');
  return `${path}${url.search}`;
}

export function requireSession(
  context: LoadContext,
  request: Request,
): { services: Services; session: Session } {
  const session = context.get(sessionContext);
  if (!session) throw redirect(`/auth/sign-in?to=${encodeURIComponent(returnAddress(request))}`);
  return { services: context.get(servicesContext), session };
}

/** @throws a redirect to the sign-in page, or a 403 for a user who belongs to no company. */
export function requireMember(
  context: LoadContext,
  request: Request,
): { services: Services; session: MemberSession; scope: Scope } {
  const { services, session } = requireSession(context, request);
  if (!session.company || !session.role) {
    throw data({ code: 'company.none' }, { status: 403 });
  }
  const member = session as MemberSession;
  return {
    services,
    session: member,
    scope: {
      companyId: member.company.id,
      actor: {
        userId: member.user.id,
        name: member.user.name,
        role: member.role,
        ipAddress: context.get(clientAddressContext),
        ...(member.impersonatedBy
          ? { impersonatedBy: member.impersonatedBy, supportAccess: member.supportAccess ?? false }
          : {}),
      },
    },
  };
}

/** @throws a redirect to the sign-in page, or a 403 for a user who does not administer the platform. */
export function requirePlatformAdmin(
  context: LoadContext,
  request: Request,
): { services: Services; session: Session; actor: PlatformActor } {
  const { services, session } = requireSession(context, request);
  if (session.user.role !== 'admin' || session.impersonatedBy)
    throw data({ code: 'platform.admin_only' }, { status: 403 });
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

/** `to` when it is an address of this application, else `fallback`. */
export function localAddress(to: FormDataEntryValue | string | null | undefined, fallback: string): string {
  if (typeof to !== 'string' || !to.startsWith('/') || to.startsWith('//') || to.includes('\\'))
    return fallback;
  return to;
}
