import { AppError } from '@readout/domain/errors';
import { fieldText } from '@readout/domain/field-text';
import { changeEmailAtOnce, endLinksOf, usableEmail } from '@readout/domain/users/change-email';
import { demandUsablePassword } from '@readout/domain/users/check-password';
import { chooseLanguage } from '@readout/domain/users/choose-language';
import { chooseSingleKeys } from '@readout/domain/users/choose-single-keys';
import { eraseUser } from '@readout/domain/users/erase-user';
import type { Account } from '@readout/domain/users/get-account';
import { endOtherSessions } from '@readout/domain/users/list-sessions';
import { type AccountActor, demandOwnAccount } from '@readout/domain/users/own-account';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import { type Allowance, countTries } from '@readout/domain/users/sign-in-attempts';
import { hidesSentence, hidesSomething, keptName } from '@readout/domain/visible-name';
import { languageCookie } from '../request/locale.ts';
import { translated } from './account-refusals.ts';
import { cookiesOf } from './account-steps.ts';
import { type OwnAccountDeps, ownAccountOf } from './own-account.ts';
import { type SecondFactor, secondFactorOf } from './own-second-factor.ts';
import { type WaysIn, waysInOf } from './own-ways-in.ts';

/**
 * What a person does about getting into their own account, over better-auth's server API. Each call throws `AppError`;
 * all of them `support.read_only` where a platform admin acts as the person. What is sensitive takes the password
 * again: always (`password`), or unless the person proved who they are in the last ten minutes (`proof`), then
 * `account.password_needed`, `account.password_wrong`, `sign_in.too_many_tries`, and `session.not_fresh` for those who
 * have no password. Headers hold the cookies to send.
 */
export interface AccountSecurity extends SecondFactor, WaysIn {
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
  /** `typed`: the account's address. `account.confirmation_wrong` and those of `eraseUser` */
  deleteAccount(input: { typed: string; proof: string }): Promise<Headers>;
  /** Only what `proof` is about: for what is done elsewhere. */
  demandProof(proof: string): Promise<void>;
}

/** Each sends a mail to somebody. */
const newAddresses: Allowance = { free: 10, seconds: 600 };
const maxNameLength = 200;

/** The account of who a request comes from. */
export function accountSecurityFor(
  services: OwnAccountDeps,
  request: Parameters<typeof ownAccountOf>[1],
): AccountSecurity {
  const own = ownAccountOf(services, request);
  const { auth, mailer, config, session, deps, actor, headers, account, tell, demandProof, withPassword } =
    own;
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

    ...secondFactorOf(own),
    ...waysInOf(own),

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
}
