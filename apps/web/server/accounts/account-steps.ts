import type { DB } from '@readout/database';
import type { SignUpDeps } from '@readout/domain/companies/sign-up';
import { AppError } from '@readout/domain/errors';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import { noteSignIn, type SignInMethod } from '@readout/domain/users/note-sign-in';
import { type Allowance, accountKnowsDevice } from '@readout/domain/users/sign-in-attempts';
import { spokenLanguage } from '@readout/texts';
import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { browserName } from '../request/browser-name.ts';
import type { Client } from '../request/client.ts';
import { currentLocale } from '../request/locale.ts';
import { readCookie } from '../request/read-cookie.ts';
import { type Auth, clientAddressHeader } from './auth.ts';
import { type Device, deviceCookie, newDeviceId, readDevice } from './device-cookie.ts';
import { readSignedCookie } from './session.ts';
import type { SignInProviderConfig } from './sign-in-providers.ts';

export interface AccountsDeps {
  auth: Auth;
  /** `app`: for the audit lists of companies. */
  db: { auth: Kysely<DB>; app: Kysely<DB> };
  mailer: Mailer;
  signUp: Pick<SignUpDeps, 'mode' | 'setupCode' | 'firstPlugins'>;
  providers: SignInProviderConfig[];
  /** Whether cookies are sent encrypted only. */
  isSecure: boolean;
  /** Under which recovery codes are hashed. */
  recoveryCodeKey: string;
  /** How long answers take at least that must not tell who has an account: longer than the work for one. */
  answerMs?: number;
}

/** One request about accounts, in the form in which its steps need it. */
export interface AccountRequest extends Required<AccountsDeps> {
  client: Client;
  userAgent: string;
  /** The request's headers with the client's address as the server knows it. */
  headers(): Headers;
  cookie(name: string): string | undefined;
}

/** Accounts made from one network, with and without an invitation. */
export const signUpsOfNetwork: Allowance = { free: 60, seconds: 60 };
/** Address of the page for the second factor: `location` of a sign-in that needs it. */
export const secondFactorPage = '/auth/two-factor';

export function accountRequest(
  deps: AccountsDeps,
  request: { headers: Headers; client: Client },
): AccountRequest {
  return {
    answerMs: 600,
    ...deps,
    client: request.client,
    userAgent: request.headers.get('user-agent') ?? '',
    headers() {
      const copy = new Headers(request.headers);
      copy.set(clientAddressHeader, request.client.address);
      return copy;
    },
    cookie: (name) => readCookie(request.headers.get('cookie'), name),
  };
}

export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers();
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie);
  return cookies;
}

/**
 * What to send after better-auth let somebody in: its cookies and the browser's own, and the sign-in is noted. Where it
 * asks for the second factor first, `location` is that page.
 */
export async function finishSignIn(
  request: AccountRequest,
  answer: Headers,
  how: { method: SignInMethod; provider?: string; secondFactor?: 'totp' | 'recovery_code' },
): Promise<Headers> {
  const headers = cookiesOf(answer);
  const session = await startedSession(request, headers);
  if (!session) {
    headers.set('location', secondFactorPage);
    return headers;
  }
  const context = await request.auth.$context;
  const signing = { secret: context.secret, isSecure: request.isSecure };
  const deps = { auth: request.db.auth, mailer: request.mailer };
  const device = await deviceOf(request);
  const isKept =
    device?.isSigned || (device && (await accountKnowsDevice(deps, session.userId, device.id))) || false;
  const deviceId = device && isKept ? device.id : newDeviceId();
  await noteSignIn(deps, {
    ...how,
    userId: session.userId,
    sessionId: session.id,
    formerToken: readSignedCookie(request.cookie(context.authCookies.sessionToken.name), context.secret),
    deviceId,
    browser: browserName(request.userAgent),
    ipAddress: request.client.address,
    userAgent: request.userAgent,
    language: spokenLanguage(currentLocale()),
  });
  headers.append('set-cookie', deviceCookie(deviceId, signing));
  return headers;
}

/** The device a request says it comes from. */
export async function deviceOf({
  auth,
  cookie,
  isSecure,
}: Pick<AccountRequest, 'auth' | 'cookie' | 'isSecure'>): Promise<Device | undefined> {
  return readDevice(cookie, { secret: (await auth.$context).secret, isSecure });
}

/** The session that better-auth's cookies begin, undefined where they begin none. */
export async function startedSession(
  { auth, db }: Pick<AccountsDeps, 'auth'> & { db: { auth: Kysely<DB> } },
  cookies: Headers,
): Promise<{ id: string; userId: string } | undefined> {
  const { name } = (await auth.$context).authCookies.sessionToken;
  // The last one counts, as it does in the browser.
  const cookie = cookies.getSetCookie().findLast((each) => each.startsWith(`${name}=`));
  const value = readCookie(cookie?.split(';')[0], name);
  const token = value?.slice(0, value.lastIndexOf('.'));
  if (!token) return undefined;
  const row = await db.auth
    .selectFrom('auth.session')
    .select(['id', 'user_id'])
    .where('token', '=', token)
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id };
}

/** The foreseen error behind one of better-auth; what it does not foresee is thrown as it is. */
export function refusal(error: unknown): unknown {
  if (!isAPIError(error)) return error;
  const code = error.body?.code ?? '';
  // Of two who give one recovery code at once, the second.
  const known = refusals[error.statusCode === 409 ? 'INVALID_BACKUP_CODE' : code];
  if (known) return known({ cause: error });
  // An unknown address, a wrong password and a malformed one are the same answer: none tells whether the account exists.
  return error.statusCode >= 500 ? error : new AppError('sign_in.wrong', {}, { cause: error });
}

const begunTooLongAgo = (options: ErrorOptions) => new AppError('two_factor.expired', {}, options);

const refusals: Record<string, (options: ErrorOptions) => AppError> = {
  BANNED_USER: (options) => new AppError('sign_in.suspended', {}, options),
  EMAIL_NOT_VERIFIED: (options) => new AppError('sign_in.unverified', {}, options),
  INVALID_CODE: (options) => new AppError('two_factor.wrong', {}, options),
  INVALID_BACKUP_CODE: (options) => new AppError('two_factor.wrong', { reason: 'recovery_code' }, options),
  INVALID_TWO_FACTOR_COOKIE: begunTooLongAgo,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: (options) =>
    new AppError('two_factor.expired', { reason: 'too_many_codes' }, options),
  TOTP_NOT_ENABLED: begunTooLongAgo,
  BACKUP_CODES_NOT_ENABLED: begunTooLongAgo,
};

/** Calls better-auth; what it refuses becomes an AppError. */
export async function asking<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusal(error);
  }
}

/** Answers that must tell nothing take the same time, whatever there was to do. */
export async function takingAtLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const pause = new Promise<void>((done) => setTimeout(done, milliseconds));
  const [outcome] = await Promise.allSettled([work(), pause]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
