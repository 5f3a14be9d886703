import { scryptSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { clientOf } from '../request/client.ts';
import { type AccountWorld, createAccountWorld, password, person } from '../testing/test-accounts.ts';
import { type Accounts, accountsFor } from './accounts.ts';
import { createAuth } from './auth.ts';

let world: AccountWorld;

beforeAll(async () => {
  world = await createAccountWorld();
});
afterEach(() => world.empty());
afterAll(() => world?.close());

interface From {
  peer?: string;
  headers?: Record<string, string>;
  mode?: Config['signUp'];
}

const firstPlugins = [
  { pluginId: 'receipt', version: '1.0.0' },
  { pluginId: 'text', version: '1.2.0' },
];

function accounts({ peer = '127.0.0.1', headers = {}, mode = 'open' }: From = {}): Accounts {
  const { deps, config } = world;
  const all = new Headers({ host: 'localhost:3000', ...headers });
  return accountsFor(
    { ...deps, signUp: { ...deps.signUp, mode, firstPlugins } },
    { headers: all, client: clientOf({ peer, isEncrypted: false, headers: all }, config) },
  );
}

const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const elsewhere = '203.0.113.7';

async function counts(): Promise<Record<string, number>> {
  const [row] = await world.query<Record<string, number>>(`select
      (select count(*)::int from auth."user") as users, (select count(*)::int from auth.company) as companies,
      (select count(*)::int from auth.account) as accounts, (select count(*)::int from app.company_settings) as settings,
      (select count(*)::int from app.installations) as installations, (select count(*)::int from auth."user" where role = 'admin') as admins`);
  return row!;
}

test('of a password a hash is kept that costs a guess 32 MiB', async () => {
  const { config, database, deps } = world;
  const auth = createAuth({ config, db: database.auth, log: createLog(config), mailer: deps.mailer });
  const { password: hashing } = await auth.$context;
  const hash = await hashing.hash(password);
  const [salt = '', key] = hash.split(':');
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 };
  expect(scryptSync(password, salt, 64, cost).toString('hex')).toBe(key);
  expect(await hashing.verify({ hash, password })).toBe(true);
  expect(await hashing.verify({ hash, password: `${password}s` })).toBe(false);
});

describe('sign-up', () => {
  test('makes user, company, ownership, settings and plugins, and signs in', async () => {
    const cookie = cookieOf(
      await accounts().signUp(person('Ada', { languages: ['de', 'en'], locale: 'de-AT' })),
    );
    const resolved = await world.sessions.resolve(cookie);
    expect(resolved?.session).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.com', role: 'admin' },
      company: { name: 'Ada & Co', status: 'active' },
      role: 'owner',
    });
    const settings = await world.query('select languages, locale from app.company_settings');
    expect(settings).toEqual([{ languages: ['de', 'en'], locale: 'de-AT' }]);
    const installed = await world.query(
      'select plugin_id, version, enabled from app.installations order by position',
    );
    expect(installed).toEqual([
      { plugin_id: 'receipt', version: '1.0.0', enabled: true },
      { plugin_id: 'text', version: '1.2.0', enabled: true },
    ]);
  });

  test('of several first sign-ups at once exactly one becomes the administrator', async () => {
    const names = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn'];
    const cookies = await Promise.all(names.map((name) => accounts().signUp(person(name))));
    expect(cookies).toHaveLength(6);
    expect(await counts()).toMatchObject({ users: 6, companies: 6, admins: 1 });
  });

  test('leaves nothing behind when any part of it fails', async () => {
    await accounts().signUp(person('Ada'));
    const before = await counts();
    await expect(accounts().signUp(person('Ada', { companyName: 'Second' }))).rejects.toMatchObject({
      code: 'sign_up.not_possible',
    });
    await world.query(
      "alter table app.installations add constraint broken check (plugin_id <> 'text') not valid",
    );
    try {
      await expect(accounts().signUp(person('Bob'))).rejects.toThrow(/broken/);
    } finally {
      await world.query('alter table app.installations drop constraint broken');
    }
    expect(await counts()).toEqual(before);
  });

  test('takes none of the passwords that are tried first', async () => {
    await expect(accounts().signUp(person('Ada', { password: 'password123' }))).rejects.toMatchObject({
      code: 'sign_up.invalid',
      detail: { fields: { password: expect.stringContaining('tried first') } },
    });
  });

  test('says for each field what is wrong with it', async () => {
    const refused = accounts().signUp(
      person('Ada', { email: 'ada', password: 'short', termsVersion: '', languages: [] }),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'sign_up.invalid',
      detail: {
        fields: {
          email: expect.stringContaining('email'),
          password: expect.stringContaining('10'),
          termsVersion: expect.stringContaining('terms'),
          languages: expect.any(String),
        },
      },
    });
  });
});

