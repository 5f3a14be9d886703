import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { gatePassFixtures, gatePassManifest, gatePassSource } from '../server/plugins/checks/gate-pass.ts';
import { expectAccessible, seriousProblems } from './accessibility.ts';
import { type Account, expect, signIn, testAlone } from './fixtures.ts';
import { intercept } from './intercept.ts';
import { invent } from './many-companies.ts';
import { withoutScripts } from './without-scripts.ts';

const test = testAlone();

let ada: Account | undefined;

/** The first account of the installation, made by whichever journey comes first. */
async function signInAsAdmin(
  page: Page,
  signUp: (page: Page, details: Partial<Account>) => Promise<Account>,
): Promise<void> {
  if (ada) await signIn(page, ada);
  else ada = await signUp(page, { companyName: 'First Company', name: 'Ada Admin' });
}

test('the first account administers the platform, the second does not', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signInAsAdmin(page, signUp);
  const other = await browser.newPage({ baseURL: server.origin });
  const second = await signUp(other, { companyName: 'Second Company' });
  await other.goto('/admin/company');
  await expect(
    other.getByRole('heading', { name: 'This page is for those who look after the installation' }),
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
  await expect(page.getByRole('cell', { name: 'administrator', exact: true })).toBeVisible();
  await page.goto('/admin/plugin');
  await expect(page.getByRole('cell', { name: /^Receipt/ })).toBeVisible();

  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    expect((await page.goto(`/admin/company/${id}`))?.status()).toBe(404);
  }
});

