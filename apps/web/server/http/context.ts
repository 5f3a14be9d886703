import type { AppError } from '@readout/domain/errors';
import { createContext, type RouterContext } from 'react-router';
import type { AccountSecurity } from '../accounts/account-security.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Session } from '../request/session.ts';
import type { Services } from '../services.ts';

// The server imports this file as TypeScript and the pages as part of their bundle: two modules, so the
// contexts are kept where both find the same object.
const shared = globalThis as unknown as Record<symbol, RouterContext<unknown> | undefined>;

function sharedContext<T>(name: string, ...initial: [] | [T]): RouterContext<T> {
  const key = Symbol.for(`readout.${name}`);
  shared[key] ??= (
    initial.length === 0 ? createContext<T>() : createContext<T>(initial[0])
  ) as RouterContext<unknown>;
  return shared[key] as RouterContext<T>;
}

export const servicesContext = sharedContext<Services>('services');
/** Signing up, in and out for this request. */
export const accountsContext = sharedContext<Accounts>('accounts');
/** The account of who is signed in; null where nobody is. */
export const accountSecurityContext = sharedContext<AccountSecurity | null>('account security', null);
/** IP address a request comes from, for lists of events. */
export const clientAddressContext = sharedContext<string>('client address', '');
/** Scheme and host a request was sent to. */
export const clientOriginContext = sharedContext<string>('client origin', '');
export const sessionContext = sharedContext<Session | null>('session', null);
/** The same for the page that answers: where a form was sent without scripts, as its action left it. */
export const shownSessionContext = sharedContext<() => Promise<Session | null>>(
  'shown session',
  async () => null,
);

/**
 * Nonce of this response's `Content-Security-Policy`. The pages need
 * `script-src 'self' 'nonce-…'; style-src 'self' 'nonce-…'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:`.
 */
export const nonceContext = sharedContext<string>('nonce', '');

/** The `Content-Security-Policy` of this response, for a page whose form may lead somewhere else. */
export const policyContext = sharedContext<(formTarget: string) => string>('policy');

/** Why this request's change is not carried out now (maintenance); null where it is. */
export const refusalContext = sharedContext<AppError | null>('refusal', null);

/** Set by `handleError` for an unforeseen failure; names its line in the server's log. */
export const digestContext = sharedContext<string>('digest', '');