describe('a fresh installation', () => {
  test('is claimed from elsewhere with the set-up code only', async () => {
    const stranger = accounts({ peer: elsewhere });
    expect(await stranger.signUpState()).toEqual({
      mode: 'open',
      isFirstAccount: true,
      needsSetupCode: true,
    });
    await expect(stranger.signUp(person('Eve'))).rejects.toMatchObject({ code: 'sign_up.setup_code_needed' });
    await expect(stranger.signUp(person('Eve', { setupCode: 'AAAA-AAAA-AAAA' }))).rejects.toMatchObject({
      code: 'sign_up.setup_code_wrong',
    });
    expect((await counts()).users).toBe(0);
    await stranger.signUp(person('Ada', { setupCode: ' abcd efgh jklm ' }));
    expect(await counts()).toMatchObject({ users: 1, admins: 1 });
  });

  test.each([
    ['a proxy that says so', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that keeps the host', { headers: { host: 'readout.example.com' } }],
    ['a page that had its name point here', { headers: { host: 'rebound.example:3000' } }],
  ])(
    'takes what comes through %s for elsewhere, although it connects from this machine',
    async (_name, from) => {
      await expect(accounts(from).signUp(person('Eve'))).rejects.toMatchObject({
        code: 'sign_up.setup_code_needed',
      });
    },
  );

  test('can make its first account in every mode, and after that obeys the mode', async () => {
    await accounts({ mode: 'closed' }).signUp(person('Ada'));
    await expect(accounts({ mode: 'closed' }).signUp(person('Bob'))).rejects.toMatchObject({
      code: 'sign_up.closed',
    });
    await expect(accounts({ mode: 'invite' }).signUp(person('Bob'))).rejects.toMatchObject({
      code: 'sign_up.invite_only',
    });
    await accounts({ mode: 'open', peer: elsewhere }).signUp(person('Bob'));
    expect(await counts()).toMatchObject({ users: 2, admins: 1 });
  });
});

describe('sign-in', () => {
  beforeEach(async () => {
    await accounts().signUp(person('Ada'));
  });

  test('answers an unknown address, a wrong password and nonsense alike', async () => {
    const refusals = [];
    for (const input of [
      { email: 'nobody@example.com', password },
      { email: 'ada@example.com', password: 'wrong horse battery' },
      { email: 'not an address', password: 'x' },
    ]) {
      refusals.push(
        await accounts()
          .signIn(input)
          .catch((error: { code: string; message: string }) => [error.code, error.message]),
      );
    }
    expect(new Set(refusals.map(String)).size).toBe(1);
    expect(refusals[0]?.[0 as never]).toBe('sign_in.wrong');
  });

  test('after ten wrong tries even the right password has to wait, elsewhere it does not', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(
        accounts({ peer: elsewhere }).signIn({ email: 'ada@example.com', password: `wrong ${attempt}` }),
      ).rejects.toMatchObject({
        code: 'sign_in.wrong',
      });
    }
    await expect(
      accounts({ peer: elsewhere }).signIn({ email: 'Ada@Example.com', password }),
    ).rejects.toMatchObject({
      code: 'sign_in.too_many_tries',
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    await accounts().signIn({ email: 'ada@example.com', password });
    await world.query("update auth.sign_in_attempts set last_at = last_at - interval '16 seconds'");
    await accounts({ peer: elsewhere }).signIn({
      email: 'ada@example.com',
      password,
    });
  });

  test('tries sent at once are all counted', async () => {
    const tries = Array.from({ length: 30 }, (_, index) =>
      accounts({ peer: elsewhere })
        .signIn({ email: 'ada@example.com', password: `guess ${index}` })
        .catch((error: { code: string }) => error.code),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 'sign_in.wrong')).toHaveLength(10);
  });

  test('a suspended user cannot sign in, and open sessions end at once', async () => {
    const cookie = cookieOf(await accounts().signIn({ email: 'ada@example.com', password }));
    await world.query('update auth."user" set banned = true');
    expect(await world.sessions.resolve(cookie)).toBeNull();
    await expect(accounts().signIn({ email: 'ada@example.com', password })).rejects.toMatchObject({
      code: 'sign_in.suspended',
    });
  });
});

