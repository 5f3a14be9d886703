import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { type TOTP, URI } from 'otpauth';
import { Agent, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renderMail } from '../mail/render-mail.ts';
import { startOidcService } from '../testing/oidc-service.ts';
import {
  type AccountWorld,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
} from '../testing/test-accounts.ts';
import { type AccountSecurity, accountSecurityFor } from './account-security.ts';

let world: AccountWorld;
beforeAll(async () => {
  world = await createAccountWorld();
});
afterAll(() => world.close());

const rows = <Row = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  world.query<Row>(query, values);

async function securityOf(
  browser: TestBrowser,
  {
    impersonatedBy,
    hasMail = false,
    of = world,
  }: { impersonatedBy?: string; hasMail?: boolean; of?: AccountWorld } = {},
): Promise<AccountSecurity> {
  const session = await browser.session();
  if (!session) throw new Error('Signed out.');
  const { auth, app } = of.database;
  const mailer = {
    isConfigured: hasMail,
    origin: of.config.baseUrl ?? 'http://localhost:3000',
    render: renderMail,
  };
  const headers = browser.headers();
  headers.set('origin', mailer.origin);
  return accountSecurityFor(
    { auth: of.auth, db: { auth, app }, mailer, config: of.config },
    {
      headers,
      session: impersonatedBy ? { ...session, impersonatedBy, support: 'manage' } : session,
      clientAddress: '203.0.113.5',
    },
  );
}

let made = 0;
let email: string;
let here: TestBrowser;
let userId: string;

beforeEach(async () => {
  const details = person(`Robin${made++}`);
  email = details.email;
  here = world.browser();
  here.keep(await here.accounts.signUp(details));
  userId = (await here.session())!.user.id;
});

async function secondBrowser(): Promise<TestBrowser> {
  const browser = world.browser();
  browser.keep(await signIn(password));
  return browser;
}
/** What better-auth says to an address and a password, without what our own sign-in does around it. */
async function signIn(given: string): Promise<Headers> {
  const { headers } = await world.auth.api.signInEmail({
    body: { email, password: given },
    headers: world.browser().headers(),
    returnHeaders: true,
  });
  return headers;
}
const age = (minutes: number) =>
  rows(`update auth.session set created_at = now() - make_interval(mins => ${minutes}) where user_id = $1`, [
    userId,
  ]);
const eventsOf = async () =>
  (
    await rows<{ action: string }>('select action from auth.user_events where user_id = $1 order by id', [
      userId,
    ])
  )
    .map((event) => event.action)
    .filter((action) => action !== 'signed_in');
const codeOf = (uri: string) => (URI.parse(uri) as TOTP).generate();

describe('password', () => {
  test('changing it takes the present one, ends every other session and tells the address', async () => {
    const elsewhere = await secondBrowser();
    const security = await securityOf(here);
    await expect(
      security.changePassword({ present: 'wrong one here', next: 'another battery' }),
    ).rejects.toMatchObject({
      code: 'account.password_wrong',
      detail: { fields: { password: expect.any(String) } },
    });
    await expect(security.changePassword({ present: password, next: 'Robin-2026' })).rejects.toMatchObject({
      code: 'password.unusable',
      detail: { fields: { newPassword: expect.stringContaining('others know') } },
    });
    expect(await elsewhere.session()).not.toBeNull();
    await security.changePassword({ present: password, next: 'another battery' });
    expect(await elsewhere.session()).toBeNull();
    expect((await here.session())?.user.id).toBe(userId);
    await expect(signIn(password)).rejects.toMatchObject({
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    });
    expect(await eventsOf()).toEqual(['sessions.ended', 'password.changed']);
    expect(
      await rows("select to_email from auth.mails where user_id = $1 and kind = 'security'", [userId]),
    ).toEqual([{ to_email: email }]);
  });

  test('cannot be guessed from an open session', async () => {
    const security = await securityOf(here);
    for (let index = 0; index < 10; index++)
      await security
        .changePassword({ present: `guess number ${index}`, next: 'a whole new battery' })
        .catch(() => {});
    await expect(
      security.changePassword({ present: password, next: 'a whole new battery' }),
    ).rejects.toMatchObject({
      code: 'sign_in.too_many_tries',
    });
  });

  test('who has none and signed in long ago signs in again before setting one', async () => {
    await rows('update auth.account set password = null where user_id = $1', [userId]);
    await age(11);
    const security = await securityOf(here);
    await expect(security.setPassword('a brand new one')).rejects.toMatchObject({
      code: 'session.not_fresh',
    });
    await age(1);
    await security.setPassword('a brand new one');
    await expect(security.setPassword('yet another one')).rejects.toMatchObject({
      code: 'account.has_password',
    });
    await signIn('a brand new one');
  });
});

