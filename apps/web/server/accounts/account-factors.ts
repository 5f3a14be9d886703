import { AppError } from '@readout/domain/errors';
import { networkOf } from '@readout/domain/users/network-of';
import { noteFailedSignIn } from '@readout/domain/users/note-failed-sign-in';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import {
  type Allowance,
  accountKey,
  countSignInAttempt,
  countTries,
} from '@readout/domain/users/sign-in-attempts';
import { type AccountRequest, asking, deviceOf, finishSignIn } from './account-steps.ts';
import { hashRecoveryCode, wasTotpUsed } from './codes-used-once.ts';
import { readSignedCookie } from './session.ts';

/** Codes of one account, from wherever they come. */
const codesOfAccount: Allowance = { free: 5, seconds: 60 };
/** Each is kept for some minutes, and every visit of the sign-in page asks for one. */
const passkeyOffers: Allowance = { free: 600, seconds: 60 };
/** Failed passkeys of one network: no account is named before one is right. */
const passkeysOfNetwork: Allowance = { free: 100, seconds: 600 };

/** What is refused takes as long at least, so that the time it took says nothing of the account. */
async function refusingSlowly<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    const left = milliseconds - (performance.now() - startedAt);
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    throw error;
  }
}

/** Getting in by password, second factor or passkey. */
export function accountFactors(request: AccountRequest) {
  const { auth, db, mailer, client, userAgent } = request;
  const deps = { auth: db.auth };
  const network = networkOf(client.address);
  const noteFailure = (
    failed: Pick<Parameters<typeof noteFailedSignIn>[1], 'account' | 'method' | 'failures'>,
  ) => noteFailedSignIn({ ...db, mailer }, { ...failed, ipAddress: client.address, userAgent });

  /** The user who gave their password a moment ago and owes the second factor. */
  async function pendingUser(): Promise<string | undefined> {
    const context = await auth.$context;
    const { name } = context.createAuthCookie('two_factor');
    const identifier = readSignedCookie(request.cookie(name), context.secret);
    if (!identifier) return undefined;
    const value = await context.internalAdapter.findVerificationValue(identifier);
    return value && value.expiresAt > new Date() ? value.value : undefined;
  }

  async function startSession({ email, password }: { email: string; password: string }): Promise<Headers> {
    const { headers } = await asking(
      auth.api.signInEmail({ body: { email, password }, headers: request.headers(), returnHeaders: true }),
    );
    return headers;
  }

  return {
    startSession,

    async signIn({ email, password }: { email: string; password: string }): Promise<Headers> {
      const deviceId = (await deviceOf(request))?.id;
      const headers = await refusingSlowly(request.answerMs, async () => {
        const attempt = await countSignInAttempt(deps, { email, ipAddress: client.address, deviceId });
        try {
          const answer = await startSession({ email: email.trim().toLowerCase(), password });
          await attempt.release();
          return answer;
        } catch (error) {
          // Right, but suspended or not confirmed; or a defect of ours.
          if (!(error instanceof AppError) || error.code !== 'sign_in.wrong') {
            await attempt.release();
            throw error;
          }
          await noteFailure({ account: { email }, method: 'password', failures: attempt.failures });
          throw attempt.refusal ?? error;
        }
      });
      return finishSignIn(request, headers, { method: 'password' });
    },

    async isSecondFactorDue(): Promise<boolean> {
      return (await pendingUser()) !== undefined;
    },

    /** @throws AppError `two_factor.wrong`, `two_factor.expired`, `sign_in.too_many_tries`, `sign_in.suspended` */
    async giveSecondFactor({
      code,
      isRecoveryCode,
      trustBrowser,
    }: {
      code: string;
      isRecoveryCode: boolean;
      trustBrowser: boolean;
    }): Promise<Headers> {
      const userId = await pendingUser();
      if (!userId) throw new AppError('two_factor.expired');
      const deviceId = (await deviceOf(request))?.id;
      const key = await accountKey(deps, { what: 'second factor', userId, deviceId });
      const counted = await countTries(deps, [{ key, ...codesOfAccount }]);
      const plain = code.replaceAll(/[\s-]/g, '');
      const call = {
        body: {
          code: isRecoveryCode ? hashRecoveryCode(code, request.recoveryCodeKey) : plain,
          trustDevice: trustBrowser,
        },
        headers: request.headers(),
        returnHeaders: true as const,
      };
      const isReplay =
        !isRecoveryCode &&
        (await wasTotpUsed({ context: await auth.$context, db: db.auth }, { userId, code: plain }));
      // Refused by better-auth like a wrong one, and counted like it.
      if (isReplay) call.body.code = '';
      const { headers } = await asking(
        isRecoveryCode
          ? (auth.api.verifyBackupCode(call) as Promise<{ headers: Headers }>)
          : (auth.api.verifyTOTP(call) as Promise<{ headers: Headers }>),
      ).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'two_factor.wrong')
          await noteFailure({
            account: { userId },
            method: isRecoveryCode ? 'recovery_code' : 'second_factor',
            failures: counted.failures[0] ?? 0,
          });
        throw error;
      });
      await counted.release([key]);
      if (isRecoveryCode)
        await recordUserEvent(db.auth, {
          userId,
          action: 'recovery_code.used',
          ipAddress: client.address,
          userAgent,
        });
      return finishSignIn(request, headers, {
        method: 'second_factor',
        secondFactor: isRecoveryCode ? 'recovery_code' : 'totp',
      });
    },

    /** @throws AppError `sign_in.too_many_tries` */
    async offerPasskeys(ask: () => Promise<Response>): Promise<Response> {
      await countTries(deps, [{ key: `passkey offers to ${network}`, ...passkeyOffers }]);
      return ask();
    },

    /**
     * What the browser says of a passkey. `ask`: better-auth's answer to it; where that is right, the sign-in is noted,
     * else it is given back as it is.
     *
     * @throws AppError `sign_in.too_many_tries`
     */
    async finishPasskey(ask: () => Promise<Response>): Promise<Headers | Response> {
      const counted = await countTries(deps, [{ key: `passkeys from ${network}`, ...passkeysOfNetwork }]);
      const answer = await ask();
      if (!answer.ok) return answer;
      await counted.release();
      return finishSignIn(request, answer.headers, { method: 'passkey' });
    },
  };
}
