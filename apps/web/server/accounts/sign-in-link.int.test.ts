import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountWorld,
  codeOf,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
  tokenOf,
  type WaitingMail,
} from '../testing/test-accounts.ts';

let world: AccountWorld;
let ada: TestBrowser;
const adaEmail = 'ada@example.com';
const newPassword = 'another horse battery';

afterEach(() => world.empty());

const one = (mails: WaitingMail[], kind: string) => {
  const found = mails.filter((mail) => mail.kind === kind);
  expect(found.map((mail) => mail.kind)).toEqual([kind]);
  return found[0]!;
};
const timeOf = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  const outcome = await codeOf(work());
  return { outcome, milliseconds: performance.now() - startedAt };
};
const signIn = async (browser: TestBrowser, input: { email: string; password: string }) =>
  browser.keep(await browser.accounts.signIn(input));

describe('where mails are sent', () => {
  beforeAll(async () => {
    world = await createAccountWorld({ hasMail: true });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = world.browser();
    ada.keep(await ada.accounts.signUp(person('Ada')));
    await world.mails();
  });

  test('a new account signs in once its address is confirmed, by the newest link and once', async () => {
    const bob = world.browser();
    const credentials = { email: 'bob@example.com', password };
    expect(bob.keep(await bob.accounts.signUp(person('Bob'))).getSetCookie()).toEqual([]);
    const first = tokenOf(one(await world.mails(), 'verify_email'));
    expect(await codeOf(bob.accounts.signIn(credentials))).toBe('sign_in.unverified');
    // Not to who does not know the password.
    expect(await codeOf(bob.accounts.signIn({ ...credentials, password: 'wrong' }))).toBe('sign_in.wrong');

    await bob.accounts.requestVerification({ email: credentials.email });
    const second = tokenOf(one(await world.mails(), 'verify_email'));
    expect(await codeOf(bob.accounts.verifyEmail({ token: first }, null))).toBe('link.used');
    await bob.accounts.verifyEmail({ token: second }, null);
    expect(await codeOf(bob.accounts.verifyEmail({ token: second }, null))).toBe('link.used');
    await signIn(bob, credentials);
    expect(await bob.session()).toMatchObject({ user: { emailVerified: true }, role: 'owner' });
  });

  test('sign-up answers for a known address as for a new one, and only its owner is told', async () => {
    const stranger = world.browser({ peer: '203.0.113.9' });
    const known = await timeOf(async () => [...(await stranger.accounts.signUp(person('Ada')))]);
    const mails = await world.mails();
    expect(mails.map(({ to_email, subject }) => [to_email, subject])).toEqual([
      [adaEmail, 'You have an account already'],
    ]);
    const fresh = await timeOf(async () => [...(await stranger.accounts.signUp(person('Eve')))]);
    expect(known.outcome).toEqual(fresh.outcome);
    expect(known.outcome).toEqual([]);
    // Ada's password is still her own.
    await signIn(world.browser(), { email: adaEmail, password });
    expect(await world.query('select name from auth.company order by name')).toEqual([
      { name: 'Ada & Co' },
      { name: 'Eve & Co' },
    ]);
  });

  test('asking again and again has to wait, for an address without an account too', async () => {
    for (const email of [adaEmail, 'nobody@example.com']) {
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          codeOf(world.browser({ peer: `203.0.113.${index + 20}` }).accounts.requestPasswordReset({ email })),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'sign_in.too_many_tries')).toHaveLength(3);
    }
  });

  test('a forgotten password is set by a link once, which ends every session and trusts nothing of before', async () => {
    const other = world.browser();
    await signIn(other, { email: adaEmail, password });
    const somebody = world.browser();
    await somebody.accounts.requestPasswordReset({ email: ' Ada@Example.com ' });
    const mail = one(await world.mails(), 'reset_password');
    expect(mail.body_text).toContain('http://localhost:3000/auth/reset-password?token=');
    const token = tokenOf(mail);
    expect(await codeOf(somebody.accounts.resetPassword({ token, password: 'short' }))).toBe(
      'password.unusable',
    );
    expect(await codeOf(somebody.accounts.resetPassword({ token: 'forged', password: newPassword }))).toBe(
      'link.invalid',
    );

    await somebody.accounts.resetPassword({ token, password: newPassword });
    expect(await codeOf(somebody.accounts.resetPassword({ token, password }))).toBe('link.used');
    expect([await ada.session(), await other.session()]).toEqual([null, null]);
    expect(await codeOf(other.accounts.signIn({ email: adaEmail, password }))).toBe('sign_in.wrong');
    await signIn(other, { email: adaEmail, password: newPassword });
    expect(one(await world.mails(), 'security').subject).toBe('Your password was changed');
  });

  test('a sign-in link works once, for fifteen minutes, and only while nobody else is signed in', async () => {
    const ask = async () => {
      await world.browser().accounts.requestSignInLink({ email: adaEmail });
      return tokenOf(one(await world.mails(), 'sign_in_link'));
    };
    const phone = world.browser();
    const token = await ask();
    phone.keep(await phone.accounts.signInByLink({ token }, null));
    expect(await phone.session()).toMatchObject({ user: { email: adaEmail } });
    expect(await codeOf(phone.accounts.signInByLink({ token }, null))).toBe('link.used');
    // The first link's sign-in was in a new browser.
    await world.mails();

    const late = await ask();
    await world.query("update auth.sent_links set expires_at = now() - interval '1 second'");
    expect(await codeOf(phone.accounts.signInByLink({ token: late }, null))).toBe('link.expired');

    const bob = world.browser();
    await bob.accounts.signUp(person('Bob'));
    await bob.accounts.verifyEmail({ token: tokenOf(one(await world.mails(), 'verify_email')) }, null);
    await signIn(bob, { email: 'bob@example.com', password });
    const adas = await ask();
    expect(await codeOf(bob.accounts.signInByLink({ token: adas }, await bob.session()))).toBe(
      'link.foreign',
    );
    expect(await codeOf(bob.accounts.checkLink({ token: adas, purposes: ['reset_password'] }, null))).toBe(
      'link.invalid',
    );
    phone.keep(await phone.accounts.signInByLink({ token: adas }, null));
  });

  test('asking for a link tells nobody who has an account, neither by the answer nor by its time', async () => {
    for (const ask of ['requestPasswordReset', 'requestSignInLink', 'requestVerification'] as const) {
      const { accounts } = world.browser({ peer: '203.0.113.9', deps: { answerMs: 100 } });
      const known = await timeOf(() => accounts[ask]({ email: adaEmail }));
      const unknown = await timeOf(() => accounts[ask]({ email: 'nobody@example.com' }));
      expect(known.outcome).toBe(unknown.outcome);
      expect(known.milliseconds).toBeGreaterThan(95);
      expect(unknown.milliseconds).toBeGreaterThan(95);
    }
    expect((await world.mails()).every(({ to_email }) => to_email === adaEmail)).toBe(true);
  });

  test('of several who follow a link at once one gets in', async () => {
    await ada.accounts.requestSignInLink({ email: adaEmail });
    const token = tokenOf(one(await world.mails(), 'sign_in_link'));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        world
          .browser()
          .accounts.signInByLink({ token }, null)
          .then(
            () => 'in',
            (error) => error.code,
          ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['in', 'link.used', 'link.used', 'link.used', 'link.used']);
  });

  test('who proves an address throws out anyone who signed up with it before', async () => {
    // A stranger takes Bob's address, with a password and a passkey of their own.
    const stranger = world.browser();
    await stranger.accounts.signUp(person('Bob'));
    await world.mails();
    const [bob] = await world.query<{ id: string }>(
      'select id from auth."user" where email = \'bob@example.com\'',
    );
    await world.query(
      "insert into auth.passkey (public_key, user_id, credential_id, counter, device_type, backed_up) values ('k', $1, 'c', 0, 'singleDevice', false)",
      [bob?.id],
    );
    const owner = world.browser();
    await owner.accounts.requestSignInLink({ email: 'bob@example.com' });
    owner.keep(
      await owner.accounts.signInByLink({ token: tokenOf(one(await world.mails(), 'sign_in_link')) }, null),
    );
    expect(await owner.session()).toMatchObject({ user: { emailVerified: true } });
    expect(await codeOf(stranger.accounts.signIn({ email: 'bob@example.com', password }))).toBe(
      'sign_in.wrong',
    );
    expect(await world.query('select id from auth.passkey')).toEqual([]);
    // The owner hears why the password is gone.
    expect((await world.mails()).map(({ subject }) => subject)).toContain('Your email address is confirmed');
  });

  test('a sign-in from another browser than before is told to the owner, the same one is not', async () => {
    await signIn(ada, { email: adaEmail, password });
    expect(await world.mails()).toEqual([]);
    const phone = world.browser({
      peer: '203.0.113.5',
      agent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1',
    });
    await signIn(phone, { email: adaEmail, password });
    const mail = one(await world.mails(), 'security');
    expect(mail.to_email).toBe(adaEmail);
    expect(mail.body_text).toContain('Safari on iPhone, address 203.0.113.5');
    await signIn(phone, { email: adaEmail, password });
    expect(await world.mails()).toEqual([]);
    const events = await world.query<{ action: string; ip_address: string }>(
      "select action, ip_address from auth.user_events where action = 'signed_in' order by id",
    );
    expect(events.map(({ ip_address }) => ip_address)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '203.0.113.5',
      '203.0.113.5',
    ]);
  });

  test('every sign-in begins a session of its own and ends the one this browser had', async () => {
    const before = ada.headers().get('cookie');
    await signIn(ada, { email: adaEmail, password });
    expect(ada.headers().get('cookie')).not.toBe(before);
    expect(await world.query('select id from auth.session')).toHaveLength(1);
  });
});

