import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { expect, test as shared, startServer } from './fixtures.ts';

// An installation of its own, because the first account of one is its administrator.
const test = shared.extend<object, { server: { origin: string; dataFolder: string } }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it to know what the fixture needs: nothing
    async ({}, use) => {
      const dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-e2e-admin-'));
      const own = await startServer(dataFolder);
      await use({ origin: own.origin, dataFolder });
      await own.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('the first account administers the platform, the second does not', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page, { companyName: 'First Company', name: 'Ada Admin' });
  const other = await browser.newPage({ baseURL: server.origin });
  const second = await signUp(other, { companyName: 'Second Company' });
  await other.goto('/admin/company');
  await expect(
    other.getByRole('heading', { name: 'This page is for platform administrators' }),
  ).toBeVisible();
  await expect(other.getByText('First Company')).toHaveCount(0);
  await other.close();

  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();

  await page.getByRole('link', { name: 'Companies', exact: true }).first().click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await page.getByRole('searchbox').fill('second');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=second/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Second Company' }).click();
  await expect(page.getByRole('cell', { name: second.email })).toBeVisible();
  await expect(page.getByText('company.created')).toBeVisible();

  await page.goto('/admin/user?q=ada');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('cell', { name: 'platform admin' })).toBeVisible();
  await page.goto('/admin/plugin');
  await expect(page.getByRole('cell', { name: /^Receipt/ })).toBeVisible();

  for (const address of ['/admin', '/admin/company', '/admin/plugin', '/admin/user'])
    await expectAccessible(page, address);
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    expect((await page.goto(`/admin/company/${id}`))?.status()).toBe(404);
  }
});

test('pages of a signed-in member are accessible and make the browser complain of nothing', async ({
  page,
  signUp,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
  await signUp(page);
  for (const address of ['/dashboard', '/camera', '/desktop', '/settings/account', '/settings/company']) {
    await expectAccessible(page, address);
  }
  expect(complaints).toEqual([]);
});

test('company settings are kept, and a changed name shows everywhere', async ({ page, signUp }) => {
  await signUp(page, { languages: ['English'] });
  await page.goto('/settings/company');
  await page.getByLabel('Swedish').check();
  await page.getByLabel('Country').selectOption('de-AT');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Swedish')).toBeChecked();
  await expect(page.getByLabel('Country')).toHaveValue('de-AT');
  for (const language of ['English', 'German', 'French', 'Swedish'])
    await page.getByLabel(language).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose at least one language.')).toBeVisible();

  await page.goto('/settings/account');
  await page.getByLabel('Name', { exact: true }).fill('Robin Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: Robin Renamed' })).toBeVisible();
});

test('a password is changed only with the present one, and then holds', async ({ page, signUp }) => {
  const account = await signUp(page);
  await page.goto('/settings/account');
  const change = async (present: string) => {
    await page.getByLabel('Present password').fill(present);
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('wrong password');
  await expect(page.getByText('The present password is not right.')).toBeVisible();
  await change(account.password);
  await expect(page.getByText('The password is changed.')).toBeVisible();

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth/sign-in');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
});

test('what is given in on the desktop page is followed to its record and counted on the dashboard', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/desktop');
  const sample = new URL('../app/routes/public/landing/samples/receipt.webp', import.meta.url).pathname;
  await page.locator('input[type=file]').setInputFiles(sample);
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour Caf' });
  await expect(row.getByText('read, 1 record')).toBeVisible({ timeout: 60_000 });

  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Waiting for review\s*1/ })).toBeVisible();
  await page.getByRole('link', { name: /Waiting for review/ }).click();
  await expect(page).toHaveURL(/review=needs_review/);
  await expect(page.getByText('Harbour Caf').first()).toBeVisible();
});
