import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { countSignInAttempt, forgetSignInAttempts } from '@readout/domain/users/sign-in-attempts';
import { isInstallationClaimed, type SignUpDeps, signUp } from '@readout/domain/users/sign-up';
import { switchCompany } from '@readout/domain/users/switch-company';
import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Session } from '../app/context.ts';
import { type Auth, clientAddressHeader } from './auth.ts';
import type { Client } from './http/client.ts';

export interface SignUpInput {
  name: string;
  email: string;
  password: string;
  companyName: string;
  /** BCP 47 tags of what is read, most important first; at least one. */
  languages: string[];
  /** BCP 47 tag of the person's locale. */
  locale: string;
  termsVersion: string;
  privacyVersion: string;
  /** Demanded for the first account of an installation unless it is made at the machine itself. */
  setupCode?: string;
}

export interface SignInInput {
  email: string;
  password: string;
}

/**
 * Signing up, in and out for one request (see `accountsContext` in app/context.ts). Each resolves to headers with the
 * cookies to send: `throw redirect('/app', { headers: await accounts.signIn(…) })`. Each throws `AppError`:
 *
 * - signUp: `sign_up.closed`, `sign_up.invite_only`, `sign_up.setup_code_needed`, `sign_up.setup_code_wrong`,
 *   `sign_up.not_possible` (for instance a known address; does not say why), `sign_up.invalid`
 *   (detail `{fields: {email?: string, …}}`, sentences), `sign_in.too_many_tries`
 * - signIn: `sign_in.wrong`, `sign_in.suspended`, `sign_in.too_many_tries` (detail `{retryAfterSeconds}`)
 * - switchCompany: `company.not_a_member`
 */
export interface Accounts {
  /** What the sign-up page has to ask for. */
  signUpState(): Promise<{
    mode: 'open' | 'invite' | 'closed';
    isFirstAccount: boolean;
    needsSetupCode: boolean;
  }>;
  signUp(input: SignUpInput): Promise<Headers>;
  signIn(input: SignInInput): Promise<Headers>;
  signOut(): Promise<Headers>;
  /** Makes another of the user's companies the one they work in. */
  switchCompany(session: Session, companyId: string): Promise<Headers>;
}

export interface AccountsDeps {
  auth: Auth;
  db: { auth: Kysely<DB> };
  signUp: Pick<SignUpDeps, 'mode' | 'setupCode' | 'plugins'>;
}

/** What a request can do about accounts. */
export function accountsFor(deps: AccountsDeps, request: { headers: Headers; client: Client }): Accounts {
  const { auth, db } = deps;
  const { client } = request;
  const headers = () => {
    const copy = new Headers(request.headers);
    copy.set(clientAddressHeader, client.address);
    return copy;
  };

  async function startSession({ email, password }: SignInInput): Promise<Headers> {
    try {
      const answer = await auth.api.signInEmail({
        body: { email, password },
        headers: headers(),
        returnHeaders: true,
      });
      return cookiesOf(answer.headers);
    } catch (error) {
      if (isAPIError(error)) throw refusal(error);
      throw error;
    }
  }

  return {
    async signUpState() {
      const isFirstAccount = !(await isInstallationClaimed({ auth: db.auth }));
      return { mode: deps.signUp.mode, isFirstAccount, needsSetupCode: isFirstAccount && !client.isLoopback };
    },

    async signUp(input) {
      await countSignInAttempt(
        { auth: db.auth },
        { email: `sign-up ${input.email}`, ipAddress: client.address },
      );
      const { password } = await auth.$context;
      await signUp(
        { ...deps.signUp, auth: db.auth, hashPassword: password.hash },
        { ...input, isLoopback: client.isLoopback, ipAddress: client.address },
      );
      return startSession({ email: input.email.trim().toLowerCase(), password: input.password });
    },

    async signIn({ email, password }) {
      const attempt = { email, ipAddress: client.address };
      await countSignInAttempt({ auth: db.auth }, attempt);
      const cookies = await startSession({ email: email.trim().toLowerCase(), password });
      await forgetSignInAttempts({ auth: db.auth }, attempt);
      return cookies;
    },

    async signOut() {
      const { headers: answer } = await auth.api.signOut({ headers: headers(), returnHeaders: true });
      return cookiesOf(answer);
    },

    async switchCompany(session, companyId) {
      await switchCompany(
        { auth: db.auth },
        { sessionId: session.sessionId, userId: session.user.id, companyId },
      );
      return new Headers();
    },
  };
}

function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers();
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie);
  return cookies;
}

/** An unknown address, a wrong password and a malformed one are the same answer: none tells whether the account exists. */
function refusal(error: { body?: { code?: string } | undefined }): AppError {
  if (error.body?.code === 'BANNED_USER') {
    return new AppError(
      'forbidden',
      'sign_in.suspended',
      'This account is suspended. Ask whoever runs this Readout.',
      {},
      { cause: error },
    );
  }
  return new AppError(
    'unauthenticated',
    'sign_in.wrong',
    'E-mail address and password do not match an account.',
    {},
    { cause: error },
  );
}