describe('where no mail is sent', () => {
  beforeAll(async () => {
    world = await createAccountWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = world.browser();
    ada.keep(await ada.accounts.signUp(person('Ada')));
  });

  test('sign-up signs in at once and demands no confirmation', async () => {
    expect(await ada.session()).toMatchObject({ user: { emailVerified: false }, role: 'owner' });
    await signIn(world.browser(), { email: adaEmail, password });
    expect((await world.mails()).map(({ kind }) => kind)).not.toContain('verify_email');
  });

  test('a link for a new password waits in the outbox and confirms no address', async () => {
    await world.browser().accounts.requestPasswordReset({ email: adaEmail });
    const mail = one(await world.mails(), 'reset_password');
    expect(await world.query('select without_smtp from auth.mails')).toEqual([{ without_smtp: true }]);
    await ada.accounts.resetPassword({ token: tokenOf(mail), password: newPassword });
    expect(await ada.session()).toBeNull();
    await signIn(ada, { email: adaEmail, password: newPassword });
    expect(await ada.session()).toMatchObject({ user: { emailVerified: false } });
  });

  test('nobody signs in by a link', async () => {
    expect(await codeOf(ada.accounts.requestSignInLink({ email: adaEmail }))).toBe('sign_in.no_mail');
  });
});