describe('second factor', () => {
  async function enable() {
    const { uri } = await (await securityOf(here)).beginTotp(password);
    const { recoveryCodes, headers } = await (await securityOf(here)).finishTotp(codeOf(uri));
    here.keep(headers);
    return { uri, recoveryCodes };
  }

  test('counts only after a code of it was given; then signing in takes one', async () => {
    const security = await securityOf(here);
    await expect(security.beginTotp('wrong one here')).rejects.toMatchObject({
      code: 'account.password_wrong',
    });
    const setup = await security.beginTotp(password);
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Readout/);
    expect(new URL(setup.uri).searchParams.get('secret')).toBe(setup.secret);
    expect((await here.session())?.user.twoFactor).toBe(false);
    const right = codeOf(setup.uri);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    await expect((await securityOf(here)).finishTotp(wrong)).rejects.toMatchObject({
      code: 'two_factor.code_wrong',
    });
    expect((await here.session())?.user.twoFactor).toBe(false);

    const finished = await (await securityOf(here)).finishTotp(` ${right.slice(0, 3)} ${right.slice(3)}`);
    expect(new Set(finished.recoveryCodes).size).toBe(10);
    here.keep(finished.headers);
    expect(await here.session()).toMatchObject({
      user: { id: userId, twoFactor: true },
      role: 'owner',
    });
    const answer = await world.auth.api.signInEmail({
      body: { email, password },
      headers: world.browser().headers(),
    });
    expect(answer).toMatchObject({ twoFactorRedirect: true });
    expect(await eventsOf()).toEqual(['two_factor.enabled']);
  });

  test('new recovery codes replace the old ones', async () => {
    const { recoveryCodes } = await enable();
    const security = await securityOf(here);
    expect(await security.recoveryCodesLeft()).toBe(10);
    const renewed = await security.renewRecoveryCodes(password);
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(renewed).toHaveLength(10);
  });

  test('switching it off takes the password and leaves nothing of it', async () => {
    await enable();
    await expect((await securityOf(here)).disableTwoFactor('')).rejects.toMatchObject({
      code: 'account.password_needed',
    });
    here.keep(await (await securityOf(here)).disableTwoFactor(password));
    expect((await here.session())?.user.twoFactor).toBe(false);
    expect(await rows('select from auth.two_factor where user_id = $1', [userId])).toEqual([]);
    expect(await eventsOf()).toEqual(['two_factor.enabled', 'two_factor.disabled']);
    await enable();
  });
});

