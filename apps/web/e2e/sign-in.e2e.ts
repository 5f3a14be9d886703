import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { type OidcService, startOidcService } from '../server/testing/oidc-service.ts';
import { expectAccessible } from './accessibility.ts';
import { type Account, expect, makeDataFolder, startServer, test } from './fixtures.ts';

/** An installation of its own, without a mail server and with a service to sign in with. */
let origin: string;
let folder: string;
let service: OidcService;
let server: Awaited<ReturnType<typeof startServer>>;

test.beforeAll(async () => {
  // The service has to know the address beforehand.
  const port = await freePort();
  origin = `http://localhost:${port}`;
  service = await startOidcService({ callbacks: [`${origin}/api/auth/callback/oidc`] });
  service.people.set('mia', { email: 'mia@example.com', email_verified: true, name: 'Mia Ng <b>' });
  folder = makeDataFolder();
  server = await startServer(folder, {
    PORT: String(port),
    READOUT_BASE_URL: origin,
    READOUT_OIDC_ISSUER: service.issuer,
    READOUT_OIDC_CLIENT_ID: service.client.id,
    READOUT_OIDC_CLIENT_SECRET: service.client.secret,
    READOUT_OIDC_NAME: 'Example login',
    READOUT_OUTBOUND_ALLOW: '127.0.0.1/32',
  });
});
test.afterAll(async () => {
  await server.stop();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const browserOf = async (browser: Browser) => (await browser.newContext({ baseURL: origin })).newPage();

async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.goto('/auth/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

// One installation, so in this order: the first account administers it.
test.describe.configure({ mode: 'serial' });

let admin: Account;

test('a password forgotten where no mail is sent comes back through the administrator, and its link works once', async ({
  browser,
  signUp,
}) => {
  const adminPage = await browserOf(browser);
  admin = await signUp(adminPage);
  const page = await browserOf(browser);
  const account = await signUp(page);

  const forgetful = await browserOf(browser);
  await forgetful.goto('/auth/sign-in');
  await forgetful.getByRole('link', { name: 'Forgot the password?' }).click();
  // The page before it has a field of the same name.
  await expect(forgetful.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await forgetful.getByLabel('Email').fill('nonsense');
  await forgetful.getByRole('button', { name: 'Ask for the link' }).click();
  await expect(forgetful.getByText('Enter an email address like')).toBeVisible();
  await expect(forgetful.getByLabel('Email')).toHaveValue('nonsense');
  await forgetful.getByLabel('Email').fill(account.email);
  await forgetful.getByRole('button', { name: 'Ask for the link' }).click();
  await expect(forgetful.getByRole('heading', { name: 'Ask an administrator' })).toBeVisible();
  expect(await forgetful.content()).not.toContain('token=');

  await adminPage.goto('/admin/outbox');
  await adminPage
    .getByRole('row', { name: account.email })
    .filter({ hasText: 'Set a new password' })
    .getByRole('button', { name: 'Open' })
    .click();
  const link = (await adminPage.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(link).toContain(`${origin}/auth/reset-password?token=`);

  await expectAccessible(forgetful, link);
  await forgetful.goto(link);
  await forgetful.getByLabel('New password').fill('short');
  await forgetful.getByRole('button', { name: 'Set the password' }).click();
  await expect(forgetful.getByText('Use at least 10 characters.')).toBeVisible();
  await forgetful.getByLabel('New password').fill('a whole new battery');
  await forgetful.getByRole('button', { name: 'Set the password' }).click();
  await expect(forgetful.getByText('Your new password is set')).toBeVisible();
  // Anyone who knew the old one is out at once.
  await page.waitForURL('**/auth/sign-in?to=*');

  await signIn(forgetful, { email: account.email, password: 'a whole new battery' });
  await forgetful.waitForURL('**/app');
  await forgetful.goto(link);
  await forgetful.waitForURL('**/auth/error?error=link.used');
  await forgetful.goto(`${link.slice(0, -4)}xxxx`);
  await forgetful.waitForURL('**/auth/error?error=link.invalid');
  expect(server.output()).not.toContain(new URL(link).searchParams.get('token'));
});

test('the second factor is asked for after the password: by app, then by recovery code', async ({
  browser,
  signUp,
}) => {
  const page = await browserOf(browser);
  const account = await signUp(page, {}, '/settings/security');
  const setup = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) });
  await setup.getByLabel('Present password').fill(account.password);
  await setup.getByRole('button', { name: 'Set up a second factor' }).click();
  const totp = URI.parse(await page.locator('input[name=uri]').inputValue()) as TOTP;
  await page.getByLabel('Code of the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Switch on' }).click();
  const recoveryCode =
    (await page.getByTestId('recovery-codes').getByRole('listitem').first().textContent()) ?? '';

  const phone = await browserOf(browser);
  await phone.goto('/dashboard');
  await signIn(phone, account);
  await phone.waitForURL('**/auth/two-factor?to=*');
  await phone.getByLabel('Code').fill('000 000');
  await phone.getByRole('button', { name: 'Go on' }).click();
  await expect(phone.getByText('This code is not right')).toBeVisible();
  // Each code works once: the one after that which switched it on.
  await phone.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await phone.getByRole('button', { name: 'Go on' }).click();
  await phone.waitForURL('**/app');

  const laptop = await browserOf(browser);
  await signIn(laptop, account);
  await laptop.waitForURL('**/auth/two-factor?to=*');
  await expectAccessible(laptop, '/auth/two-factor');
  await laptop.getByRole('link', { name: 'Use a recovery code' }).click();
  await laptop.getByLabel('Recovery code').fill(recoveryCode);
  await laptop.getByRole('button', { name: 'Go on' }).click();
  await laptop.waitForURL('**/app');
});

test('another service makes an account with a company, and brings back where one wanted to go', async ({
  browser,
  signUp,
}) => {
  // The first account of an installation is made with a password.
  admin ??= await signUp(await browserOf(browser));
  const page = await browserOf(browser);
  await page.goto('/dashboard');
  await page.waitForURL('**/auth/sign-in?to=*');
  await page.getByRole('link', { name: 'Continue with Example login' }).click();
  await page.waitForURL(`${service.issuer}/**`);
  await page.locator('input[name=login]').fill('mia');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();

  await page.waitForURL('**/auth/welcome?to=*');
  await expect(page.getByRole('heading', { name: 'Welcome, Mia Ng <b>' })).toBeVisible();
  await expectAccessible(page, page.url());
  await page.getByLabel('Company').fill('Ng Instruments');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Accept the terms and the privacy policy to go on.')).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Ng Instruments');
  await page.locator('input[name=accept]').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Ng Instruments').first()).toBeVisible();

  // Somebody else's session at the service does not get into an account here that nobody confirmed.
  service.people.set('mallory', { email: admin.email, email_verified: true, name: 'Mallory' });
  const stranger = await browserOf(browser);
  await stranger.goto('/auth/sign-in');
  await stranger.getByRole('link', { name: 'Continue with Example login' }).click();
  await stranger.locator('input[name=login]').fill('mallory');
  await stranger.locator('input[name=password]').fill('any');
  await stranger.locator('button[type=submit]').click();
  await stranger.locator('button[type=submit]').click();
  await stranger.waitForURL('**/auth/error?error=account_not_linked');
});
