import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { expectAccessible, seriousProblems } from './accessibility.ts';
import { type Account, expect, test } from './fixtures.ts';

const section = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) });

/** The states that an address alone does not bring back. */
const expectNothingSerious = async (page: Page) => expect(await seriousProblems(page)).toEqual([]);

async function signInElsewhere(context: BrowserContext, account: Account): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/auth/sign-in');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return page;
}

test('a passkey is added, named and removed, and signs in', async ({ page, signUp }) => {
  const account = await signUp(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/settings/security');
  await page.getByLabel('Name for a new passkey').fill('Bench ✂ <b>laptop</b>');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  const row = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
  await expect(row.getByText('Bench ✂ <b>laptop</b>')).toBeVisible();

  await row.getByText('Rename or remove').click();
  await row.getByLabel('Name of the passkey').fill('Laptop');
  await row.getByRole('button', { name: 'Rename' }).click();
  await expect(row.getByText('Laptop', { exact: true })).toBeVisible();
  await expectAccessible(page, '/settings/security');

  // Nobody touches the device before the button asks: the page also offers passkeys by itself.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await page.context().clearCookies();
  const offers = '**/api/auth/passkey/generate-authenticate-options';
  const offeredInEmailField = page.waitForResponse(offers);
  await page.goto('/auth/sign-in?to=/settings/security');
  await offeredInEmailField;
  // The device is touched before the browser asks for it: it forgets a question nobody touched it for.
  await page.route(offers, async (route) => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await route.continue();
  });
  await page.getByRole('button', { name: /passkey/i }).click();
  await page.waitForURL((url) => url.pathname === '/settings/security');
  await expect(page.getByText('Signed in with a passkey').first()).toBeVisible();
  await expect(page.getByText(account.email)).toHaveCount(0);

  await row.getByText('Rename or remove').click();
  await row.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Removed. On the device')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);
});

test('a second factor counts after its first code, and signing in takes one', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  const account = await signUp(page, {}, '/settings/security');
  const setup = section(page, 'Second factor');
  await setup.getByLabel('Present password').fill('not the password');
  await setup.getByRole('button', { name: 'Set up a second factor' }).click();
  await expect(setup.getByText('The present password is not right.')).toBeVisible();
  await setup.getByLabel('Present password').fill(account.password);
  await setup.getByRole('button', { name: 'Set up a second factor' }).click();

  const uri = await page.locator('input[name=uri]').inputValue();
  const totp = URI.parse(uri) as TOTP;
  await expect(page.getByTestId('totp-secret')).toHaveText(
    totp.secret.base32.replaceAll(/(.{4})(?=.)/g, '$1 '),
  );
  await expectNothingSerious(page);
  await page
    .getByLabel('Code of the app')
    .fill(String((Number(totp.generate()) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('This is not the code the app shows now.')).toBeVisible();
  // It makes a new session: the page hears of it, looks again, and still shows what it shows only once.
  const lookedAgain = page.waitForResponse('**/api/auth/get-session');
  await page.getByLabel('Code of the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByTestId('recovery-codes').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectNothingSerious(page);
  await lookedAgain;
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? 'none';
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
  await page.getByRole('link', { name: 'I kept them' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();
  await expect(codes).toHaveCount(0);

  const elsewhere = await browser.newContext({ baseURL: server.origin });
  const other = await signInElsewhere(elsewhere, account);
  await other.waitForURL('**/auth/two-factor**');
  await elsewhere.close();
});

test('signing out another session closes its open page at once', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  const account = await signUp(page);
  const elsewhere = await browser.newContext({ baseURL: server.origin });
  const other = await signInElsewhere(elsewhere, account);
  await other.waitForURL('**/app');
  // The page's live connection has to be open for it to hear anything.
  const listens = other.waitForResponse((response) => response.url().includes('/api/v1/live'));
  await other.goto('/settings/account');
  await expect(other.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  await listens;

  await page.goto('/settings/security');
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(page.getByText('Signed out.')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.waitForURL('**/auth/sign-in**');
  await elsewhere.close();

  await page.getByLabel('Present password').last().fill(account.password);
  await page.getByLabel('New password').fill('a whole new battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
});

test('the account is taken along as a file and deleted for good; without scripts too', async ({
  page: first,
  browser,
  server,
  signUp,
}) => {
  // Anyone who comes first administers the installation and could not leave.
  await signUp(first);
  const context = await browser.newContext({ baseURL: server.origin });
  const account = await signUp(await context.newPage(), { companyName: 'Short-Lived Works' });
  const plain = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto('/settings/account');
  await page.getByLabel('Name').first().fill('Robin عبد الله');
  await page.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  // Read on the way: where no scripts run, Chromium has kept a download unfinished although its bytes had come.
  const { promise: file, resolve: gotFile } = Promise.withResolvers<string>();
  const exported = '**/settings/account/export';
  await page.route(exported, async (route) => {
    const response = await route.fetch();
    gotFile(await response.text());
    await route.fulfill({ response });
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^readout-my-data-.*\.json$/);
  const data = JSON.parse(await file);
  expect(data).toMatchObject({
    account: { name: 'Robin عبد الله', email: account.email },
    companies: [{ company: { name: 'Short-Lived Works', role: 'owner' } }],
  });

  await page.getByText('Delete my account …').click();
  const form = section(page, 'Delete your account');
  await expect(form.getByText('it closes with your account')).toBeVisible();
  await form.getByLabel(`Type ${account.email} to confirm`).fill('yes');
  await form.getByLabel('Present password').fill(account.password);
  await form.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(form.getByText(`Type ${account.email}`, { exact: true })).toBeVisible();
  await form.getByLabel(`Type ${account.email} to confirm`).fill(account.email);
  await form.getByLabel('Present password').fill(account.password);
  await form.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await page.goto('/app');
  await page.waitForURL('**/auth/sign-in?to=*');
  await context.close();
  await plain.close();

  const again = await browser.newContext({ baseURL: server.origin });
  const other = await signInElsewhere(again, account);
  await expect(other.getByText('do not match an account')).toBeVisible();
  await again.close();
});
