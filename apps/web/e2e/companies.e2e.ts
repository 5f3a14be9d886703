import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { intercept } from './intercept.ts';

const password = 'correct horse battery';

/** A browser of somebody else. */
const another = async (browser: Browser, origin: string) =>
  (await browser.newContext({ baseURL: origin })).newPage();

async function invite(page: Page, to: string, role = 'operator'): Promise<string> {
  await page.goto('/settings/members');
  await page.getByLabel('Email or domain').fill(to);
  await page.getByLabel('Role', { exact: true }).last().selectOption(role);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText(`The link for ${to}`)).toBeVisible();
  const link = await page.getByLabel('Link of the invitation').inputValue();
  return new URL(link).pathname;
}

async function join(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('input[name=accept]').check();
  await page.getByRole('button', { name: 'Make the account and join' }).click();
  await page.waitForURL('**/app');
}

test('an invitation lets one person in, a changed role holds at once, and who is removed is out at once', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  const companyName = '<b>Kai & Söhne</b> شحن';
  await signUp(page, { companyName, name: 'Olga Owner' });
  const to = `ivo-${Date.now()}@example.com`;
  const path = await invite(page, to);
  const refused = page.getByText('There is an open invitation for this address');
  await page.getByLabel('Email or domain').fill(to);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(refused).toBeVisible();
  await expect(page.getByLabel('Email or domain')).toHaveValue(to);

  await page.goto(path);
  await expect(page.getByText(`The invitation is for ${to}`)).toBeVisible();
  const ivo = await another(browser, server.origin);
  await ivo.goto('/invite/made-up');
  await expect(ivo).toHaveURL(/\/auth\/error\?error=invitation\.unknown/);
  await ivo.goto(path);
  await expect(ivo.getByRole('heading', { name: `Join ${companyName}` })).toBeVisible();
  await expectAccessible(ivo, path);
  await join(ivo, path, 'Ivo Invited');
  await expect(ivo.getByText(companyName).first()).toBeVisible();
  // Its link was used up: for whom it was it leads home, for others it says so.
  await ivo.goto(path);
  await expect(ivo).toHaveURL(/\/app/);
  const late = await another(browser, server.origin);
  await late.goto(path);
  await expect(late).toHaveURL(/error=invitation\.used/);
  await late.context().close();

  await ivo.goto('/settings/company');
  await expect(
    ivo.getByText('Admins and owners of the company may do this. Your role is operator.'),
  ).toBeVisible();
  await page.goto('/settings/members?q=ivo');
  await page.getByText('Change', { exact: true }).click();
  await page.getByLabel('Role of Ivo Invited').selectOption('admin');
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText('Ivo Invited is admin now.')).toBeVisible();
  await expectAccessible(page, '/settings/members');
  const listens = ivo.waitForResponse((response) => response.url().includes('/api/v1/live'));
  await ivo.goto('/settings/members');
  await expect(ivo.getByLabel('Email or domain')).toBeVisible();
  await listens;

  await page.getByText('Change', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove Ivo Invited from the company' }).click();
  await expect(page.getByText('Ivo Invited is removed.')).toBeVisible();
  // The page they had open is left by itself, with nothing of the company on it.
  await expect(ivo).toHaveURL(/error=company\.not_a_member/);
  await expect(ivo.getByText('You are not a member of this company')).toBeVisible();
  const answer = await ivo.request.get('/api/v1/captures');
  expect(answer.status()).toBe(403);
  await ivo.goto('/settings/members');
  await expect(ivo.getByText('You belong to no company yet').first()).toBeVisible();
  await ivo.context().close();
});

