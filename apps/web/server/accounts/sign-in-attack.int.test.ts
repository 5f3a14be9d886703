import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountWorld,
  codeOf,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
} from '../testing/test-accounts.ts';

let world: AccountWorld;
/** Where Ada signed up: a device her account knows. */
let ada: TestBrowser;
const email = 'ada@example.com';

beforeAll(async () => {
  world = await createAccountWorld({ hasMail: true });
  ada = world.browser({ peer: '198.51.100.1' });
  ada.keep(await ada.accounts.signUp(person('Ada', { setupCode: 'ABCD-EFGH-JKLM' })));
  for (const name of ['Bob', 'Cleo']) await world.browser().accounts.signUp(person(name));
  await world.query('update auth."user" set email_verified = true');
  await world.mails();
});
afterEach(() => world.query('delete from auth.sign_in_attempts'));
afterAll(() => world.close());

const attempt = (peer: string, of = email, guess = 'wrong') =>
  codeOf(world.browser({ peer }).accounts.signIn({ email: of, password: guess }));
const refusedOf = (outcomes: unknown[]) =>
  outcomes.filter((code) => code === 'sign_in.too_many_tries').length;

describe('guessing', () => {
  test('one account from ten networks is stopped after 25 tries, also where the account does not exist', async () => {
    for (const target of [email, 'nobody@example.com']) {
      const outcomes: unknown[] = [];
      for (let n = 0; n < 40; n++) outcomes.push(await attempt(`203.0.${n % 10}.7`, target));
      expect(outcomes.indexOf('sign_in.too_many_tries')).toBe(25);
      expect(refusedOf(outcomes)).toBe(15);
    }
    // Nobody's phone or computer that the account knows is kept out by it.
    ada.keep(await ada.accounts.signIn({ email, password }));
    expect(await ada.session()).toMatchObject({ user: { email } });
  });

  test.each([
    ['IPv6 network', (n: number) => `2001:db8:1:2:${n.toString(16)}::1`],
    ['IPv4 network', (n: number) => `203.0.113.${n}`],
    ['IPv4 network written as IPv6', (n: number) => `::ffff:cb00:71${(n + 16).toString(16)}`],
  ])('one account from many addresses of one %s is stopped after 10', async (_name, address) => {
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, n) => attempt(address(n))));
    expect(refusedOf(outcomes)).toBe(6);
  });

  test('wrong passwords for many accounts from one network stop there, people behind it go on', async () => {
    const nat = '192.0.2.9';
    const bob = world.browser({ peer: nat });
    bob.keep(await bob.accounts.signIn({ email: 'bob@example.com', password }));
    const outcomes = await Promise.all(
      Array.from({ length: 110 }, (_, n) => attempt(nat, `guess-${n}@example.com`)),
    );
    expect(refusedOf(outcomes)).toBe(10);
    // A browser that is new, of somebody who signed in from this network before.
    const other = world.browser({ peer: nat });
    other.keep(await other.accounts.signIn({ email: 'bob@example.com', password }));
    expect(await other.session()).not.toBeNull();
    // That this account is known here is told to nobody who does not have its password.
    expect(await attempt(nat, 'bob@example.com')).toBe('sign_in.too_many_tries');
    expect(await attempt(nat, 'cleo@example.com', password)).toBe('sign_in.too_many_tries');
    expect(await attempt('192.0.3.9', 'cleo@example.com', password)).not.toBe('sign_in.too_many_tries');
  });

  test('many who sign in rightly behind one address are no attack', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 30; n++) outcomes.push(await attempt('192.0.2.77', 'cleo@example.com', password));
    expect(refusedOf(outcomes)).toBe(0);
    expect(await attempt('192.0.2.77', 'cleo@example.com')).toBe('sign_in.wrong');
  });

  test('the same cookie of a device helps nobody else, and none that somebody made up does', async () => {
    for (const cookies of [ada.headers().get('cookie') ?? '', `readout.device=${'x'.repeat(32)}`]) {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => {
          const stranger = world.browser({ peer: '203.0.113.5' });
          stranger.keep(
            new Headers(
              cookies
                .split('; ')
                .map((cookie): [string, string] => ['set-cookie', cookie])
                .filter(([, cookie]) => cookie.includes('device')),
            ),
          );
          return codeOf(stranger.accounts.signIn({ email: 'bob@example.com', password: 'wrong' }));
        }),
      );
      expect(refusedOf(outcomes)).toBe(2);
      await world.query('delete from auth.sign_in_attempts');
    }
  });
});

describe('failed sign-ins', () => {
  test('are in the list of the account and of its company, and many are one mail', async () => {
    await world.query("delete from auth.user_events where action like 'sign_in.%'");
    await world.query("delete from app.audit_events where action = 'member.sign_in_failed'");
    await world.mails();
    for (let n = 0; n < 12; n++) await attempt(`203.0.${n}.7`, 'cleo@example.com');
    const events = await world.query<{ action: string; detail: unknown; ip_address: string | null }>(
      "select action, detail, ip_address from auth.user_events where action like 'sign_in.%' order by id",
    );
    expect(events.filter(({ action }) => action === 'sign_in.failed')).toHaveLength(12);
    expect(events[0]).toEqual({
      action: 'sign_in.failed',
      detail: { method: 'password' },
      ip_address: '203.0.0.0/24',
    });
    expect((await world.mails()).map(({ to_email, subject }) => [to_email, subject])).toEqual([
      ['cleo@example.com', 'Many failed sign-ins to your account'],
    ]);
    const audit = await world.query<{ detail: unknown; ip_address: string | null; name: string }>(
      `select e.detail, e.ip_address, c.name from app.audit_events e join auth.company c on c.id = e.company_id
       where e.action = 'member.sign_in_failed' order by e.created_at`,
    );
    expect(audit).toEqual(
      [1, 5, 10].map((failures) => ({
        detail: { method: 'password', failures },
        ip_address: null,
        name: 'Cleo & Co',
      })),
    );
  });

  test('of an account that does not exist leave nothing', async () => {
    const before = await world.query('select id from auth.user_events');
    await attempt('203.0.113.8', 'nobody@example.com');
    await attempt('203.0.113.8', 'no\0body@example.com');
    expect(await world.query('select id from auth.user_events')).toHaveLength(before.length);
  });
});
