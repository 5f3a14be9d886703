import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

async function joinAsOperator(owner: Page, operator: Page): Promise<void> {
  await owner.goto('/settings/members');
  await owner.getByLabel('Email or domain').fill(`olga-${Date.now()}@example.com`);
  await owner.getByLabel('Role', { exact: true }).last().selectOption('operator');
  await owner.getByRole('button', { name: 'Make a link' }).click();
  await operator.goto(new URL(await owner.getByLabel('Link of the invitation').inputValue()).pathname);
  await operator.getByLabel('Your name').fill('Olga Operator');
  await operator.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await operator.locator('input[name=accept]').check();
  await operator.getByRole('button', { name: 'Make the account and join' }).click();
  await operator.waitForURL('**/app');
}

test('a plugin is taken off, put back as it was, found in the catalogue, asked for by a member and installed', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page);
  await page.goto('/settings/plugins/receipt');
  await expect(page.getByText('Computes only. Reaches nothing.')).toBeVisible();
  await page.getByLabel('Confirm by itself from').fill('97');
  await page.getByRole('button', { name: 'Switch the rule on' }).click();
  await expect(page.getByText('Records confirm themselves from 97 %')).toBeVisible();
  await page.getByRole('button', { name: 'Uninstall' }).click();
  await expect(page.getByText('Receipt is uninstalled. What it read stays.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Records confirm themselves from 97 %')).toBeVisible();
  await page.getByRole('button', { name: 'Uninstall' }).click();
  await expect(page.getByRole('button', { name: /^Install / }).first()).toBeVisible();

  const operator = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await joinAsOperator(page, operator);
  await operator.goto('/settings/plugins/catalogue');
  await operator.getByLabel('Search the catalogue').fill('till merchant');
  await operator.getByRole('button', { name: 'Search' }).click();
  await operator.waitForURL(/search=/);
  const cards = operator.getByRole('listitem').filter({ has: operator.getByRole('heading') });
  await expect(cards).toHaveCount(1);
  const sample = cards.getByRole('img');
  await expect
    .poll(() => sample.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  await expectAccessible(operator, '/settings/plugins/catalogue');
  await operator.getByText('Ask for Receipt').click();
  await operator.getByLabel('What you need it for').fill('The trip to Oslo');
  await operator.getByRole('button', { name: 'Ask an admin to install' }).click();
  await expect(operator.getByText('You asked for it; nobody decided yet.')).toBeVisible();

  await page.goto('/settings/plugins');
  const requests = page.getByRole('region', { name: 'Asked for by members' });
  await expect(requests).toContainText('The trip to Oslo');
  await expect(requests).toContainText('Olga Operator');
  await requests.getByRole('button', { name: 'Install' }).click();
  await expect(requests).toHaveCount(0);
  await operator.goto('/settings/plugins/receipt');
  await expect(operator.getByText('You asked for it; nobody decided yet.')).toHaveCount(0);
  await expect(operator.getByText('Installed', { exact: true })).toBeVisible();
  await operator.context().close();
});
