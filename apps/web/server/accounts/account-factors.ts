import { AppError } from '@readout/domain/errors';
import { queueMail } from '@readout/domain/mails/queue-mail';
import { networkOf } from '@readout/domain/users/network-of';
import { noteFailedSignIn } from '@readout/domain/users/note-failed-sign-in';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import {
  type Allowance,
  accountKey,
  countSignInAttempt,
  countTries,
} from '@readout/domain/users/sign-in-attempts';
import { localAddress } from '../request/local-address.ts';
import type { Session } from '../request/session.ts';
import { securityMail } from './account-mails.ts';
import {
  type AccountRequest,
  asking,
  cookiesOf,
  deviceOf,
  finishSignIn,
  refusal,
  secondFactorPage,
} from './account-steps.ts';
import { hashRecoveryCode, wasTotpUsed } from './codes-used-once.ts';
import { readSignedCookie } from './session.ts';
import { discoverProvider, type SignInProvider } from './sign-in-providers.ts';

/** Codes of one account, from wherever they come. */
const codesOfAccount: Allowance = { free: 5, seconds: 60 };
/** Begun sign-ins with other services, of one network. */
const providersOfNetwork: Allowance = { free: 200, seconds: 60 };
/** Each is kept for some minutes, and every visit of the sign-in page asks for one. */
const passkeyOffers: Allowance = { free: 600, seconds: 60 };
/** Failed passkeys of one network: no account is named before one is right. */
const passkeysOfNetwork: Allowance = { free: 100, seconds: 600 };
const welcomePage = '/auth/welcome';

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

/** Getting in by password, second factor, passkey or another service. */
export function accountFactors(request: AccountRequest) {
  const { auth, db, mailer, client, userAgent, providers } = request;
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

    /** Other services, in the order of their buttons. */
    providers: (): SignInProvider[] => providers.map(({ id, name }) => ({ id, name })),

    /**
     * Begins signing in with another service. `location` is its page.
     *
     * @throws AppError `sign_in.unknown_provider`, `sign_in.provider_unavailable`, `sign_in.too_many_tries`
     */
    async startProvider({ providerId, to }: { providerId: string; to: string }): Promise<Headers> {
      await countTries(deps, [{ key: `provider from ${network}`, ...providersOfNetwork }]);
      await demandProvider(providerId);
      const { headers, response } = await asking(
        auth.api.signInSocial({
          body: {
            provider: providerId,
            callbackURL: localAddress(to, '/app'),
            newUserCallbackURL: `${welcomePage}?to=${encodeURIComponent(localAddress(to, '/app'))}`,
            errorCallbackURL: '/auth/error',
            disableRedirect: true,
          },
          headers: request.headers(),
          returnHeaders: true,
        }),
      );
      if (!response.url) throw unavailable(providerId);
      const cookies = cookiesOf(headers);
      cookies.set('location', response.url);
      return cookies;
    },

    /**
     * The other service sent the browser back. `location` is where to go: on, to the second factor, or to
     * `/auth/error` with a code.
     */
    async finishProvider(
      { providerId, query }: { providerId: string; query: Record<string, string> },
      session: Session | null,
    ): Promise<Headers> {
      await demandProvider(providerId);
      let answer: Response;
      try {
        answer = (await auth.api.callbackOAuth({
          method: 'GET',
          params: { id: providerId },
          query,
          headers: request.headers(),
          asResponse: true,
        })) as unknown as Response;
      } catch (error) {
        throw refusal(error);
      }
      const location = new URL(answer.headers.get('location') ?? '/auth/error?error=unknown', mailer.origin);
      const error = location.searchParams.get('error');
      if (location.pathname === '/auth/error' || error) {
        const headers = cookiesOf(answer.headers);
        // What the service wrote beside the code stays out of our address.
        headers.set('location', `/auth/error?${new URLSearchParams({ error: error ?? 'unknown' })}`);
        return headers;
      }
      const factorCookie = (await auth.$context).createAuthCookie('two_factor').name;
      const isSet = (name: string) =>
        answer.headers
          .getSetCookie()
          .some((each) => each.startsWith(`${name}=`) && !each.startsWith(`${name}=;`));
      const to = localAddress(`${location.pathname}${location.search}`, '/app');
      const sessionCookie = (await auth.$context).authCookies.sessionToken.name;
      if (!isSet(factorCookie) && !isSet(sessionCookie)) {
        await noteLinked(session, providerId);
        const headers = cookiesOf(answer.headers);
        headers.set('location', to);
        return headers;
      }
      const headers = await finishSignIn(request, answer.headers, {
        method: 'provider',
        provider: providerId,
      });
      headers.set(
        'location',
        headers.has('location') ? `${secondFactorPage}?to=${encodeURIComponent(to)}` : to,
      );
      return headers;
    },
  };

  async function demandProvider(providerId: string): Promise<void> {
    const config = providers.find(({ id }) => id === providerId);
    if (!config) throw new AppError('sign_in.unknown_provider');
    const context = await auth.$context;
    if (!(await discoverProvider(context, config))) throw unavailable(config.name);
  }

  /** A service was linked in the settings. */
  async function noteLinked(session: Session | null, providerId: string): Promise<void> {
    if (!session) return;
    const name = providers.find(({ id }) => id === providerId)?.name ?? providerId;
    await db.auth.transaction().execute(async (trx) => {
      await recordUserEvent(trx, {
        userId: session.user.id,
        action: 'provider.linked',
        detail: { provider: providerId },
        ipAddress: client.address,
        userAgent,
      });
      await queueMail(trx, mailer, {
        kind: 'security',
        to: session.user.email,
        userId: session.user.id,
        content: securityMail(
          session.user.name,
          (say) => ({
            subject: say('mail.account.provider_linked.subject'),
            body: say('mail.account.provider_linked.body', { provider: name }),
          }),
          mailer.origin,
        ),
      });
    });
  }
}

const unavailable = (name: string) => new AppError('sign_in.provider_unavailable', { name });