test('a second company is made, worked in, closed by its name and kept again', async ({ page, signUp }) => {
  const first = await signUp(page);
  await page.getByRole('button', { name: /^Company:/ }).click();
  await page.getByRole('menuitem', { name: 'New company' }).click();
  await page.getByRole('button', { name: 'Make the company' }).click();
  await expect(page.getByText('Enter the name of the company.')).toBeVisible();
  await expectAccessible(page, '/settings/new-company');
  await page.getByLabel('Name', { exact: true }).fill('Second Office');
  await page.getByRole('button', { name: 'Make the company' }).click();
  await page.waitForURL('**/app');
  await expect(page.getByRole('button', { name: 'Company: Second Office' })).toBeVisible();

  await page.goto('/settings/company#end');
  await page.getByText('Close …').click();
  await page.getByLabel('Name of the company').fill('second');
  await page.getByRole('button', { name: 'Close the company' }).click();
  await expect(page.getByText('This is not the name of the company.')).toBeVisible();
  await expect(page.getByLabel('Name of the company')).toHaveValue('second');
  await page.getByLabel('Name of the company').fill('Second Office');
  await page.getByRole('button', { name: 'Close the company' }).click();
  await expect(page.getByText('This company is being closed.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Third Office');
  await page.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(page.getByText('nothing new is taken in').last()).toBeVisible();
  await expectAccessible(page, '/settings/company');
  await page.getByRole('button', { name: 'Keep the company' }).click();
  await expect(page.getByText('The company is open again.')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/settings/company');
  await other.getByLabel('Name', { exact: true }).fill('Third Office');
  await expect(other.getByRole('button', { name: 'Company: Second Office' })).toBeVisible();
  await page.getByRole('button', { name: /^Company:/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(first.companyName) }).click();
  await expect(page.getByRole('button', { name: `Company: ${first.companyName}` })).toBeVisible();

  // A page that was open before is about the company it shows, and what was typed in it stays.
  const question = other.getByRole('dialog', { name: 'This page is about Second Office' });
  await expect(question).toContainText(`You now work in ${first.companyName}`);
  // One more request is refused before the answer, and the page hears of that only after it.
  const refused = Promise.withResolvers<number>();
  const answered = Promise.withResolvers<void>();
  const late = '/api/v1/captures?limit=1';
  const goOn = await intercept(other, `**${late}`, async (route) => {
    goOn();
    const refusal = await route.fetch();
    refused.resolve(refusal.status());
    await answered.promise;
    await route.fulfill({ response: refusal });
  });
  const answer = other.evaluate((address) => fetch(address).then(({ status }) => status), late);
  expect(await refused.promise).toBe(409);
  await question.getByRole('button', { name: 'Back to Second Office' }).click();
  await expect(question).toBeHidden();
  answered.resolve();
  expect(await answer).toBe(200);
  await expect(question).toBeHidden();
  await other.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Third Office' })).toBeVisible();
  const back = page.getByRole('dialog', { name: `This page is about ${first.companyName}` });
  await back.getByRole('link', { name: /^Work in/ }).click();
  await expect(page.getByRole('button', { name: 'Company: Third Office' })).toBeVisible();
  await other.close();
});

test('of two owners who rename the company at once, the second is told and loses nothing', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page, { companyName: 'Quay' });
  const path = await invite(page, `olaf-${Date.now()}@example.com`, 'owner');
  const olaf = await another(browser, server.origin);
  await join(olaf, path, 'Olaf Owner');
  await Promise.all([page.goto('/settings/company'), olaf.goto('/settings/company')]);
  await page.getByLabel('Name', { exact: true }).fill('Quay North');
  await page.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await olaf.getByLabel('Name', { exact: true }).fill('Quay South');
  await olaf.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(olaf.getByText('Kept now: Quay North')).toBeVisible();
  await expect(olaf.getByLabel('Name', { exact: true })).toHaveValue('Quay South');
  await olaf.getByRole('button', { name: 'Save name', exact: true }).click();
  await expect(olaf.getByText('Saved.')).toBeVisible();
  await expect(olaf.getByRole('heading', { name: 'Quay South' })).toBeVisible();
  await olaf.context().close();
});
