import { tmpdir } from 'node:os';
import { createPool } from '@readout/database';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { type TOTP, URI } from 'otpauth';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountSecurity, accountSecurityFor } from './account-security.ts';
import { accountsFor } from './accounts.ts';
import { type Auth, createAuth, derivedSecret } from './auth.ts';
import { loadConfig } from './config.ts';
import { clientOf } from './http/client.ts';
import { createLog } from './log.ts';
import { renderMail } from './mail/render-mail.ts';
import { createSessionResolver } from './session.ts';

let database: TestDatabase;
let pool: Pool;
let auth: Auth;
const config = loadConfig({
  READOUT_DATA: tmpdir(),
  READOUT_SECRET: 's'.repeat(40),
  READOUT_LOG_LEVEL: 'silent',
});
const mailer = { isConfigured: false, origin: 'http://localhost:3000', render: renderMail };
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.address, 'readout_auth', database.secret, { maxConnections: 4 });
  auth = createAuth({ config, db: database.auth, log: createLog(config), mailer });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const rows = <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(query, values)).rows as T[]);

/** A browser: it keeps its cookies. */
function newBrowser() {
  const cookies = new Map<string, string>();
  const headers = () =>
    new Headers({
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'user-agent': agent,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
  const sessions = createSessionResolver(pool, {
    name: 'readout.session_token',
    secret: derivedSecret(config.secret, 'sign-in'),
    isSecure: false,
  });
  const session = () => sessions.resolve(headers().get('cookie'));
  return {
    cookies,
    headers,
    session,
    take(answer: Headers): void {
      for (const line of answer.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
    accounts: () =>
      accountsFor(
        {
          auth,
          db: { auth: database.auth },
          mailer,
          providers: [],
          isSecure: false,
          signUp: { mode: 'open', setupCode: 'ABCD-EFGH-JKLM', plugins: [] },
        },
        {
          headers: headers(),
          client: clientOf({ peer: '127.0.0.1', isEncrypted: false, headers: headers() }, config),
        },
      ),
    async security(impersonatedBy?: string): Promise<AccountSecurity> {
      const resolved = await session();
      if (!resolved) throw new Error('Signed out.');
      return accountSecurityFor(
        { auth, db: { auth: database.auth, app: database.app, platform: database.platform }, mailer, config },
        {
          headers: headers(),
          session: impersonatedBy
            ? { ...resolved.session, impersonatedBy, supportAccess: true }
            : resolved.session,
          clientAddress: '203.0.113.5',
        },
      );
    },
  };
}
type Browser = ReturnType<typeof newBrowser>;

let made = 0;
const password = 'correct horse battery';
let email: string;
let here: Browser;
let userId: string;

beforeEach(async () => {
  email = `person-${made++}@example.com`;
  here = newBrowser();
  here.take(
    await here.accounts().signUp({
      name: 'Robin',
      email,
      password,
      companyName: `Works ${made}`,
      languages: ['en'],
      locale: 'en',
      termsVersion: '1',
      privacyVersion: '1',
    }),
  );
  userId = (await here.session())!.session.user.id;
});

async function secondBrowser(): Promise<Browser> {
  const browser = newBrowser();
  browser.take(await signIn(browser, password));
  return browser;
}
/** Past better-auth's own page: what the sign-in page does, without its devices and mails. */
async function signIn(browser: Browser, given: string): Promise<Headers> {
  const { headers } = await auth.api.signInEmail({
    body: { email, password: given },
    headers: browser.headers(),
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
    const security = await here.security();
    await expect(
      security.changePassword({ present: 'wrong one here', next: 'another battery' }),
    ).rejects.toMatchObject({
      code: 'account.password_wrong',
      detail: { fields: { password: expect.any(String) } },
    });
    await expect(security.changePassword({ present: password, next: 'short' })).rejects.toMatchObject({
      code: 'account.password_unusable',
    });
    expect(await elsewhere.session()).not.toBeNull();
    await security.changePassword({ present: password, next: 'another battery' });
    expect(await elsewhere.session()).toBeNull();
    expect((await here.session())?.session.user.id).toBe(userId);
    await expect(signIn(newBrowser(), password)).rejects.toMatchObject({
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    });
    expect(await eventsOf()).toEqual(['sessions.ended', 'password.changed']);
    expect(
      await rows("select to_email from auth.mails where user_id = $1 and kind = 'security'", [userId]),
    ).toEqual([{ to_email: email }]);
  });

  test('cannot be guessed from an open session', async () => {
    const security = await here.security();
    for (let index = 0; index < 10; index++)
      await security
        .changePassword({ present: `guess number ${index}`, next: 'x'.repeat(12) })
        .catch(() => {});
    await expect(security.changePassword({ present: password, next: 'x'.repeat(12) })).rejects.toMatchObject({
      code: 'sign_in.too_many_tries',
    });
  });

  test('who has none and signed in long ago signs in again before setting one', async () => {
    await rows('update auth.account set password = null where user_id = $1', [userId]);
    await age(11);
    const security = await here.security();
    await expect(security.setPassword('a brand new one')).rejects.toMatchObject({
      code: 'session.not_fresh',
    });
    await age(1);
    await security.setPassword('a brand new one');
    await expect(security.setPassword('yet another one')).rejects.toMatchObject({
      code: 'account.has_password',
    });
    await signIn(newBrowser(), 'a brand new one');
  });
});

describe('second factor', () => {
  async function enable() {
    const { uri } = await (await here.security()).beginTotp(password);
    const { recoveryCodes, headers } = await (await here.security()).finishTotp(codeOf(uri));
    here.take(headers);
    return { uri, recoveryCodes };
  }

  test('counts only after a code of it was given; then signing in takes one', async () => {
    const security = await here.security();
    await expect(security.beginTotp('wrong one here')).rejects.toMatchObject({
      code: 'account.password_wrong',
    });
    const setup = await security.beginTotp(password);
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Readout/);
    expect(new URL(setup.uri).searchParams.get('secret')).toBe(setup.secret);
    expect((await here.session())?.session.user.twoFactor).toBe(false);
    const right = codeOf(setup.uri);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    await expect((await here.security()).finishTotp(wrong)).rejects.toMatchObject({
      code: 'two_factor.code_wrong',
    });
    expect((await here.session())?.session.user.twoFactor).toBe(false);

    const finished = await (await here.security()).finishTotp(` ${right.slice(0, 3)} ${right.slice(3)}`);
    expect(new Set(finished.recoveryCodes).size).toBe(10);
    here.take(finished.headers);
    expect((await here.session())?.session).toMatchObject({
      user: { id: userId, twoFactor: true },
      role: 'owner',
    });
    const answer = await auth.api.signInEmail({ body: { email, password }, headers: newBrowser().headers() });
    expect(answer).toMatchObject({ twoFactorRedirect: true });
    expect(await eventsOf()).toEqual(['two_factor.enabled']);
  });

  test('new recovery codes replace the old ones', async () => {
    const { recoveryCodes } = await enable();
    const security = await here.security();
    expect(await security.recoveryCodesLeft()).toBe(10);
    const renewed = await security.renewRecoveryCodes(password);
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(renewed).toHaveLength(10);
  });

  test('switching it off takes the password and leaves nothing of it', async () => {
    await enable();
    await expect((await here.security()).disableTwoFactor('')).rejects.toMatchObject({
      code: 'account.password_needed',
    });
    here.take(await (await here.security()).disableTwoFactor(password));
    expect((await here.session())?.session.user.twoFactor).toBe(false);
    expect(await rows('select from auth.two_factor where user_id = $1', [userId])).toEqual([]);
    expect(await eventsOf()).toEqual(['two_factor.enabled', 'two_factor.disabled']);
    await enable();
  });
});

describe('what is sensitive', () => {
  test('takes the password once the session is older than ten minutes, and then not for the next ten', async () => {
    await age(11);
    const security = await here.security();
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
    const security = await here.security();
    await security.beginPasskey(password);
    expect((await security.account()).isFresh).toBe(true);
  });

  test('is closed to a platform admin who acts as the person, even with support access', async () => {
    const security = await here.security('0b6b3a52-8a52-4a5c-9a8b-6d1f0f5b2f10');
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
  const security = await here.security();
  for (const name of ['  ', 'x'.repeat(201)])
    await expect(security.rename(name)).rejects.toMatchObject({
      code: 'account.name_unusable',
      detail: { fields: { name: expect.any(String) } },
    });
  const name = `${'🦊'.repeat(150)} <script> محمد`;
  await security.rename(` ${name} `);
  expect((await here.session())?.session.user.name).toBe(name);
});

test("passkeys and services of others cannot be renamed or removed, nor one's last way in", async () => {
  const [foreign] = await rows<{ id: string }>(
    `insert into auth.passkey (user_id, public_key, credential_id, counter, device_type, backed_up)
     select id, 'key', gen_random_uuid()::text, 0, 'singleDevice', false from auth."user" where id <> $1 limit 1 returning id`,
    [userId],
  );
  const security = await here.security();
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
  const security = await here.security();
  await expect(security.changeEmail({ email: 'robin@new.example', proof: '' })).rejects.toMatchObject({
    code: 'account.password_needed',
  });
  expect(await security.changeEmail({ email: `new-${email}`, proof: password })).toBe('changed');
  const { user } = await auth.api.signInEmail({
    body: { email: `new-${email}`, password },
    headers: newBrowser().headers(),
  });
  expect(user.id).toBe(userId);
});

test('deleting the account takes its address typed and the password, and signs out everywhere', async () => {
  const elsewhere = await secondBrowser();
  await age(11);
  // Of this installation's first account somebody else has to be left to administer it.
  await rows('update auth."user" set role = \'admin\' where id <> $1', [userId]);
  const security = await here.security();
  await expect(security.deleteAccount({ typed: 'yes', proof: password })).rejects.toMatchObject({
    code: 'account.confirmation_wrong',
  });
  await expect(security.deleteAccount({ typed: email, proof: '' })).rejects.toMatchObject({
    code: 'account.password_needed',
  });
  here.take(await security.deleteAccount({ typed: email.toUpperCase(), proof: password }));
  expect(here.cookies.has('readout.session_token')).toBe(false);
  expect(await elsewhere.session()).toBeNull();
  await expect(signIn(newBrowser(), password)).rejects.toMatchObject({
    body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
  });
});
