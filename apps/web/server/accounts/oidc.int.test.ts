import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { Agent, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OidcService, startOidcService } from '../testing/oidc-service.ts';
import {
  type AccountWorld,
  codeOf,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
} from '../testing/test-accounts.ts';

let service: OidcService;
let world: AccountWorld;
const origin = 'http://readout.test';

const guard = (allow: string) =>
  setGlobalDispatcher(createOutboundDispatcher({ allow: parseNetworks(allow) }));

beforeAll(async () => {
  service = await startOidcService({ callbacks: [`${origin}/api/auth/callback/oidc`] });
  service.people.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada of the service' });
  service.people.set('bob', { email: 'bob@example.com', email_verified: true, name: 'Bob' });
  service.people.set('eve', { email: 'eve@example.com', email_verified: false, name: 'Eve' });
});
afterAll(() => service.close());

const open = (environment: Record<string, string> = {}) =>
  createAccountWorld({
    hasMail: true,
    environment: {
      READOUT_BASE_URL: origin,
      READOUT_OIDC_ISSUER: service.issuer,
      READOUT_OIDC_CLIENT_ID: service.client.id,
      READOUT_OIDC_CLIENT_SECRET: service.client.secret,
      READOUT_OIDC_NAME: 'Example login',
      ...environment,
    },
  });

beforeEach(() => guard('127.0.0.1/32'));
afterEach(() => setGlobalDispatcher(new Agent()));

/** @returns where the browser is sent in the end. */
async function signInAs(browser: TestBrowser, login: string, to = '/app'): Promise<string> {
  const begun = browser.keep(await browser.accounts.startProvider({ providerId: 'oidc', to }));
  const query = await service.signIn(begun.get('location') ?? '', login);
  const session = await browser.session();
  const headers = browser.keep(await browser.accounts.finishProvider({ providerId: 'oidc', query }, session));
  return headers.get('location') ?? '';
}

/** Ada made the installation, with the address the service knows, too. */
async function adaSignsUp({ isVerified = true } = {}): Promise<void> {
  await world.browser().accounts.signUp(person('Ada'));
  if (!isVerified) await world.query('update auth."user" set email_verified = false');
  await world.mails();
}

