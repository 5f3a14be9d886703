import { AppError } from '@readout/domain/errors';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { accountsFor, type SignUpInput } from '../accounts.ts';
import type { Services } from '../services.ts';
import type { HttpEnv } from './env.ts';

/**
 * Sign-in for programs, under the addresses better-auth has for it. Everything else better-auth could answer stays
 * closed until a page of ours needs it.
 */
export function accountRoutes(services: Services): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const accounts = (c: Context<HttpEnv>) =>
    accountsFor(services.accounts, { headers: c.req.raw.headers, client: c.get('client') });
  routes.use(bodyLimit({ maxSize: 64 * 1024 }));

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
  routes.get('/get-session', (c) => c.json(c.get('session'), 200, { 'cache-control': 'no-store' }));
  return routes;
}

function answer(cookies: Headers): Response {
  cookies.set('content-type', 'application/json');
  cookies.set('cache-control', 'no-store');
  return new Response('{"status":"ok"}', { headers: cookies });
}

async function jsonBody(c: Context<HttpEnv>): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new AppError('invalid', 'request.not_json', 'The body of this request has to be a JSON object.');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