describe('what is sensitive', () => {
  test('takes the password once the session is older than ten minutes, and then not for the next ten', async () => {
    await age(11);
    const security = await securityOf(here);
    await expect(security.beginPasskey('')).rejects.toMatchObject({ code: 'account.password_needed' });
    await expect(security.beginPasskey('wrong one here')).rejects.toMatchObject({
      code: 'account.password_wrong',
    });
    const { options } = await security.beginPasskey(password);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: email } });
    await security.beginPasskey('');
  });

  test('works in a session of a month ago too, which better-auth alone would refuse', async () => {
    await age(29 * 24 * 60);
    const security = await securityOf(here);
    await security.beginPasskey(password);
    expect((await security.account()).isFresh).toBe(true);
  });

  test('is closed to a platform admin who acts as the person, even with support access', async () => {
    const security = await securityOf(here, { impersonatedBy: '0b6b3a52-8a52-4a5c-9a8b-6d1f0f5b2f10' });
    for (const call of [
      () => security.rename('Mallory'),
      () => security.changePassword({ present: password, next: 'another battery' }),
      () => security.setPassword('another battery'),
      () => security.changeEmail({ email: 'mallory@example.com', proof: password }),
      () => security.beginTotp(password),
      () => security.finishTotp('123456'),
      () => security.recoveryCodesLeft(),
      () => security.renewRecoveryCodes(password),
      () => security.disableTwoFactor(password),
      () => security.beginPasskey(password),
      () => security.finishPasskey({ response: '{}', name: 'x' }),
      () => security.renamePasskey({ id: 'x', name: 'x' }),
      () => security.removePasskey({ id: 'x', proof: password }),
      () => security.linkProvider({ id: 'google', proof: password }),
      () => security.unlinkProvider({ accountId: 'x', proof: password }),
      () => security.deleteAccount({ typed: email, proof: password }),
      () => security.demandProof(password),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'support.read_only' });
    expect(await eventsOf()).toEqual([]);
  });
});

test('a name may be anything but empty, and too long ones are refused beside their field', async () => {
  const security = await securityOf(here);
  for (const name of ['  ', 'x'.repeat(201)])
    await expect(security.rename(name)).rejects.toMatchObject({
      code: 'account.name_unusable',
      detail: { fields: { name: expect.any(String) } },
    });
  const name = `${'🦊'.repeat(150)} <script> محمد`;
  await security.rename(` ${name} `);
  expect((await here.session())?.user.name).toBe(name);
});

test("passkeys and services of others cannot be renamed or removed, nor one's last way in", async () => {
  const [foreign] = await rows<{ id: string }>(
    `insert into auth.passkey (user_id, public_key, credential_id, counter, device_type, backed_up)
     select id, 'key', gen_random_uuid()::text, 0, 'singleDevice', false from auth."user" where id <> $1 limit 1 returning id`,
    [userId],
  );
  const security = await securityOf(here);
  await expect(security.renamePasskey({ id: foreign!.id, name: 'mine' })).rejects.toMatchObject({
    code: 'passkey.not_found',
  });
  await expect(security.removePasskey({ id: foreign!.id, proof: password })).rejects.toMatchObject({
    code: 'passkey.not_found',
  });
  await expect(security.unlinkProvider({ accountId: foreign!.id, proof: password })).rejects.toMatchObject({
    code: 'provider.not_found',
  });
  await expect(security.linkProvider({ id: 'google', proof: '' })).rejects.toMatchObject({
    code: 'provider.not_found',
  });

  await rows('update auth.account set password = null where user_id = $1', [userId]);
  const [own] = await rows<{ id: string }>(
    "insert into auth.passkey (user_id, public_key, credential_id, counter, device_type, backed_up) values ($1, 'key', gen_random_uuid()::text, 0, 'singleDevice', false) returning id",
    [userId],
  );
  await expect(security.removePasskey({ id: own!.id, proof: '' })).rejects.toMatchObject({
    code: 'account.last_way_in',
  });
});

test('without mail a new address counts at once, with the password, and signs in from then on', async () => {
  await age(11);
  const security = await securityOf(here);
  await expect(security.changeEmail({ email: 'robin@new.example', proof: '' })).rejects.toMatchObject({
    code: 'account.password_needed',
  });
  expect(await security.changeEmail({ email: `new-${email}`, proof: password })).toBe('changed');
  const { user } = await world.auth.api.signInEmail({
    body: { email: `new-${email}`, password },
    headers: world.browser().headers(),
  });
  expect(user.id).toBe(userId);
});

