import { endOtherSessions } from '@readout/domain/users/list-sessions';
import { demandOwnAccount } from '@readout/domain/users/own-account';
import { forgetTrustedBrowsers } from '@readout/domain/users/prove-address';
import { sql } from 'kysely';
import { translated } from './account-refusals.ts';
import { cookiesOf, startedSession } from './account-steps.ts';
import { recoveryCodeKey } from './auth.ts';
import { renewRecoveryCodes, wasTotpUsed } from './codes-used-once.ts';
import type { OwnAccount } from './own-account.ts';

/** A secret to be kept in an app, shown once. */
export interface TotpSetup {
  /** `otpauth://totp/…`, what the QR code says. */
  uri: string;
  /** Base 32, for typing. */
  secret: string;
}

export interface SecondFactor {
  /** Nothing is switched on before {@link finishTotp}. `two_factor.already_on` */
  beginTotp(password: string): Promise<TotpSetup>;
  /** Switches the second factor on, with recovery codes. `two_factor.code_wrong`, `two_factor.not_on` */
  finishTotp(code: string): Promise<{ recoveryCodes: string[]; headers: Headers }>;
  recoveryCodesLeft(): Promise<number>;
  /** The old ones stop working. `two_factor.not_on` */
  renewRecoveryCodes(password: string): Promise<string[]>;
  disableTwoFactor(password: string): Promise<Headers>;
}

/** Codes from an app, and what helps without it. */
export function secondFactorOf(own: OwnAccount): SecondFactor {
  const { auth, db, config, deps, actor, headers, tell, passwordBody, checked } = own;

  /** After a change of the second factor: every other browser signs in again, and none is trusted any more. */
  async function endOthers(answer: Headers): Promise<void> {
    // better-auth begins a new session for this browser.
    const sessionId = (await startedSession({ auth, db }, answer))?.id ?? actor.sessionId;
    await endOtherSessions(deps, { actor: { ...actor, sessionId } });
    await forgetTrustedBrowsers(deps.auth, actor.userId);
  }

  return {
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
  };
}
