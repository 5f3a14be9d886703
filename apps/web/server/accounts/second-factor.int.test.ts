import { symmetricEncrypt } from 'better-auth/crypto';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '../services.ts';
import {
  type AccountWorld,
  codeOf,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
  tokenOf,
} from '../testing/test-accounts.ts';
import { accountSecurityFor } from './account-security.ts';
import { hashStoredRecoveryCodes } from './codes-used-once.ts';

let world: AccountWorld;
let ada: TestBrowser;
let secret: string;
let recoveryCodes: string[];
const email = 'ada@example.com';

const codeAt = (secondsFromNow: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + secondsFromNow * 1000 });
const give = (
  browser: TestBrowser,
  code: string,
  more: { isRecoveryCode?: boolean; trustBrowser?: boolean } = {},
) =>
  browser.accounts
    .giveSecondFactor({ code, isRecoveryCode: false, trustBrowser: false, ...more })
    .then(browser.keep);
const signIn = async (browser: TestBrowser) =>
  browser.keep(await browser.accounts.signIn({ email, password })).get('location');

beforeAll(async () => {
  world = await createAccountWorld({ hasMail: true });
});
afterAll(() => world?.close());

/** Ada has an authenticator app and ten recovery codes. */
beforeEach(async () => {
  ada = world.browser();
  ada.keep(await ada.accounts.signUp(person('Ada')));
  const { api } = world.auth;
  const begun = await api.enableTwoFactor({ body: { password }, headers: ada.headers() });
  if (begun.method !== 'totp') throw new Error('A TOTP was asked for.');
  recoveryCodes = begun.backupCodes;
  secret = new URL(begun.totpURI).searchParams.get('secret') ?? '';
  const { headers } = await api.verifyTOTP({
    body: { code: codeAt(0) },
    headers: ada.headers(),
    returnHeaders: true,
  });
  ada.keep(headers);
  await world.mails();
});
afterEach(() => world.empty());

