import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { type AccountWorld, createAccountWorld, password, person } from '../testing/test-accounts.ts';
import { accountRoutes } from './account-routes.ts';
import type { HttpEnv } from './env.ts';
import { foreseen, problemResponse } from './problem.ts';

let world: AccountWorld;
let app: Hono<HttpEnv>;

beforeAll(async () => {
  world = await createAccountWorld();
  await world.browser().accounts.signUp(person('Ada'));
  const services = { auth: world.auth, accounts: world.deps } as unknown as Services;
  app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('session', null);
    c.set('client', { address: '127.0.0.1', isLoopback: true, origin: 'http://localhost:3000' });
    await next();
  });
  app.route('/api/auth', accountRoutes(services));
  app.onError((error) => {
    const known = foreseen(error);
    if (known) return problemResponse(known);
    throw error;
  });
});
afterAll(() => world.close());

const open = [
  'POST /sign-in/email',
  'POST /sign-up/email',
  'POST /sign-out',
  'GET /get-session',
  'GET /callback/:id',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
];

const request = (address: string, body?: unknown) => {
  const [method = '', path = ''] = address.split(' ');
  return app.request(`/api/auth${path.replaceAll(/:\w+/g, 'x')}`, {
    method,
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
};

describe('the addresses of better-auth', () => {
  test('are closed but for those a page or a program needs', async () => {
    const addresses = Object.values(
      world.auth.api as Record<string, { path?: string; options?: { method?: unknown } }>,
    )
      .filter(({ path }) => path?.startsWith('/'))
      .flatMap(({ path, options }) => [options?.method].flat().map((method) => `${method} ${path}`));
    expect(addresses.length).toBeGreaterThan(60);
    const answers = await Promise.all(
      addresses
        .filter((address) => !open.includes(address))
        .map(async (address) => [address, (await request(address)).status]),
    );
    expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
  });

  test('sign in, say when nobody is, and show no token', async () => {
    const answer = await request('POST /sign-in/email', { email: 'ada@example.com', password });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers.getSetCookie().join()).toMatch(/session_token=[^;]+;.*HttpOnly/);
    const wrong = await request('POST /sign-in/email', { email: 'ada@example.com', password: 'wrong' });
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([401, 'sign_in.wrong']);
    expect(await (await request('GET /get-session')).json()).toBeNull();
  });

  test('offer passkeys of nobody in particular', async () => {
    const answer = await request('GET /passkey/generate-authenticate-options');
    const options = (await answer.json()) as { allowCredentials?: unknown[] };
    expect(options).toMatchObject({ rpId: 'localhost', challenge: expect.any(String) });
    expect(options.allowCredentials ?? []).toEqual([]);
    const forged = await request('POST /passkey/verify-authentication', { response: { id: 'x' } });
    expect(forged.status).toBe(400);
    expect(forged.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
  });

  test('lead who comes back from an unknown service to a page that explains it', async () => {
    const answer = await request('GET /callback/:id');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/auth/error?error=sign_in.unknown_provider');
  });
});