test('deleting the account takes its address typed and the password, and signs out everywhere', async () => {
  const elsewhere = await secondBrowser();
  await age(11);
  // Of this installation's first account somebody else has to be left to administer it.
  await rows('update auth."user" set role = \'admin\' where id <> $1', [userId]);
  const security = await securityOf(here);
  await expect(security.deleteAccount({ typed: 'yes', proof: password })).rejects.toMatchObject({
    code: 'account.confirmation_wrong',
  });
  await expect(security.deleteAccount({ typed: email, proof: '' })).rejects.toMatchObject({
    code: 'account.password_needed',
  });
  here.keep(await security.deleteAccount({ typed: email.toUpperCase(), proof: password }));
  expect(here.headers().get('cookie') ?? '').not.toContain('session_token');
  expect(await elsewhere.session()).toBeNull();
  await expect(signIn(password)).rejects.toMatchObject({
    body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
  });
});

describe('where mail is sent', () => {
  let service: Awaited<ReturnType<typeof startOidcService>>;
  let mailed: AccountWorld;
  const origin = 'http://readout.test';
  beforeAll(async () => {
    service = await startOidcService({ callbacks: [`${origin}/api/auth/callback/oidc`] });
    service.people.set('bob', { email: 'bob@example.com', email_verified: true, name: 'Bob' });
    setGlobalDispatcher(createOutboundDispatcher({ allow: parseNetworks('127.0.0.1/32') }));
    mailed = await createAccountWorld({
      hasMail: true,
      environment: {
        READOUT_BASE_URL: origin,
        READOUT_OIDC_ISSUER: service.issuer,
        READOUT_OIDC_CLIENT_ID: service.client.id,
        READOUT_OIDC_CLIENT_SECRET: service.client.secret,
        READOUT_OIDC_NAME: 'Example login',
      },
    });
    await mailed.browser().accounts.signUp(person('Ada'));
  });
  afterAll(async () => {
    setGlobalDispatcher(new Agent());
    await mailed.close();
    await service.close();
  });
  const adaSignsIn = async () => {
    await mailed.query('update auth."user" set email_verified = true');
    const browser = mailed.browser();
    browser.keep(await browser.accounts.signIn({ email: 'ada@example.com', password }));
    await mailed.mails();
    return browser;
  };
  const securityOfAda = (browser: TestBrowser) => securityOf(browser, { hasMail: true, of: mailed });

  test('a new address counts only after its link was followed, and the present one hears of the wish', async () => {
    const ada = await adaSignsIn();
    expect(await (await securityOfAda(ada)).changeEmail({ email: 'Ada@New.example', proof: '' })).toBe(
      'link_sent',
    );
    expect((await ada.session())?.user.email).toBe('ada@example.com');
    expect((await mailed.mails()).map(({ kind }) => kind).sort()).toEqual(['change_email', 'security']);
    // An address that somebody else has answers alike: nobody learns who has an account.
    await mailed.browser().accounts.signUp(person('Carl'));
    await mailed.mails();
    expect(await (await securityOfAda(ada)).changeEmail({ email: 'carl@example.com', proof: '' })).toBe(
      'link_sent',
    );
    expect((await mailed.mails()).filter(({ to_email }) => to_email === 'carl@example.com')).toEqual([]);
  });

  test('another service is linked after a proof, and unlinked again', async () => {
    const ada = await adaSignsIn();
    const begun = await (await securityOfAda(ada)).linkProvider({ id: 'oidc', proof: '' });
    ada.keep(begun.headers);
    const query = await service.signIn(begun.url, 'bob');
    const back = await ada.accounts.finishProvider({ providerId: 'oidc', query }, await ada.session());
    expect(back.get('location')).toBe('/settings/account?linked=yes');
    const { providers } = await (await securityOfAda(ada)).account();
    expect(providers).toMatchObject([{ providerId: 'oidc' }]);
    await (await securityOfAda(ada)).unlinkProvider({ accountId: providers[0]!.accountId, proof: '' });
    expect((await (await securityOfAda(ada)).account()).providers).toEqual([]);
  });
});
