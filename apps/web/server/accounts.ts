import type { Session } from '../app/context.ts';

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
  signUpState(): Promise<{ mode: 'open' | 'invite' | 'closed'; isFirstAccount: boolean; needsSetupCode: boolean }>;
  signUp(input: SignUpInput): Promise<Headers>;
  signIn(input: SignInInput): Promise<Headers>;
  signOut(): Promise<Headers>;
  /** Makes another of the user's companies the one they work in. */
  switchCompany(session: Session, companyId: string): Promise<Headers>;
}
