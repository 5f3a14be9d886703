import { AppError } from '@readout/domain/errors';
import { fieldText } from '@readout/domain/field-text';
import { changeEmailAtOnce, endLinksOf, usableEmail } from '@readout/domain/users/change-email';
import { demandUsablePassword } from '@readout/domain/users/check-password';
import { chooseLanguage } from '@readout/domain/users/choose-language';
import { chooseSingleKeys } from '@readout/domain/users/choose-single-keys';
import { eraseUser } from '@readout/domain/users/erase-user';
import { type Account, getAccount, refreshSession } from '@readout/domain/users/get-account';
import { endOtherSessions } from '@readout/domain/users/list-sessions';
import { type AccountActor, demandOwnAccount } from '@readout/domain/users/own-account';
import { forgetTrustedBrowsers } from '@readout/domain/users/prove-address';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import { type Allowance, countTries, triesOfAccount } from '@readout/domain/users/sign-in-attempts';
import { type SecurityChange, tellOfChange } from '@readout/domain/users/tell-of-change';
import { hidesSentence, hidesSomething, keptName, withoutHidden } from '@readout/domain/visible-name';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { languageCookie } from '../request/locale.ts';
import type { Session } from '../request/session.ts';
import { translated } from './account-refusals.ts';
import type { AccountsDeps } from './account-steps.ts';
import { startedSession } from './account-steps.ts';
import { clientAddressHeader, recoveryCodeKey } from './auth.ts';
import { renewRecoveryCodes, wasTotpUsed } from './codes-used-once.ts';
import { discoverProvider } from './sign-in-providers.ts';

/** A secret to be kept in an app, shown once. */
export interface TotpSetup {
  /** `otpauth://totp/…`, what the QR code says. */
  uri: string;
  /** Base 32, for typing. */
  secret: string;
}

/**
 * What a person does about getting into their own account, over better-auth's server API. Each call throws `AppError`;
 * all of them `support.read_only` where a platform admin acts as the person. What is sensitive takes the password
 * again: always (`password`), or unless the person proved who they are in the last ten minutes (`proof`), then
 * `account.password_needed`, `account.password_wrong`, `sign_in.too_many_tries`, and `session.not_fresh` for those who
 * have no password. Headers hold the cookies to send.
 */
export interface AccountSecurity {
  actor: AccountActor;
  /** Without anything secret: also for who acts as the person. */
  account(): Promise<Account>;
  /** `account.name_unusable` */
  rename(name: string): Promise<Headers>;
  /** @param language tag of one of `LANGUAGES`; null: as the browser asks. Returns the cookie that keeps it on this browser. */
  chooseLanguage(language: string | null): Promise<Headers>;
  chooseSingleKeys(isOn: boolean): Promise<void>;
  /** Ends every other session. `password.unusable`, `account.no_password` */
  changePassword(passwords: { present: string; next: string }): Promise<void>;
  /** For who has none. `account.has_password`, `password.unusable` */
  setPassword(next: string): Promise<void>;
  /** With mail: a link goes to the new address. Without: at once. See `changeEmailAtOnce`. */
  changeEmail(input: { email: string; proof: string }): Promise<'link_sent' | 'changed'>;
  /** Nothing is switched on before {@link finishTotp}. `two_factor.already_on` */
  beginTotp(password: string): Promise<TotpSetup>;
  /** Switches the second factor on, with recovery codes. `two_factor.code_wrong`, `two_factor.not_on` */
  finishTotp(code: string): Promise<{ recoveryCodes: string[]; headers: Headers }>;
  recoveryCodesLeft(): Promise<number>;
  /** The old ones stop working. `two_factor.not_on` */
  renewRecoveryCodes(password: string): Promise<string[]>;
  disableTwoFactor(password: string): Promise<Headers>;
  /** Options for `navigator.credentials.create`, to be answered within five minutes. */
  beginPasskey(proof: string): Promise<{ options: unknown; headers: Headers }>;
  /** `response`: the browser's answer as JSON. `passkey.not_added` */
  finishPasskey(input: { response: string; name: string }): Promise<Headers>;
  /** `passkey.not_found`, `passkey.name_unusable` */
  renamePasskey(input: { id: string; name: string }): Promise<void>;
  /** `passkey.not_found`, `account.last_way_in` */
  removePasskey(input: { id: string; proof: string }): Promise<void>;
  /** Where to send the browser. `provider.not_found`, `provider.unreachable` */
  linkProvider(input: { id: string; proof: string }): Promise<{ url: string; headers: Headers }>;
  /** `provider.not_found`, `account.last_way_in` */
  unlinkProvider(input: { accountId: string; proof: string }): Promise<void>;
  /** `typed`: the account's address. `account.confirmation_wrong` and those of `eraseUser` */
  deleteAccount(input: { typed: string; proof: string }): Promise<Headers>;
  /** Only what `proof` is about: for what is done elsewhere. */
  demandProof(proof: string): Promise<void>;
}

