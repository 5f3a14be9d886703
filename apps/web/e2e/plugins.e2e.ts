import type { Page } from '@playwright/test';
import { packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

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

/** A reader of the company's own: the second version has a setting, is given barcodes, too, and makes a record. */
async function carryInTwoVersions(page: Page): Promise<void> {
  for (const version of ['1.0.0', '1.1.0']) {
    const isSecond = version === '1.1.0';
    const content = {
      manifest: {
        id: 'gauge-slip',
        version,
        kind: 'reader' as const,
        name: 'Gauge slip',
        description: 'Reads gauge slips.',
        reads: isSecond ? ['lines' as const, 'barcodes' as const] : ['lines' as const],
        fallback: false,
        accepts: [],
        settings: isSecond
          ? [{ name: 'digits', label: 'Digits', type: 'number' as const, default: 4, max: 12 }]
          : [],
        permissions: { hosts: [] },
        records: [
          {
            type: 'gauge-slip',
            label: 'Gauge slip',
            title: 'number',
            fields: [{ name: 'number', label: 'Number', type: 'code' as const }],
          },
        ],
      },
      source: `export default { read: ({ reading: { lines } }) => ${isSecond ? madeOfLine : '[]'} };\n`,
      readme: '# Gauge slip\n\nReads **slips** <img src=x onerror=alert(1)>\n',
      fixtures: [],
    };
    const data = Buffer.from(unsignedPackage(packPlugin(content)));
    if (isSecond) await publishWithKey(page, data);
    else {
      const answer = await page.request.post('/api/v1/plugins?use=yes', {
        headers: { 'content-type': 'application/octet-stream', origin: new URL(page.url()).origin },
        data,
      });
      expect(answer.status()).toBe(201);
    }
  }
}

const madeOfLine = `lines.slice(0, 1).map(({ id, text, box }) => ({
  type: 'gauge-slip',
  confidence: 0.9,
  fields: { number: { value: text, raw: text, confidence: 0.9, evidence: [{ box, line: id }], checks: [] } },
}))`;

/** As a build server does it, with a key that is revoked afterwards. */
async function publishWithKey(page: Page, data: Buffer): Promise<void> {
  await page.goto('/settings/api-keys');
  await page.getByLabel('Name').fill('Build server');
  await page.getByLabel('Publish the plugins it is for').check();
  await page.getByLabel('Plugins it may publish').fill('gauge-slip');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = await page.getByLabel('The new API key').inputValue();
  const publish = () =>
    page.request.post('/api/v1/plugin-packages', { headers: { authorization: `Bearer ${key}` }, data });
  expect((await publish()).status()).toBe(201);
  await expectAccessible(page, '/settings/api-keys');
  await page.getByText('Revoke', { exact: true }).click();
  await page.getByRole('button', { name: 'Revoke readout_' }).click();
  await expect(page.getByText('“Build server” is revoked')).toBeVisible();
  await expect(page.getByLabel('The new API key')).toHaveCount(0);
  expect(await (await publish()).json()).toMatchObject({ status: 401, code: 'api_key.revoked' });
}

test('a plugin is taken off, put back as it was, found in the catalogue, asked for by a member and installed', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page, {}, '/settings/plugins/receipt');
  await expect(page.getByText('Computes only. Reaches nothing.')).toBeVisible();
  await page.getByLabel('Confirm automatically from').fill('97');
  await page.getByRole('button', { name: 'Switch the rule on' }).click();
  await expect(page.getByText('Records confirm themselves from 97 %')).toBeVisible();
  await page.getByRole('button', { name: 'Uninstall' }).click();
  await expect(page.getByText('Receipt is uninstalled. What it read stays.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Install / }).first()).toBeVisible();
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

test('a version that asks for more is compared, allowed, run alongside, switched to and set, and one click leads back', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await carryInTwoVersions(page);
  await page.goto('/settings/plugins');
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByText(', 1 update')).toBeAttached();
  await page.getByRole('link', { name: 'Update Gauge slip to 1.1.0: see what changes' }).click();
  await expect(page.getByText('It is given barcodes, too.')).toBeVisible();
  await expect(page.getByText('The setting “Digits” is new.')).toBeVisible();
  await expectAccessible(page, page.url());
  const alongside = page.getByRole('button', { name: 'Run it alongside 1.0.0 first' });
  await page.getByLabel('Allow this').check();
  await alongside.click();
  const shadow = page.getByRole('region', { name: 'Version 1.1.0 alongside 1.0.0' });
  await expect(shadow).toContainText('No capture has been read by both versions yet.');
  await page.goto('/app');
  await page.locator('input[type=file]').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, cafe),
  });
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'To review' })).toHaveCount(1);
  await page.goto('/settings/plugins/gauge-slip');
  await expect(shadow).toContainText('1 capture compared: 1 read only by 1.1.0.');
  await expect(shadow).toContainText('Only 1.1.0 made a record.');
  await expectAccessible(page, '/settings/plugins/gauge-slip');
  await shadow.getByRole('button', { name: 'Use 1.1.0' }).click();
  await expect(page.getByText('Gauge slip runs as 1.1.0 now.')).toBeVisible();
  await expect(shadow).toHaveCount(0);
  await expect(page.getByText('slips <img src=x onerror=alert(1)>')).toBeVisible();
  await page.getByLabel('Digits').fill('99');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter 12 or less.')).toBeVisible();
  await page.getByLabel('Digits').fill('8');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to 1.0.0' }).click();
  await expect(page.getByText('Gauge slip runs as 1.0.0 now.')).toBeVisible();

  // At once, without running alongside; and a comparison is stopped.
  const compare =
    '/settings/plugins/gauge-slip/compare?from=1.0.0&from-source=company&to=1.1.0&to-source=company';
  await page.goto(compare);
  await page.getByLabel('Allow this').check();
  await alongside.click();
  await shadow.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.getByText('The comparison has ended.')).toBeVisible();
  await page.goto(compare);
  await page.getByLabel('Allow this').check();
  await page.getByRole('button', { name: 'Use 1.1.0' }).click();
  await expect(page.getByText('Gauge slip runs as 1.1.0 now.')).toBeVisible();
});
