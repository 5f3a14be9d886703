import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible, seriousProblems } from './accessibility.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

triedTwice();

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

async function addReceipt(page: Page, browser: Browser) {
  await page.goto('/app');
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, cafe),
  });
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(1);
}

/** Links of the page to the list, with the number of captures they promise. */
async function promises(page: Page): Promise<{ href: string; text: string; captures: number }[]> {
  const links = await page.locator('main a[href^="/app?"]').evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      text: link.getAttribute('aria-label') ?? link.getAttribute('title') ?? link.textContent ?? '',
    })),
  );
  return links.flatMap(({ href, text }) => {
    const captures = [...text.matchAll(/(\d+) captures?/g)].at(-1)?.[1];
    return captures === undefined ? [] : [{ href, text, captures: Number(captures) }];
  });
}

test('the numbers and bars of the dashboard lead to exactly that many captures', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page, {}, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Begin with a picture' })).toBeVisible();
  await expect(page.getByText('Numbers and plots appear here with the first capture.')).toBeVisible();
  // The first button had the colour of its ground for words.
  expect(await seriousProblems(page, { within: 'main' })).toEqual([]);

  await addReceipt(page, browser);
  await rows(page).first().getByRole('link').click();
  await page.getByLabel('Total', { exact: true }).fill('13.50');
  await page.getByLabel('Total', { exact: true }).press('Enter');
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  await page.getByRole('heading', { name: 'Receipt' }).click();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Confirm anyway' }).click();
  await expect(rows(page).first()).toContainText('Confirmed');

  await page.goto('/dashboard?days=7');
  await expect(page.getByRole('heading', { name: 'First steps, 3 to go' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Confirmed unchanged\s*0 %/ })).toBeVisible();
  await expect(page.getByTitle(/Changed in 1 confirmed record of 1, in 1 capture/)).toHaveText('Total');
  const found = await promises(page);
  expect(found.length).toBeGreaterThan(6);
  for (const { href, text, captures } of found) {
    const list = await page.request.get(href.replace('/app?', '/api/v1/captures?'));
    expect(((await list.json()) as { total: number }).total, `${text}: ${href}`).toBe(captures);
  }

  // The bars by keyboard: their numbers are shown, Enter opens their list.
  await page.getByRole('list', { name: 'Captures on each day, by state' }).getByRole('link').last().focus();
  await expect(page.getByText(/^\w{3} \d+ \w{3,4}: 1 capture$/)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/app\?place=kept&from=/);
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/dashboard?days=7');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: /First steps/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Captures by day' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /First steps/ })).toHaveCount(0);
  await expectAccessible(page, '/dashboard?days=7');
});

test('a reader that is switched off does not run, and the audit list and its file say who switched it off', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page, {}, '/settings/plugins');
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByText('Computes only. Reaches nothing.')).toBeVisible();
  await expect(page.getByText('No data yet: this reader made no record here')).toBeVisible();
  await page.getByLabel('Confirm automatically from').fill('12');
  await page.getByRole('button', { name: 'Switch the rule on' }).click();
  await expect(page.getByText('between 50 and 100 percent')).toBeVisible();
  await expect(page.getByLabel('Confirm automatically from')).toHaveValue('12');
  await page.getByRole('link', { name: 'Plugins', exact: true }).last().click();
  const receipt = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Receipt' }) });
  await receipt.getByRole('button', { name: 'Switch Receipt off' }).click();
  await expect(receipt.getByRole('button', { name: 'Switch Receipt on' })).toBeVisible();

  await addReceipt(page, browser);
  await rows(page).first().getByRole('link').click();
  // Two columns without a header are no table; what no other reader takes is kept as text.
  await expect(page.getByRole('heading', { name: 'Text', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toHaveCount(0);

  await page.goto('/settings/audit');
  await page.getByLabel('What').selectOption('plugin');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/group=plugin/);
  const events = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem');
  await expect(events).toHaveCount(1);
  await expect(events).toContainText('Plugin disabled');
  await expect(events).toContainText('Robin Example');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain('Robin Example,,plugin.disabled,plugin,receipt');
  await page.goto('/settings/audit?group=audit');
  await expect(events).toContainText('Audit list exported');
});
