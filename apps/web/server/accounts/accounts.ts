import { isInstallationClaimed, signUp } from '@readout/domain/companies/sign-up';
import { AppError } from '@readout/domain/errors';
import type { InvitedSignUp } from '@readout/domain/invitations/sign-up-with-invitation';
import { queueMail } from '@readout/domain/mails/queue-mail';
import { acceptTerms } from '@readout/domain/users/accept-terms';
import { networkOf } from '@readout/domain/users/network-of';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import type { LegalVersions } from '@readout/domain/users/rules';
import { type Allowance, countTries } from '@readout/domain/users/sign-in-attempts';
import { switchCompany } from '@readout/domain/users/switch-company';
import type { Client } from '../request/client.ts';
import type { Session } from '../request/session.ts';
import { accountFactors } from './account-factors.ts';
import { accountLinks } from './account-links.ts';
import { addressInUseMail } from './account-mails.ts';
import { accountProviders } from './account-providers.ts';
import {
  type AccountsDeps,
  accountRequest,
  cookiesOf,
  finishSignIn,
  signUpsOfNetwork,
  takingAtLeast,
} from './account-steps.ts';
import { actingFor } from './acting.ts';
import { signUpInvited } from './invited-sign-up.ts';
import type { SignInProvider } from './sign-in-providers.ts';

/** With one email address: each sends a mail to it. */
const signUpsOfAddress: Allowance = { free: 10, seconds: 60 };

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
 * Signing up, in and out for one request (see `accountsContext` in http/context.ts). Each resolves to headers with the
 * cookies to send: `throw redirect('/app', { headers: await accounts.signIn(…) })`. Where something has to be done
 * first, the headers have a `location`: `nextPage(headers, to)` in app/account/next-page.ts is the address to go to.
 * Each throws `AppError`:
 *
 * - signUp: `sign_up.closed`, `sign_up.invite_only`, `sign_up.setup_code_needed`, `sign_up.setup_code_wrong`,
 *   `sign_up.not_possible` (for instance a known address; does not say why), `sign_up.invalid`
 *   (detail `{fields: {email?: string, …}}`, sentences), `sign_in.too_many_tries`
 * - signIn: `sign_in.wrong`, `sign_in.suspended`, `sign_in.unverified`, `sign_in.too_many_tries` (detail
 *   `{retryAfterSeconds}`)
 * - switchCompany: `company.not_a_member`
 */
export interface Accounts extends ReturnType<typeof accountLinks>, ReturnType<typeof actingFor> {
  /** What the sign-up page has to ask for. */
  signUpState(): Promise<{
    mode: 'open' | 'invite' | 'closed';
    isFirstAccount: boolean;
    needsSetupCode: boolean;
  }>;
  /** What the sign-in page offers. */
  signInState(): {
    providers: SignInProvider[];
    /** Whether mails are sent, so that a link can be asked for. */
    hasMail: boolean;
    /** Whether browsers let passkeys be used under the address of this request. */
    hasPasskeys: boolean;
  };
  /** Without cookies where the address has to be confirmed before the first sign-in: the person looks into their mailbox. */
  signUp(input: SignUpInput): Promise<Headers>;
  signIn(input: SignInInput): Promise<Headers>;
  /** Makes the account of somebody with an invitation; see `signUpInvited`. */
  signUpInvited(input: InvitedSignUp): ReturnType<typeof signUpInvited>;
  /** Whether a password was given in this browser and the second factor is owed. */
  isSecondFactorDue(): Promise<boolean>;
  /** Throws `two_factor.wrong`, `two_factor.expired` too. */
  giveSecondFactor(input: { code: string; isRecoveryCode: boolean; trustBrowser: boolean }): Promise<Headers>;
  offerPasskeys(ask: () => Promise<Response>): Promise<Response>;
  finishPasskey(ask: () => Promise<Response>): Promise<Headers | Response>;
  startProvider(input: { providerId: string; to: string }): Promise<Headers>;
  finishProvider(
    input: { providerId: string; query: Record<string, string> },
    session: Session | null,
  ): Promise<Headers>;
  /** Throws `terms.changed_meanwhile`, `support.read_only`. */
  acceptTerms(session: Session, shown: LegalVersions, current: LegalVersions): Promise<void>;
  signOut(): Promise<Headers>;
  /** Makes another of the user's companies the one they work in. */
  switchCompany(session: Session, companyId: string): Promise<Headers>;
}

