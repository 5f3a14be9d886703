import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test as shared, startServer } from './fixtures.ts';

// An installation of its own: what is done here concerns everyone in it.
const test = shared.extend<object, { server: { origin: string; dataFolder: string } }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it to know what the fixture needs: nothing
    async ({}, use) => {
      const dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-e2e-platform-'));
      const own = await startServer(dataFolder);
      await use({ origin: own.origin, dataFolder });
      await own.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const sample = new URL('../app/routes/public/landing/samples/receipt.webp', import.meta.url).pathname;

/** Gives a picture in on the desktop page and waits until it is taken or refused. */
async function give(page: Page, outcome: RegExp): Promise<void> {
  await page.goto('/desktop');
  await page.locator('input[type=file]').setInputFiles(sample);
  await expect(page.getByText(outcome).first()).toBeVisible({ timeout: 60_000 });
}

test('administering the installation reaches everyone at once: announcement, maintenance, a blocked plugin', async ({
  page: admin,
  browser,
  signUp,
  server,
}) => {
  test.setTimeout(120_000);
  await signUp(admin, { companyName: 'First Company', name: 'Ada Admin' });
  const context = await browser.newContext({ baseURL: server.origin });
  const other = await context.newPage();
  await signUp(other, { companyName: 'Second Company' });
  await other.goto('/dashboard');

  await test.step('an announcement appears on an open page and goes when it is taken back', async () => {
    await admin.goto('/admin/system');
    const form = admin.locator('#announcement');
    await form.getByLabel('Text').fill('Moving house on Saturday <b>early</b>');
    await form.getByRole('button', { name: 'Announce' }).click();
    await expect(other.getByText('Moving house on Saturday <b>early</b>')).toBeVisible();
    await form.getByRole('button', { name: 'Take it back' }).click();
    await expect(other.getByText('Moving house on Saturday')).toBeHidden();
  });

  await test.step('maintenance asks to be sure, shows its note and refuses an upload', async () => {
    const form = admin.locator('#maintenance');
    await form.getByLabel('Note').fill('New disk, back at noon');
    await form.getByRole('button', { name: 'Begin maintenance' }).click();
    // Not without the box.
    await expect(form.getByText('On since')).toBeHidden();
    await form.getByLabel(/Yes, refuse changes/).check();
    await form.getByRole('button', { name: 'Begin maintenance' }).click();
    await expect(form.getByText('On since')).toBeVisible();
    await expect(other.getByText('New disk, back at noon')).toBeVisible();
    await give(other, /being maintained|Maintenance/);
    await expect(other.getByText(/New disk, back at noon/).first()).toBeVisible();
    await admin.goto('/admin');
    await expect(admin.getByRole('heading', { name: /Maintenance is on/ })).toBeVisible();
  });

  await test.step('afterwards the upload is taken and read', async () => {
    await admin.goto('/admin/system');
    await admin.getByRole('button', { name: 'End maintenance' }).click();
    await expect(admin.getByRole('button', { name: 'Begin maintenance' })).toBeVisible();
    await expect(other.getByText('New disk, back at noon')).toBeHidden();
    await give(other, /read, 1 record/);
  });

  await test.step('a blocked plugin takes its id typed, runs no more, and its companies are told', async () => {
    await admin.goto('/admin/plugin');
    await admin.getByRole('link', { name: 'Receipt', exact: true }).click();
    const form = admin.locator('#block');
    await form.getByLabel('Reason').fill('Misreads totals');
    await form.getByLabel('Type receipt to confirm').fill('receipts');
    await form.getByRole('button', { name: 'Block everywhere' }).click();
    await expect(form.getByText('Type receipt to confirm.')).toBeVisible();
    await expect(form.getByLabel('Reason')).toHaveValue('Misreads totals');
    await form.getByLabel('Type receipt to confirm').fill('receipt');
    await form.getByRole('button', { name: 'Block everywhere' }).click();
    await expect(form.getByRole('heading', { name: 'Blocked' })).toBeVisible();
    await other.goto('/app');
    await other.locator('input[type=file]').first().setInputFiles(sample);
    await expect
      .poll(
        async () => {
          const answer = await other.request.get('/api/v1/captures');
          const { items } = (await answer.json()) as {
            items: { state: string; records: { plugin: string }[] }[];
          };
          // What was read before keeps its records.
          const [newest, ...before] = items.map(({ state, records }) =>
            [state, ...records.map(({ plugin }) => plugin)].join(' '),
          );
          return { newest, before: [...new Set(before)] };
        },
        { timeout: 60_000 },
      )
      .toEqual({ newest: 'read text', before: ['read receipt'] });
    await other.goto('/settings/notifications');
    await other
      .getByRole('button', { name: /notification/i })
      .first()
      .click();
    await expect(other.getByText(/Misreads totals/).first()).toBeVisible();
    await form.getByRole('button', { name: 'Let it run again' }).click();
    await expect(form.getByRole('heading', { name: 'Block every version' })).toBeVisible();
  });

  await test.step('all of it stands in the audit list, and the pages are accessible', async () => {
    await admin.goto('/admin/audit');
    for (const action of [
      'platform.announced',
      'platform.announcement_withdrawn',
      'platform.read_only_on',
      'platform.read_only_off',
      'plugin.blocked',
      'plugin.unblocked',
    ])
      await expect(admin.getByRole('link', { name: action, exact: true })).toBeVisible();
    const csv = await admin.request.get('/admin/audit.csv');
    expect(csv.headers()['content-type']).toContain('text/csv');
    expect(await csv.text()).toContain('plugin.blocked');
    for (const address of ['/admin', '/admin/system', '/admin/audit', '/admin/plugin?p=receipt'])
      await expectAccessible(admin, address);
  });
  await context.close();
});
