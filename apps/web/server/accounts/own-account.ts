import { AppError } from '@readout/domain/errors';
import { fieldText } from '@readout/domain/field-text';
import { type Account, getAccount, refreshSession } from '@readout/domain/users/get-account';
import { type AccountActor, demandOwnAccount } from '@readout/domain/users/own-account';
import { countTries, triesOfAccount } from '@readout/domain/users/sign-in-attempts';
import { type SecurityChange, tellOfChange } from '@readout/domain/users/tell-of-change';
import type { Config } from '../config.ts';
import type { Session } from '../request/session.ts';
import { translated } from './account-refusals.ts';
import type { AccountsDeps } from './account-steps.ts';
import { clientAddressHeader } from './auth.ts';

export type OwnAccountDeps = Pick<AccountsDeps, 'auth' | 'db' | 'mailer'> & {
  config: Pick<Config, 'isSecure' | 'secret' | 'signInProviders'>;
};

export type OwnAccount = ReturnType<typeof ownAccountOf>;

/** The account of who a request comes from, and how they prove that it is theirs. */
export function ownAccountOf(
  services: OwnAccountDeps,
  request: { headers: Headers; session: Session; clientAddress: string },
) {
  const { auth, db, mailer, config } = services;
  const { session, clientAddress } = request;
  const deps = { auth: db.auth, mailer };
  const actor: AccountActor = {
    userId: session.user.id,
    sessionId: session.sessionId,
    impersonatedBy: session.impersonatedBy,
    ipAddress: clientAddress,
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const headers = new Headers(request.headers);
  headers.set(clientAddressHeader, clientAddress);
  // Of this session alone: anyone who tries in another one keeps nobody else out.
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

  return {
    auth,
    db,
    mailer,
    config,
    session,
    deps,
    actor,
    headers,
    account,
    tell,
    demandProof,
    passwordBody,
    checked,
    withPassword,
  };
}