describe('a session', () => {
  test('is refused when its cookie was changed, expired or signed out', async () => {
    const cookie = cookieOf(await accounts().signUp(person('Ada')));
    expect(await world.sessions.resolve(cookie)).not.toBeNull();
    const [name, value = ''] = cookie.split('=');
    expect(await world.sessions.resolve(`${name}=x${value}`)).toBeNull();
    expect(await world.sessions.resolve(`${name}=${value.slice(0, 20)}`)).toBeNull();

    const other = cookieOf(await accounts().signIn({ email: 'ada@example.com', password }));
    await accounts({ headers: { cookie: other } }).signOut();
    expect(await world.sessions.resolve(other)).toBeNull();
    expect(await world.sessions.resolve(cookie)).not.toBeNull();

    await world.query("update auth.session set expires_at = now() - interval '1 second'");
    expect(await world.sessions.resolve(cookie)).toBeNull();
  });

  test('slides: used after a day it is prolonged, in the database and in the browser', async () => {
    const cookie = cookieOf(await accounts().signUp(person('Ada')));
    expect((await world.sessions.resolve(cookie))?.setCookie).toBeUndefined();
    await world.query("update auth.session set expires_at = now() + interval '28 days'");
    expect((await world.sessions.resolve(cookie))?.setCookie).toContain('Max-Age=2592000');
    const rows = await world.query(
      "select expires_at > now() + interval '29 days' as prolonged from auth.session",
    );
    expect(rows).toEqual([{ prolonged: true }]);
  });

  test('ends after 90 days, however often it is used, and is prolonged no further than that', async () => {
    const cookie = cookieOf(await accounts().signUp(person('Ada')));
    const began = (days: number, left: number) =>
      world.query(
        'update auth.session set signed_in_at = now() - make_interval(days => $1), expires_at = now() + make_interval(days => $2)',
        [days, left],
      );
    await began(80, 5);
    const prolonged = await world.sessions.resolve(cookie);
    const seconds = Number(/Max-Age=(\d+)/.exec(prolonged?.setCookie ?? '')?.[1]);
    expect(seconds / 86_400).toBeCloseTo(10, 2);
    expect((await world.sessions.resolve(cookie))?.setCookie).toBeUndefined();
    await began(91, 20);
    expect(await world.sessions.resolve(cookie)).toBeNull();
  });

  test('works in the company it was switched to, as long as the user belongs to it', async () => {
    const cookie = cookieOf(await accounts().signUp(person('Ada')));
    await accounts().signUp(person('Bob'));
    const first = await world.sessions.resolve(cookie);
    if (!first?.session.company) throw new Error('Ada has a company.');
    const [row] = await world.query<{ id: string }>("select id from auth.company where name = 'Bob & Co'");
    const bobs = row?.id ?? '';
    await expect(accounts().switchCompany(first.session, bobs)).rejects.toMatchObject({
      code: 'company.not_a_member',
    });
    await expect(accounts().switchCompany(first.session, 'nonsense')).rejects.toMatchObject({
      code: 'company.not_a_member',
    });

    await world.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'reviewer')", [
      bobs,
      first.session.user.id,
    ]);
    await accounts().switchCompany(first.session, bobs);
    expect((await world.sessions.resolve(cookie))?.session).toMatchObject({
      company: { id: bobs },
      role: 'reviewer',
    });

    await world.query('delete from auth.membership where company_id = $1 and user_id = $2', [
      bobs,
      first.session.user.id,
    ]);
    expect((await world.sessions.resolve(cookie))?.session).toMatchObject({
      company: { id: first.session.company.id },
      role: 'owner',
    });
  });
});