describe('signing in with an OpenID Connect service', () => {
  beforeAll(async () => {
    world = await open();
  });
  afterEach(() => world.empty());
  afterAll(() => world.close());

  test('is offered by its name, and asks with PKCE, state and nonce for the email address', async () => {
    const browser = world.browser();
    expect(browser.accounts.signInState().providers).toEqual([{ id: 'oidc', name: 'Example login' }]);
    const headers = await browser.accounts.startProvider({ providerId: 'oidc', to: '/app' });
    const address = new URL(headers.get('location') ?? '');
    expect(address.origin).toBe(service.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'readout',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/api/auth/callback/oidc`,
      scope: expect.stringContaining('email'),
      state: expect.any(String),
      nonce: expect.any(String),
    });
  });

  test('makes an account without a company for somebody new, and finds it again the next time', async () => {
    await adaSignsUp();
    const browser = world.browser();
    expect(await signInAs(browser, 'bob', '/dashboard')).toBe(
      `/auth/welcome?to=${encodeURIComponent('/dashboard')}`,
    );
    expect(await browser.session()).toMatchObject({
      user: { name: 'Bob', email: 'bob@example.com', emailVerified: true, role: 'user', termsVersion: null },
      company: null,
    });
    const again = world.browser();
    expect(await signInAs(again, 'bob', '/dashboard')).toBe('/dashboard');
    expect((await again.session())?.user.id).toBe((await browser.session())?.user.id);
    expect(
      await world.query(
        "select detail->>'provider' as provider from auth.user_events where action = 'signed_in' and detail->>'method' = 'provider'",
      ),
    ).toHaveLength(2);
  });

  test('finds the account with the same address where both sides have it confirmed', async () => {
    await adaSignsUp();
    const browser = world.browser();
    expect(await signInAs(browser, 'ada')).toBe('/app');
    expect(await browser.session()).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.com' },
      role: 'owner',
    });
  });

  test('takes over no account whose address was never confirmed here', async () => {
    await adaSignsUp({ isVerified: false });
    const browser = world.browser();
    expect(await signInAs(browser, 'ada')).toBe('/auth/error?error=account_not_linked');
    expect(await browser.session()).toBeNull();
  });

  test('makes no account for an address the service has not confirmed', async () => {
    await adaSignsUp();
    const browser = world.browser();
    expect(await signInAs(browser, 'eve')).toBe('/auth/error?error=email_not_verified');
    expect(await browser.session()).toBeNull();
    expect(await world.query('select id from auth."user"')).toHaveLength(1);
  });

  test('claims no fresh installation', async () => {
    const browser = world.browser();
    expect(await signInAs(browser, 'bob')).toBe('/auth/error?error=sign_up.first_account');
    expect(await world.query('select id from auth."user"')).toEqual([]);
  });

  test('lets nobody in who is suspended here', async () => {
    await adaSignsUp();
    await world.query('update auth."user" set banned = true');
    const browser = world.browser();
    expect(await signInAs(browser, 'ada')).toBe('/auth/error?error=BANNED_USER');
    expect(await browser.session()).toBeNull();
  });

  test('is taken from the browser that began it, once', async () => {
    await adaSignsUp();
    const begun = world.browser();
    const headers = begun.keep(await begun.accounts.startProvider({ providerId: 'oidc', to: '/app' }));
    const query = await service.signIn(headers.get('location') ?? '', 'ada');
    const stranger = world.browser();
    const refused = await stranger.accounts.finishProvider({ providerId: 'oidc', query }, null);
    expect(refused.get('location')).toMatch(/^\/auth\/error\?error=state_/);
    expect(refused.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie))).toBe(false);
  });

  test('leads only to addresses of this application', async () => {
    await adaSignsUp();
    expect(await signInAs(world.browser(), 'ada', 'https://evil.example/x')).toBe('/app');
    expect(await signInAs(world.browser(), 'ada', '//evil.example')).toBe('/app');
  });

  test('what the service says beside its error is not repeated', async () => {
    const browser = world.browser();
    const headers = browser.keep(await browser.accounts.startProvider({ providerId: 'oidc', to: '/app' }));
    const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = { error: 'access_denied', error_description: '<script>alert(1)</script>', state };
    const answer = await browser.accounts.finishProvider({ providerId: 'oidc', query }, null);
    expect(answer.get('location')).toBe('/auth/error?error=access_denied');
  });

  test('asks for the second factor of the account, too', async () => {
    await adaSignsUp();
    const ada = world.browser();
    ada.keep(await ada.accounts.signIn({ email: 'ada@example.com', password }));
    await world.auth.api.enableTwoFactor({ body: { password }, headers: ada.headers() });
    await world.query('update auth."user" set two_factor_enabled = true');
    await world.query('update auth.two_factor set verified = true');
    const browser = world.browser();
    expect(await signInAs(browser, 'ada', '/dashboard')).toBe(
      `/auth/two-factor?to=${encodeURIComponent('/dashboard')}`,
    );
    expect(await browser.session()).toBeNull();
    expect(await browser.accounts.isSecondFactorDue()).toBe(true);
  });

  test('can be added to an account by who is signed in, also with another address', async () => {
    await adaSignsUp();
    const ada = world.browser();
    ada.keep(await ada.accounts.signIn({ email: 'ada@example.com', password }));
    await ada.accounts.startProvider({ providerId: 'oidc', to: '/app' });
    const { headers, response } = await world.auth.api.linkSocialAccount({
      body: { provider: 'oidc', callbackURL: '/settings/security' },
      headers: ada.headers(),
      returnHeaders: true,
    });
    ada.keep(headers);
    const query = await service.signIn(response.url ?? '', 'bob');
    const answer = await ada.accounts.finishProvider({ providerId: 'oidc', query }, await ada.session());
    expect(answer.get('location')).toBe('/settings/security');
    expect((await world.mails()).map(({ subject }) => subject)).toContain('A sign-in service was added');
    const browser = world.browser();
    expect(await signInAs(browser, 'bob')).toBe('/app');
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });
});

describe('the mode of sign-up', () => {
  afterEach(() => world.close());
  test.each([
    ['invite', 'sign_up.invite_only'],
    ['closed', 'sign_up.closed'],
  ])(
    '%s holds for other services, too; those who have an account or an invitation get in',
    async (mode, code) => {
      world = await open({ READOUT_SIGN_UP: mode });
      await adaSignsUp();
      expect(await signInAs(world.browser(), 'bob')).toBe(`/auth/error?error=${code}`);
      expect(await signInAs(world.browser(), 'ada')).toBe('/app');
      await world.query(
        `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at)
      select company_id, 'bob@example.com', 'operator', repeat('0', 64), user_id, 'Ada', now() + interval '1 day' from auth.membership`,
      );
      expect(await signInAs(world.browser(), 'bob', '/invite/x')).toBe(
        `/auth/welcome?to=${encodeURIComponent('/invite/x')}`,
      );
    },
  );
});

describe('a service that cannot be used', () => {
  afterEach(() => world.close());
  test('inside a private network is not called unless the operator opened it', async () => {
    world = await open();
    guard('');
    const before = service.requests.length;
    expect(await codeOf(world.browser().accounts.startProvider({ providerId: 'oidc', to: '/app' }))).toBe(
      'sign_in.provider_unavailable',
    );
    expect(service.requests).toHaveLength(before);
  });

  test('that was down works once it is back, without a restart', async () => {
    const late = await startOidcService({ callbacks: [] });
    await late.close();
    world = await open({ READOUT_OIDC_ISSUER: late.issuer });
    const start = () => codeOf(world.browser().accounts.startProvider({ providerId: 'oidc', to: '/app' }));
    expect(await start()).toBe('sign_in.provider_unavailable');
    const back = await startOidcService({ callbacks: [], port: Number(new URL(late.issuer).port) });
    expect(await start()).toBeInstanceOf(Headers);
    await back.close();
  });

  test('that calls itself something else than configured is not believed', async () => {
    world = await open({ READOUT_OIDC_ISSUER: service.issuer.replace('127.0.0.1', 'localhost') });
    expect(await codeOf(world.browser().accounts.startProvider({ providerId: 'oidc', to: '/app' }))).toBe(
      'sign_in.provider_unavailable',
    );
  });

  test('that is not configured is not known', async () => {
    world = await open();
    expect(await codeOf(world.browser().accounts.startProvider({ providerId: 'google', to: '/app' }))).toBe(
      'sign_in.unknown_provider',
    );
  });
});
