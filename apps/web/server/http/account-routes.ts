import { AppError } from '@readout/domain/errors';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { accountsFor, type SignUpInput } from '../accounts/accounts.ts';
import { clientAddressHeader } from '../accounts/auth.ts';
import type { Services } from '../services.ts';
import type { HttpEnv } from './env.ts';
import { foreseen } from './problem.ts';

/**
 * Sign-in for programs, passkeys and the way back from other services, under the addresses better-auth has for them.
 * Everything else better-auth could answer stays closed: pages call it on the server.
 */
export function accountRoutes(services: Services): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const accounts = (c: Context<HttpEnv>) =>
    accountsFor(services.accounts, { headers: c.req.raw.headers, client: c.get('client') });
  /** Answered by better-auth itself, with the address as the server knows it. */
  const betterAuth = (c: Context<HttpEnv>) => {
    const { url, method, headers: given, body } = c.req.raw;
    const headers = new Headers(given);
    headers.set(clientAddressHeader, c.get('client').address);
    const init = { method, headers, ...(body ? { body, duplex: 'half' as const } : {}) };
    return services.auth.handler(new Request(url, init));
  };
  routes.use(
    bodyLimit({
      maxSize: 64 * 1024,
      onError: () => {
        throw new AppError('request.too_large', { reason: 'sign_in' });
      },
    }),
  );

  routes.post('/sign-in/email', async (c) => {
    const { email, password } = await jsonBody(c);
    return answer(await accounts(c).signIn({ email: text(email), password: text(password) }));
  });
  routes.post('/sign-up/email', async (c) => {
    const body = await jsonBody(c);
    const input: SignUpInput = {
      name: text(body.name),
      email: text(body.email),
      password: text(body.password),
      companyName: text(body.companyName),
      languages: Array.isArray(body.languages) ? body.languages.map(text) : ['en'],
      locale: text(body.locale) || 'en',
      termsVersion: text(body.termsVersion),
      privacyVersion: text(body.privacyVersion),
      ...(body.setupCode === undefined ? {} : { setupCode: text(body.setupCode) }),
    };
    return answer(await accounts(c).signUp(input));
  });
  routes.post('/sign-out', async (c) => answer(await accounts(c).signOut()));
  routes.get('/callback/:id', async (c) => {
    const headers = await accounts(c)
      .finishProvider({ providerId: c.req.param('id'), query: c.req.query() }, c.get('session'))
      // The browser was sent here by the other service: its person reads a page, not JSON.
      .catch((error: unknown) => {
        const known = foreseen(error);
        if (!known) throw error;
        return new Headers({ location: `/auth/error?${new URLSearchParams({ error: known.code })}` });
      });
    headers.set('cache-control', 'no-store');
    return new Response(null, { status: 302, headers });
  });
  routes.get('/passkey/generate-authenticate-options', (c) => accounts(c).offerPasskeys(() => betterAuth(c)));
  routes.post('/passkey/verify-authentication', async (c) => {
    const verdict = await accounts(c).finishPasskey(() => betterAuth(c));
    return verdict instanceof Response ? verdict : answer(verdict);
  });
  routes.get('/get-session', (c) => c.json(c.get('session'), 200, { 'cache-control': 'no-store' }));
  return routes;
}

/** `two_factor_needed`: the second factor is given on the pages. `look_into_mailbox`: the address has to be confirmed first. */
function answer(cookies: Headers): Response {
  const status = cookies.has('location')
    ? 'two_factor_needed'
    : cookies.getSetCookie().length === 0
      ? 'look_into_mailbox'
      : 'ok';
  const headers = new Headers(cookies);
  headers.delete('location');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ status }), { headers });
}

async function jsonBody(c: Context<HttpEnv>): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new AppError('request.not_json');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
