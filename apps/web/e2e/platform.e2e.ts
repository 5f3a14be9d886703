import type { Page } from '@playwright/test';
import { packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { expectAccessible } from './accessibility.ts';
import { expect, open, testAlone } from './fixtures.ts';

const test = testAlone();

const sample = new URL('../app/pages/index/samples/receipt-en.webp', import.meta.url).pathname;

/** Gives a picture in on the desktop page and waits until it is taken or refused. */
async function give(page: Page, outcome: RegExp): Promise<void> {
  await page.goto('/desktop');
  await page.locator('input[type=file]').setInputFiles(sample);
  await expect(page.getByText(outcome).first()).toBeVisible();
}

/** State of each capture, newest first, and the readers that made its records. */
async function readersOf(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v1/captures');
  const { items } = (await answer.json()) as { items: { state: string; records: { plugin: string }[] }[] };
  return items.map(({ state, records }) => [state, ...records.map(({ plugin }) => plugin)].join(' '));
}

const carried = {
  manifest: {
    id: 'carried',
    version: '1.0.0',
    kind: 'reader' as const,
    name: 'Carried',
    description: 'Reads the first line.',
    reads: ['lines' as const],
    fallback: false,
    accepts: [],
    settings: [],
    permissions: { hosts: [] },
    records: [
      {
        type: 'carried',
        label: 'Carried',
        title: 'text',
        fields: [{ name: 'text', label: 'Text', type: 'text' as const }],
      },
    ],
  },
  source: 'export default { read: () => [] };',
  readme: '',
  fixtures: [],
};

test('administering the installation reaches everyone at once: announcement, maintenance, a blocked plugin', async ({
  page: admin,
  browser,
  signUp,
  server,
}) => {
  await signUp(admin, { companyName: 'First Company', name: 'Ada Admin' });
  const context = await browser.newContext({ baseURL: server.origin });
  const other = await context.newPage();
  await signUp(other, { companyName: 'Second Company' }, '/dashboard');

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
    // That of the time of maintenance, too, which waited on the device.
    await expect.poll(() => readersOf(other)).toEqual(['read receipt', 'read receipt']);
  });

  await test.step('a text model shows its hash before it is asked for, and an address inside the network is refused by the keyboard alone', async () => {
    await admin.goto('/admin/system/model');
    await expect(admin.getByRole('row', { name: /greek-ppocrv5/ })).toContainText(
      '54235f471b1ca8e356c48673125e0b14e4823496cd7bb583b24fb8808dbcd9c4',
    );
    const form = admin.locator('#address');
    await form.getByLabel('Name').fill('greek-ppocrv5');
    await admin.keyboard.press('Tab');
    await admin.keyboard.type('http://127.0.0.1:8099/models');
    await admin.keyboard.press('Enter');
    await expect(admin.locator('#jobs')).toContainText('READOUT_OUTBOUND_ALLOW');
    await expect(admin.locator('#jobs')).toContainText('model.unreachable');
    await expect(admin.getByRole('button', { name: 'Remove greek-ppocrv5' })).toHaveCount(0);
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
      .poll(() => readersOf(other))
      // What was read before keeps its records.
      .toEqual(['read text', 'read receipt', 'read receipt']);
    await other.goto('/settings/notifications');
    await other
      .getByRole('button', { name: /notification/i })
      .first()
      .click();
    await expect(other.getByText(/Misreads totals/).first()).toBeVisible();
    await form.getByRole('button', { name: 'Let it run again' }).click();
    await expect(form.getByRole('heading', { name: 'Block every version' })).toBeVisible();
    // One version by itself.
    const version = admin.locator('#block-version');
    const number = await admin.locator('#version span').textContent();
    await version.getByText('Block this version…').click();
    await version.getByLabel('Reason').fill('Misreads dates');
    await version.getByLabel(`Type receipt ${number} to confirm`).fill(`receipt ${number}`);
    await version.getByRole('button', { name: 'Block this version' }).click();
    await expect(version.getByText(`Version ${number} is blocked.`)).toBeVisible();
    await expect(form.getByRole('heading', { name: 'Block every version' })).toBeVisible();
    await version.getByRole('button', { name: 'Let it run again' }).click();
    await expect(version.getByText(`Version ${number} is no longer blocked.`)).toBeVisible();
  });

  await test.step('a package is carried in, and stands there signed with the key of the installation', async () => {
    const file = unsignedPackage(packPlugin(carried));
    // Before the page's programs run nobody hears of the file.
    await open(admin, '/admin/plugin/upload');
    await admin.locator('input[type=file]').setInputFiles({
      name: 'carried.readout-plugin',
      mimeType: 'application/json',
      buffer: Buffer.from(file),
    });
    await admin.getByRole('button', { name: 'Put into the catalogue' }).click();
    await expect(admin.getByText('carried 1.0.0 is in the catalogue now.')).toBeVisible();
    await admin.getByRole('link', { name: 'Look at it' }).click();
    await expect(admin.getByRole('link', { name: 'This installation' }).first()).toBeVisible();
  });

  await test.step('all of it stands in the audit list, and the pages are accessible', async () => {
    await admin.goto('/admin/audit');
    for (const action of [
      'Announcement made',
      'Announcement withdrawn',
      'Maintenance begun',
      'Maintenance ended',
      'Plugin blocked',
      'Plugin unblocked',
      'Plugin carried in',
    ])
      await expect(admin.getByRole('link', { name: action, exact: true }).first()).toBeVisible();
    const csv = await admin.request.get('/admin/audit.csv');
    expect(csv.headers()['content-type']).toContain('text/csv');
    expect(await csv.text()).toContain('plugin.blocked');
    for (const address of ['/admin/audit', '/admin/plugin?p=receipt']) await expectAccessible(admin, address);
  });
  await context.close();
});