/** What a request can do about accounts. */
export function accountsFor(deps: AccountsDeps, given: { headers: Headers; client: Client }): Accounts {
  const request = accountRequest(deps, given);
  const { auth, db, mailer, client, userAgent } = request;
  const { startSession, ...factors } = accountFactors(request);
  const { providers, ...services } = accountProviders(request);
  const links = accountLinks(request);

  const accounts: Accounts = {
    ...links,
    ...factors,
    ...services,
    ...actingFor(request),

    signUpInvited: (input) => signUpInvited({ auth, db, mailer }, accounts, input),

    async signUpState() {
      const isFirstAccount = !(await isInstallationClaimed({ auth: db.auth }));
      return { mode: deps.signUp.mode, isFirstAccount, needsSetupCode: isFirstAccount && !client.isLoopback };
    },

    signInState: () => ({
      providers: providers(),
      hasMail: mailer.isConfigured,
      hasPasskeys: takesPasskeys(client.origin, mailer.origin),
    }),

    async signUp(input) {
      await countTries({ auth: db.auth }, [
        { key: `sign-up of ${input.email.trim().toLowerCase()}`, ...signUpsOfAddress },
        { key: `sign-ups from ${networkOf(client.address)}`, ...signUpsOfNetwork },
      ]);
      const email = input.email.trim().toLowerCase();
      const make = async () => {
        const { password } = await auth.$context;
        return signUp(
          { ...deps.signUp, auth: db.auth, hashPassword: password.hash },
          { ...input, isLoopback: client.isLoopback, ipAddress: client.address },
        );
      };
      const begin = async () =>
        finishSignIn(request, await startSession({ email, password: input.password }), { method: 'sign_up' });
      if (!mailer.isConfigured) {
        await make();
        return begin();
      }
      // Twice: the password is hashed, and better-auth takes its own time for the mail.
      return takingAtLeast(2 * request.answerMs, async () => {
        try {
          const { isPlatformAdmin, userId } = await make();
          if (isPlatformAdmin) {
            // Anyone who sets the installation up vouches for themselves; mail may not work yet.
            await db.auth
              .updateTable('auth.user')
              .set({ email_verified: true })
              .where('id', '=', userId)
              .execute();
            return begin();
          }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'sign_up.not_possible') throw error;
          await tellOwner(email);
          return new Headers();
        }
        await auth.api.sendVerificationEmail({ body: { email } });
        return new Headers();
      });
    },

    async acceptTerms(session, shown, current) {
      await acceptTerms(
        { auth: db.auth },
        {
          userId: session.user.id,
          impersonatedBy: session.impersonatedBy,
          shown,
          current,
          ipAddress: client.address,
          userAgent,
        },
      );
    },

    async signOut() {
      const { headers: answer } = await auth.api.signOut({ headers: request.headers(), returnHeaders: true });
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
  return accounts;

  /** Somebody signed up with an address that has an account: only its owner hears that it does. */
  async function tellOwner(email: string): Promise<void> {
    const owner = await db.auth
      .selectFrom('auth.user')
      .select(['id', 'name', 'email'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!owner) return;
    await db.auth.transaction().execute(async (trx) => {
      await recordUserEvent(trx, {
        userId: owner.id,
        action: 'sign_up.repeated',
        ipAddress: client.address,
        userAgent,
      });
      await queueMail(trx, mailer, {
        kind: 'security',
        to: owner.email,
        userId: owner.id,
        content: addressInUseMail(owner.name, mailer.origin),
      });
    });
  }
}

/** Passkeys belong to one host name, and browsers use them where the connection is safe (WebAuthn, section 13.4.9). */
function takesPasskeys(origin: string, ownOrigin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return hostname === new URL(ownOrigin).hostname && (protocol === 'https:' || hostname === 'localhost');
}
