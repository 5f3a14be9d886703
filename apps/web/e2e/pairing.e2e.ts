import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { devices } from '@playwright/test';
import { expect, makeDataFolder, startServer, test } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

test('a phone scans the code on the computer, the computer confirms it, and its captures appear there', async ({
  browser,
  signUp,
}) => {
  // A server of its own and three browsers.
  const folder = makeDataFolder();
  const server = await startServer(
    folder,
    {
      READOUT_HTTPS_PORT: await freePort(),
      READOUT_HTTPS_HOSTS: 'localhost',
      READOUT_HTTPS_FOLDER: path.join(folder, 'https'),
      HOST: '127.0.0.1',
    },
    ['--https'],
  );
  try {
    const computer = await browser.newContext({ baseURL: server.origin, ignoreHTTPSErrors: true });
    const page = await computer.newPage();
    await signUp(page, { companyName: 'Warehouse' });
    await page.getByRole('button', { name: 'Pair a phone' }).last().click();
    const address = await page.getByText(/^https:\/\/localhost:\d+\/pair\//).textContent();

    const phone = await browser.newContext({ ...devices['Pixel 7'], ignoreHTTPSErrors: true });
    const screen = await phone.newPage();
    await screen.goto(address ?? '');
    await screen.getByLabel('What the computer calls this phone').fill('Gate 3');
    await screen.getByRole('button', { name: 'Go on' }).click();
    const shown = await screen.getByRole('status').textContent();
    expect(shown).toMatch(/^\d{3}$/);
    const dialog = page.getByRole('dialog', { name: 'Pair a phone' });
    await expect(dialog.getByRole('status')).toHaveText(shown ?? '');
    await expect(dialog).toContainText('Gate 3');

    // Somebody else who photographed the screen comes too late.
    const other = await browser.newContext({ ignoreHTTPSErrors: true });
    const late = await other.newPage();
    await late.goto(address ?? '');
    await expect(late.getByRole('heading', { name: 'This code is over' })).toBeVisible();
    await other.close();

    await dialog.getByRole('button', { name: 'Yes, it is my phone' }).click();
    await screen.waitForURL('**/camera');
    const status = await screen.evaluate(
      async (bytes) => {
        const form = new FormData();
        form.append('source', 'camera');
        form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'gate.png');
        return (await fetch('/api/v1/captures', { method: 'POST', body: form })).status;
      },
      [...(await receiptPicture(browser, cafe))],
    );
    expect(status).toBe(201);
    await expect(dialog.getByRole('list', { name: 'From your phone' }).getByRole('link')).toHaveCount(1);

    await page.goto('/settings/security');
    const session = page
      .getByRole('list', { name: 'Your sessions' })
      .getByRole('listitem')
      .filter({ hasText: 'Gate 3' });
    await expect(session).toContainText('Warehouse');
    await session.getByRole('button', { name: 'Sign out Gate 3' }).click();
    await expect(session).toHaveCount(0);
    // Its own page notices, and goes there by itself.
    await screen.waitForURL('**/auth/sign-in**');
    await screen.goto(`${server.origin}/camera`);
    await expect(screen).toHaveURL(/\/auth\/sign-in/);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('without an encrypted address pairing says why there is no code, and how to get one', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Pair a phone' }).last().click();
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect(problem).toContainText('No address for phones');
  await expect(problem).toContainText('npm start -- --https');
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return String(port);
}