/** Each sends a mail to somebody. */
const newAddresses: Allowance = { free: 10, seconds: 600 };
const maxNameLength = 200;
const maxPasskeyNameLength = 80;

/** The account of who a request comes from. */
export function accountSecurityFor(
  services: Pick<AccountsDeps, 'auth' | 'db' | 'mailer'> & {
    config: Pick<Config, 'isSecure' | 'secret' | 'signInProviders'>;
  },
  request: { headers: Headers; session: Session; clientAddress: string },
): AccountSecurity {
  const { auth, mailer, config } = services;
  const { session, clientAddress } = request;
  const deps = { auth: services.db.auth, mailer };
  const actor: AccountActor = {
    userId: session.user.id,
    sessionId: session.sessionId,
    impersonatedBy: session.impersonatedBy,
    ipAddress: clientAddress,
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const headers = new Headers(request.headers);
  headers.set(clientAddressHeader, clientAddress);
  // Of this session alone: whoever tries in another one keeps nobody else out.
  const passwordKey = `password in session ${actor.sessionId}`;

  const account = () => getAccount(deps, { actor });
  const tell = (change: SecurityChange, detail?: Record<string, unknown>) =>
    tellOfChange(deps, { actor, change, email: session.user.email, ...(detail ? { detail } : {}) });

  /** Runs what takes a password; counted like a try to sign in, so that nobody guesses it from an open session. */
  async function withPassword<T>(password: string, work: () => Promise<T>): Promise<T> {
    if (password === '')
      throw new AppError('account.password_needed', { fields: { password: fieldText('present_password') } });
    const counted = await countTries(deps, [{ key: passwordKey, ...triesOfAccount }]);
    const result = await translated(work);
    await counted.release([passwordKey]);
    await refreshSession(deps, { actor });
    return result;
  }

  async function demandProof(proof: string): Promise<Account> {
    demandOwnAccount(actor);
    const current = await account();
    if (current.isFresh && proof === '') return current;
    if (!current.hasPassword) {
      if (current.isFresh) return current;
      throw new AppError('session.not_fresh');
    }
    await withPassword(proof, () => auth.api.verifyPassword({ body: { password: proof }, headers }));
    return current;
  }

  /** better-auth takes the password itself; who has none proves themselves by having signed in just now. */
  async function passwordBody(password: string): Promise<{ password?: string }> {
    const { hasPassword } = await demandProofOrPassword(password);
    return hasPassword ? { password } : {};
  }
  async function demandProofOrPassword(password: string): Promise<Account> {
    demandOwnAccount(actor);
    const current = await account();
    return current.hasPassword ? current : demandProof(password);
  }
  const checked = <T>(body: { password?: string }, work: () => Promise<T>) =>
    body.password === undefined ? translated(work) : withPassword(body.password, work);

  /** After a change of the second factor: every other browser signs in anew, and none is trusted any more. */
  async function endOthers(answer: Headers): Promise<void> {
    // better-auth begins a new session for this browser.
    const sessionId = (await startedSession({ auth, db: services.db }, answer))?.id ?? actor.sessionId;
    await endOtherSessions(deps, { actor: { ...actor, sessionId } });
    await forgetTrustedBrowsers(deps.auth, actor.userId);
  }

  return {
    actor,
    account,
    async demandProof(proof) {
      await demandProof(proof);
    },

    async chooseLanguage(language) {
      await chooseLanguage(deps, { actor, language });
      return new Headers({ 'set-cookie': languageCookie(language, config.isSecure) });
    },

    async chooseSingleKeys(isOn) {
      await chooseSingleKeys(deps, { actor, isOn });
    },

    async rename(name) {
      demandOwnAccount(actor);
      const usable = keptName(name);
      if (hidesSomething(usable))
        throw new AppError('account.name_unusable', { reason: 'hides', fields: { name: hidesSentence } });
      if (usable === '' || [...usable].length > maxNameLength)
        throw new AppError('account.name_unusable', {
          max: maxNameLength,
          fields: { name: fieldText('name_too_long', { max: maxNameLength }) },
        });
      const answer = await translated(() =>
        auth.api.updateUser({ body: { name: usable }, headers, returnHeaders: true }),
      );
      return cookiesOf(answer.headers);
    },

    async changePassword({ present, next }) {
      demandOwnAccount(actor);
      demandUsablePassword(next, session.user, 'newPassword');
      await withPassword(present, () =>
        auth.api.changePassword({ body: { currentPassword: present, newPassword: next }, headers }),
      );
      await endLinksOf(deps.auth, actor.userId, ['reset_password', 'sign_in']);
      await endOtherSessions(deps, { actor });
      await tell('password.changed');
    },

    async setPassword(next) {
      await demandProof('');
      demandUsablePassword(next, session.user, 'newPassword');
      await translated(() => auth.api.setPassword({ body: { newPassword: next }, headers }));
      await tell('password.set');
    },

    async changeEmail({ email, proof }) {
      const current = await demandProof(proof);
      const usable = usableEmail(email);
      if (usable === current.email) throw new AppError('account.email_unchanged');
      if (!mailer.isConfigured) {
        await changeEmailAtOnce(deps, { actor, email: usable });
        return 'changed';
      }
      await countTries(deps, [{ key: `new address of ${actor.userId}`, ...newAddresses }]);
      await translated(() => auth.api.changeEmail({ body: { newEmail: usable }, headers }));
      await recordUserEvent(deps.auth, { ...actor, action: 'email.change_asked', detail: { to: usable } });
      return 'link_sent';
    },

    async beginTotp(password) {
      const body = await passwordBody(password);
      // What an administrator or a broken-off attempt left behind would stand in the way.
      await sql`
        delete from auth.two_factor f using auth."user" u
        where f.user_id = ${actor.userId}::uuid and u.id = f.user_id and not u.two_factor_enabled`.execute(
        deps.auth,
      );
      const answer = await checked(body, () =>
        auth.api.enableTwoFactor({ body: { ...body, method: 'totp' }, headers }),
      );
      if (answer.method !== 'totp' || !answer.totpURI) throw new Error('No TOTP secret was made.');
      return { uri: answer.totpURI, secret: new URL(answer.totpURI).searchParams.get('secret') ?? '' };
    },

    async finishTotp(code) {
      demandOwnAccount(actor);
      const plain = code.replaceAll(/\D/g, '');
      const used = { context: await auth.$context, db: deps.auth };
      const isReplay = await wasTotpUsed(used, { userId: actor.userId, code: plain });
      const answer = await translated(() =>
        auth.api.verifyTOTP({ body: { code: isReplay ? '' : plain }, headers, returnHeaders: true }),
      );
      const recoveryCodes = await renewRecoveryCodes(deps.auth, actor.userId, recoveryCodeKey(config.secret));
      await endOthers(answer.headers);
      await tell('two_factor.enabled');
      return { recoveryCodes, headers: cookiesOf(answer.headers) };
    },

    async recoveryCodesLeft() {
      demandOwnAccount(actor);
      const answer = await translated(() => auth.api.viewBackupCodes({ body: { userId: actor.userId } }));
      return answer.backupCodes.length;
    },

    async renewRecoveryCodes(password) {
      const body = await passwordBody(password);
      const answer = await checked(body, () => auth.api.generateBackupCodes({ body, headers }));
      await tell('recovery_codes.renewed');
      return answer.backupCodes;
    },

    async disableTwoFactor(password) {
      const body = await passwordBody(password);
      const answer = await checked(body, () =>
        auth.api.disableTwoFactor({ body, headers, returnHeaders: true }),
      );
      await endOthers(answer.headers);
      await tell('two_factor.disabled');
      return cookiesOf(answer.headers);
    },

    async beginPasskey(proof) {
      await demandProof(proof);
      const answer = await translated(() =>
        auth.api.generatePasskeyRegistrationOptions({
          query: { name: session.user.email },
          headers,
          returnHeaders: true,
        }),
      );
      return { options: answer.response, headers: cookiesOf(answer.headers) };
    },

    async finishPasskey({ response, name }) {
      // Within five minutes of a proof, as the challenge lives so long.
      await demandProof('');
      const usable = withoutHidden(name).slice(0, maxPasskeyNameLength).trim();
      const answer = await translated(() =>
        auth.api.verifyPasskeyRegistration({
          body: { response: parsed(response), ...(usable ? { name: usable } : {}) },
          headers,
          returnHeaders: true,
        }),
      );
      await tell('passkey.added', { name: usable });
      return cookiesOf(answer.headers);
    },

    async renamePasskey({ id, name }) {
      demandOwnAccount(actor);
      const usable = keptName(name);
      if (hidesSomething(usable)) throw new AppError('passkey.name_unusable', { reason: 'hides' });
      if (usable === '' || [...usable].length > maxPasskeyNameLength)
        throw new AppError('passkey.name_unusable', { max: maxPasskeyNameLength });
      await demandPasskey(id);
      await translated(() => auth.api.updatePasskey({ body: { id, name: usable }, headers }));
    },

    async removePasskey({ id, proof }) {
      const current = await demandProof(proof);
      const { name } = await demandPasskey(id);
      if (current.passkeys.length === 1) demandAnotherWay(current, 'passkey');
      await translated(() => auth.api.deletePasskey({ body: { id }, headers }));
      await tell('passkey.removed', { name });
    },

    async linkProvider({ id, proof }) {
      await demandProof(proof);
      const provider = config.signInProviders.find((each) => each.id === id);
      if (!provider) throw new AppError('provider.not_found');
      const isUsable =
        provider.kind !== 'oidc' ||
        (await discoverProvider(await auth.$context, provider).catch(() => false));
      if (!isUsable) throw new AppError('provider.unreachable', { name: provider.name });
      const answer = await translated(() =>
        auth.api.linkSocialAccount({
          body: {
            provider: id,
            callbackURL: '/settings/account?linked=yes',
            errorCallbackURL: '/auth/error',
            disableRedirect: true,
          },
          headers,
          returnHeaders: true,
        }),
      );
      return { url: answer.response.url, headers: cookiesOf(answer.headers) };
    },

    async unlinkProvider({ accountId, proof }) {
      const current = await demandProof(proof);
      const linked = current.providers.find((each) => each.accountId === accountId);
      if (!linked) throw new AppError('provider.not_found', { reason: 'not_linked' });
      if (current.providers.length === 1) demandAnotherWay(current, 'provider');
      await deps.auth
        .deleteFrom('auth.account')
        .where('id', '=', accountId)
        .where('user_id', '=', actor.userId)
        .execute();
      await tell('provider.unlinked', { provider: linked.providerId });
    },

    async deleteAccount({ typed, proof }) {
      demandOwnAccount(actor);
      if (typed.trim().toLowerCase() !== session.user.email.toLowerCase())
        throw new AppError('account.confirmation_wrong', {
          fields: { typed: fieldText('type_address', { address: session.user.email }) },
        });
      await demandProof(proof);
      await eraseUser(deps, { userId: actor.userId, isOwnWish: true });
      const answer = await auth.api.signOut({ headers, returnHeaders: true });
      return cookiesOf(answer.headers);
    },
  };

  async function demandPasskey(id: string): Promise<{ name: string | null }> {
    const found = (await account()).passkeys.find((each) => each.id === id);
    if (!found) throw new AppError('passkey.not_found');
    return found;
  }

  /** Whoever takes away their last way in would be locked out: a link by mail is one only where mail is sent. */
  function demandAnotherWay(current: Account, taken: 'passkey' | 'provider'): void {
    const others = taken === 'passkey' ? current.providers.length : current.passkeys.length;
    if (current.hasPassword || others > 0 || mailer.isConfigured) return;
    throw new AppError('account.last_way_in');
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && 'response' in value)
      return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw new AppError('passkey.not_added', { reason: 'not_understood' });
}

function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers();
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie);
  return cookies;
}
