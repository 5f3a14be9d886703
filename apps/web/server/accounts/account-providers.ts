import { AppError } from '@readout/domain/errors';
import { queueMail } from '@readout/domain/mails/queue-mail';
import { networkOf } from '@readout/domain/users/network-of';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import { type Allowance, countTries } from '@readout/domain/users/sign-in-attempts';
import { localAddress } from '../request/local-address.ts';
import type { Session } from '../request/session.ts';
import { securityMail } from './account-mails.ts';
import {
  type AccountRequest,
  asking,
  cookiesOf,
  finishSignIn,
  refusal,
  secondFactorPage,
} from './account-steps.ts';
import { discoverProvider, type SignInProvider } from './sign-in-providers.ts';

/** Begun sign-ins with other services, of one network. */
const providersOfNetwork: Allowance = { free: 200, seconds: 60 };
const welcomePage = '/auth/welcome';

/** Getting in by another service. */
export function accountProviders(request: AccountRequest) {
  const { auth, db, mailer, client, userAgent, providers } = request;
  return {
    /** Other services, in the order of their buttons. */
    providers: (): SignInProvider[] => providers.map(({ id, name }) => ({ id, name })),

    /**
     * Begins signing in with another service. `location` is its page.
     *
     * @throws AppError `sign_in.unknown_provider`, `sign_in.provider_unavailable`, `sign_in.too_many_tries`
     */
    async startProvider({ providerId, to }: { providerId: string; to: string }): Promise<Headers> {
      await countTries({ auth: db.auth }, [
        { key: `provider from ${networkOf(client.address)}`, ...providersOfNetwork },
      ]);
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