describe('with a second factor', () => {
  test('the password alone opens nothing; the code of the app does, in the same browser', async () => {
    const browser = world.browser();
    expect(await signIn(browser)).toBe('/auth/two-factor');
    expect(await browser.session()).toBeNull();
    expect(await browser.accounts.isSecondFactorDue()).toBe(true);

    const stranger = world.browser();
    expect(await stranger.accounts.isSecondFactorDue()).toBe(false);
    expect(await codeOf(give(stranger, codeAt(0)))).toBe('two_factor.expired');

    expect(await codeOf(give(browser, '000000'))).toBe('two_factor.wrong');
    expect(
      (await give(browser, ` ${codeAt(0).slice(0, 3)} ${codeAt(0).slice(3)} `)).get('location'),
    ).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { email, twoFactor: true } });
    expect(await browser.accounts.isSecondFactorDue()).toBe(false);
  });

  test('a code of the app opens it once, of several who give it at once for one', async () => {
    const code = codeAt(0);
    const browsers = [world.browser(), world.browser(), world.browser()];
    for (const browser of browsers) await signIn(browser);
    const outcomes = await Promise.all(
      browsers.map((browser) =>
        give(browser, code).then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['in', 'two_factor.wrong', 'two_factor.wrong']);
    const late = world.browser();
    await signIn(late);
    expect(await codeOf(give(late, code))).toBe('two_factor.wrong');
    // Nor one from before it.
    expect(await codeOf(give(late, codeAt(-30)))).toBe('two_factor.wrong');
    await give(late, codeAt(30));
    expect(await late.session()).not.toBeNull();
  });

  test('recovery codes cannot be read back, and of two who give one at once one gets in', async () => {
    const kept = () => world.query<{ codes: string }>('select backup_codes as codes from auth.two_factor');
    const [{ codes } = { codes: '' }] = await kept();
    expect(JSON.parse(codes)).toEqual(Array(10).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
    const browsers = [world.browser(), world.browser()];
    for (const browser of browsers) await signIn(browser);
    const typed = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')}`;
    const outcomes = await Promise.all(
      browsers.map((browser) =>
        give(browser, typed, { isRecoveryCode: true }).then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['in', 'two_factor.wrong']);
    expect(JSON.parse((await kept())[0]?.codes ?? '')).toHaveLength(9);
  });

  test('recovery codes of an earlier version, which could be read back, become hashes and go on working', async () => {
    const { secretConfig } = await world.auth.$context;
    const data = JSON.stringify(['aB3dE-fG5hI', 'zzzzz-ZZZZZ']);
    await world.query('update auth.two_factor set backup_codes = $1', [
      await symmetricEncrypt({ key: secretConfig, data }),
    ]);
    const start = () =>
      hashStoredRecoveryCodes({ auth: world.auth, db: world.deps.db.auth }, world.deps.recoveryCodeKey);
    await Promise.all([start(), start()]);
    const [{ codes } = { codes: '' }] = await world.query<{ codes: string }>(
      'select backup_codes as codes from auth.two_factor',
    );
    expect(JSON.parse(codes)).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
    const browser = world.browser();
    await signIn(browser);
    expect(await codeOf(give(browser, 'ab3de-fg5hi', { isRecoveryCode: true }))).toBe('two_factor.wrong');
    await give(browser, 'aB3dE-fG5hI', { isRecoveryCode: true });
    expect(await browser.session()).not.toBeNull();
  });

  test('a recovery code opens it once', async () => {
    const [code = ''] = recoveryCodes;
    const first = world.browser();
    await signIn(first);
    await give(first, code, { isRecoveryCode: true });
    expect(await first.session()).not.toBeNull();
    const second = world.browser();
    await signIn(second);
    expect(await codeOf(give(second, code, { isRecoveryCode: true }))).toBe('two_factor.wrong');
    expect(
      await world.query("select action from auth.user_events where action = 'recovery_code.used'"),
    ).toHaveLength(1);
  });

  test('a link by mail asks for it too: a mailbox is not enough', async () => {
    const browser = world.browser();
    await browser.accounts.requestSignInLink({ email });
    const token = tokenOf((await world.mails()).find(({ kind }) => kind === 'sign_in_link'));
    const headers = browser.keep(await browser.accounts.signInByLink({ token }, null));
    expect(headers.get('location')).toBe('/auth/two-factor');
    expect(await browser.session()).toBeNull();
    await give(browser, codeAt(0));
    expect(await browser.session()).toMatchObject({ user: { email } });
  });

  test('a browser one trusts is asked no more, until the password is reset', async () => {
    const browser = world.browser();
    await signIn(browser);
    await give(browser, codeAt(0), { trustBrowser: true });
    browser.keep(await browser.accounts.signOut());
    expect(await signIn(browser)).toBeNull();
    expect(await browser.session()).not.toBeNull();

    await browser.accounts.requestPasswordReset({ email });
    const token = tokenOf((await world.mails()).find(({ kind }) => kind === 'reset_password'));
    await browser.accounts.resetPassword({ token, password });
    expect(await signIn(browser)).toBe('/auth/two-factor');
  });

  test('wrong codes have to wait longer and longer, wherever they come from', async () => {
    const outcomes: unknown[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      const browser = world.browser({ peer: `203.0.113.${attempt + 1}` });
      await signIn(browser);
      outcomes.push(await codeOf(give(browser, '123456')));
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('two_factor.wrong'));
    expect(outcomes.slice(5)).toEqual(Array(2).fill('sign_in.too_many_tries'));
    // Also the right one.
    const browser = world.browser();
    await signIn(browser);
    expect(await codeOf(give(browser, codeAt(0)))).toBe('sign_in.too_many_tries');
    await world.query("update auth.sign_in_attempts set last_at = last_at - interval '1 minute'");
    await give(browser, codeAt(0));
    expect(await browser.session()).not.toBeNull();
  });

  test('five wrong codes end the sign-in: the password is asked for again', async () => {
    const browser = world.browser();
    await signIn(browser);
    for (let attempt = 0; attempt < 5; attempt++) await codeOf(give(browser, '123456'));
    await world.query('delete from auth.sign_in_attempts');
    expect(await codeOf(give(browser, codeAt(0)))).toBe('two_factor.expired');
  });

  test('switching it off signs every other browser out and keeps this one', async () => {
    const other = world.browser();
    await signIn(other);
    await give(other, codeAt(0), { trustBrowser: true });
    const session = await ada.session();
    if (!session) throw new Error('Ada is signed in.');
    const services = { ...world.deps, config: world.config } as unknown as Services;
    const security = accountSecurityFor(services, {
      headers: ada.headers(),
      session,
      clientAddress: '127.0.0.1',
    });
    ada.keep(await security.disableTwoFactor(password));
    expect(await other.session()).toBeNull();
    expect(await ada.session()).toMatchObject({ user: { twoFactor: false } });
    expect((await ada.session())?.sessionId).not.toBe(session.sessionId);
  });
});