test('two thousand companies are found, ordered, paged, changed in bulk with undo, and exported', async ({
  page,
  server,
  signUp,
}) => {
  await signInAsAdmin(page, signUp);
  await invent(server.dataFolder, 2000);
  await page.goto('/admin/company');
  await expect(page.getByText(/2,00\d companies, page 1 of 41/)).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  const head = page.getByRole('columnheader', { name: 'Company' });
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  // Typed before the list that was asked for is there.
  await page.getByRole('searchbox').fill('Invented 000');
  await expect(page).toHaveURL(/order=asc/);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('active');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=Invented\+000.*status=active/);
  await expect(page.getByText('10 companies')).toBeVisible();

  await page.getByLabel('Select all companies on this page').check();
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Suspend…' }).click();
  const panel = page.getByRole('region', { name: 'Suspend companies' });
  await expect(panel.getByText('10 to be changed')).toBeVisible();
  await panel.getByRole('button', { name: 'Suspend 10 companies' }).click();
  await expect(panel.getByText(/Say why/)).toBeVisible();
  await panel.getByLabel(/Reason/).fill('moving house');
  await panel.getByRole('button', { name: 'Suspend 10 companies' }).click();
  await expect(page.getByText('10 companies suspended.')).toBeVisible();
  await expect(page.getByText('0 companies', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 10 companies.')).toBeVisible();
  await expect(page.getByText('10 companies', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.goto('/admin/company?sort=name&order=asc');
  await page.getByRole('link', { name: 'CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.split('\r\n').length).toBeGreaterThan(2000);
  expect(file).toContain("'=1+1");
  expect(file).not.toMatch(/,=1/);
  await expectAccessible(page, '/admin/company?sort=name&order=asc');
});

test('limits one administrator typed are kept and compared when another was faster', async ({
  page,
  browser,
  server,
  signUp,
}) => {
  await signInAsAdmin(page, signUp);
  await page.goto('/admin/company?q=First');
  await page.getByRole('link', { name: 'First Company' }).click();
  await page.waitForURL('**/admin/company/*');
  const other = await browser.newPage({ baseURL: server.origin });
  await signInAsAdmin(other, signUp);
  await other.goto(page.url());
  for (const [who, members] of [
    [other, '30'],
    [page, '40'],
  ] as const) {
    await who.getByRole('textbox', { name: 'Members', exact: true }).fill(members);
    await who.getByRole('button', { name: 'Save limits' }).click();
    if (who === other) await expect(who.getByText('Saved.')).toBeVisible();
  }
  await expect(page.getByText('Somebody changed this company')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Members', exact: true })).toHaveValue('40');
  await expect(page.getByText('Now: 30')).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('of at most 40')).toBeVisible();
  await other.close();
});

test('a suspended user is out at once, and acting as one is bannered, reads only and ends with one’s own session', async ({
  page,
  browser,
  server,
  signUp,
}) => {
  await signInAsAdmin(page, signUp);
  const other = await browser.newPage({ baseURL: server.origin });
  const robin = await signUp(other, { name: 'Robin <b>Bold</b> 👩‍🔬', companyName: 'Third Company' });
  await page.goto(`/admin/user?q=${robin.email}`);
  await page.getByRole('link', { name: robin.name }).click();
  await page.locator('summary', { hasText: 'Suspend…' }).click();
  await page.getByLabel('Reason, for other administrators').fill('lost laptop');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByText('Suspended, and signed out everywhere.')).toBeVisible();
  await other.waitForURL('**/auth/error?error=BANNED_USER');
  await page.getByRole('button', { name: 'End the suspension', exact: true }).click();
  await expect(page.getByText('The suspension is over.')).toBeVisible();
  await signIn(other, robin);

  // Typed before the page's scripts are there, and gone on with after.
  const go = await withoutScripts(page, page.url());
  await page.getByText('Act as this user…').click();
  const reason = page.getByLabel('Reason, shown to the user and their companies');
  await reason.fill('cannot find');
  await go();
  await page.keyboard.type(' the list');
  await expect(reason).toHaveValue('cannot find the list');
  await page.getByRole('button', { name: 'Act as this user', exact: true }).click();
  await page.waitForURL('**/app');
  await expect(page.getByText('You are acting as')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Not while acting as someone else' })).toBeVisible();
  await page.goto('/settings/account');
  await expect(page.getByText('An account is its person’s alone')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForURL('**/admin/user?u=*');
  await expect(page.getByRole('heading', { name: robin.name })).toBeVisible();
  await expect(page.getByText('support.stopped')).toBeVisible();
  await expectAccessible(page, page.url());

  await other.goto('/settings/audit');
  await expect(other.getByText('Ada Admin').locator('visible=true').first()).toBeVisible();
  await other.close();
});

/** A plugin of the company's own. */
async function bringGatePass(page: Page): Promise<void> {
  const file = unsignedPackage(
    packPlugin({
      manifest: gatePassManifest(),
      source: gatePassSource,
      readme: 'Reads passes of the harbour.',
      fixtures: gatePassFixtures,
    }),
  );
  const status = await page.evaluate(
    async (text) =>
      (await fetch('/api/v1/plugins?use=no', { method: 'POST', body: new Blob([text]) })).status,
    new TextDecoder().decode(file),
  );
  expect(status).toBeLessThan(300);
}

test('a version that a company hands in is checked, approved by keyboard, and installed by another company', async ({
  page,
  browser,
  server,
  signUp,
}) => {
  await signInAsAdmin(page, signUp);
  const publisher = await browser.newPage({ baseURL: server.origin });
  await signUp(publisher, { companyName: 'Harbour' });
  await bringGatePass(publisher);
  await publisher.goto('/settings/plugins/submit?plugin=gate-pass');
  await publisher.getByRole('button', { name: 'Prepare' }).click();
  await publisher.locator('summary', { hasText: 'A pass' }).click();
  const leaves = publisher.getByLabel('What was read of it leaves, with the values that are right');
  const submit = publisher.getByRole('button', { name: 'Confirm and submit' });
  await publisher.getByLabel(/^I have looked at every picture/).check();
  // It is marked at once, and nothing is made of the package before it is saved.
  const choosing = Promise.withResolvers<void>();
  const letPass = await intercept(publisher, /\/submit\/[^/]+\.data/, async (route) => {
    await choosing.promise;
    await route.continue();
  });
  await leaves.locator('visible=true').first().click();
  await expect(leaves.locator('visible=true').first()).toBeChecked();
  expect(await submit.isDisabled()).toBe(true);
  await publisher.getByLabel('What is new').fill('Passes of the harbour.');
  letPass();
  choosing.resolve();
  await submit.click();
  await expect(submit).toHaveCount(0);

  await page.goto('/admin/plugin/review');
  await expect(page.getByRole('row', { name: /Gate pass/ })).toContainText('Harbour');
  await page.getByRole('link', { name: 'Gate pass' }).click();
  await expect(page.getByRole('heading', { name: 'Fixtures on the server passed' })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel('What is new').fill('New: gate passes of harbours.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Looked at.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('It is in everybody’s catalogue now. The publisher is notified.'),
  ).toBeVisible();
  await publisher.goto('/settings/notifications');
  await expect(publisher.getByText(/Version 1\.0\.0 of Gate pass is in everybody’s catalogue/)).toBeVisible();
  await publisher.close();

  await page.goto('/settings/plugins/gate-pass');
  await expect(page.getByText('New: gate passes of harbours.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Install/ })
    .first()
    .click();
  await expect(page.getByText('Installed', { exact: true }).first()).toBeVisible();
});

test('company settings are kept, and a changed name shows everywhere', async ({ page, signUp }) => {
  await signUp(page, {}, '/settings/company');
  await page.getByLabel('Swedish').check();
  await page.getByLabel('Country').selectOption('de-AT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Swedish')).toBeChecked();
  await expect(page.getByLabel('Country')).toHaveValue('de-AT');
  for (const language of ['English', 'German', 'French', 'Swedish'])
    await page.getByLabel(language).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose at least one language.')).toBeVisible();

  await page.getByLabel('Other names').fill('Harbour Trading\nHarbour Ltd');
  await page.getByLabel('Accounts (IBAN)').fill('DE88 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save names and numbers' }).click();
  await expect(page.getByText('DE88370400440532013000 is not an IBAN')).toBeVisible();
  await expect(page.getByLabel('Other names')).toHaveValue('Harbour Trading\nHarbour Ltd');
  await page.getByLabel('Accounts (IBAN)').fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save names and numbers' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Accounts (IBAN)')).toHaveValue('DE89370400440532013000');

  await page.goto('/settings/account');
  await page.getByLabel('Name', { exact: true }).fill('Robin Renamed');
  await page.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: Robin Renamed' })).toBeVisible();
});

test('a password is changed only with the present one, and then holds', async ({ page, signUp }) => {
  const account = await signUp(page, {}, '/settings/security');
  const form = page.locator('form').filter({ has: page.getByLabel('New password') });
  const change = async (present: string) => {
    await form.getByLabel('Present password').fill(present);
    await form.getByLabel('New password').fill('another long password');
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await change('wrong password');
  await expect(form.getByText('The present password is not right.')).toBeVisible();
  await change(account.password);
  await expect(page.getByText('The password is changed.', { exact: false })).toBeVisible();

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
  await signUp(page, {}, '/desktop');
  const sample = new URL('../app/pages/index/samples/receipt-en.webp', import.meta.url).pathname;
  await page.locator('input[type=file]').setInputFiles(sample);
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour Caf' });
  await expect(row.getByText('read, 1 record')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Waiting for review\s*1/ })).toBeVisible();
  await page.getByRole('link', { name: /Waiting for review/ }).click();
  await expect(page).toHaveURL(/review=needs_review/);
  await expect(page.getByText('Harbour Caf').first()).toBeVisible();
});
