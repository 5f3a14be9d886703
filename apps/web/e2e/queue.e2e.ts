import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { type Account, expect, makeDataFolder, test as shared, startServer } from './fixtures.ts';
import { intercept } from './intercept.ts';

/** A server of its own: it is killed in between, and reads nothing, so that five hundred captures cost no one time. */
interface OwnServer {
  kill(): Promise<void>;
  start(): Promise<void>;
}

const test = shared.extend<object, { own: OwnServer & { origin: string } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const dataFolder = makeDataFolder();
      const environment = { PORT: String(await freePort()), READOUT_ROLE: 'web' };
      let server = await startServer(dataFolder, environment);
      await use({
        origin: server.origin,
        kill: () => server.stop('SIGKILL'),
        async start() {
          server = await startServer(dataFolder, environment);
        },
      });
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ own }, use) => use(own.origin),
});
test.use({ serviceWorkers: 'allow' });

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

let made = 0;
let png: Buffer | undefined;
/** A small picture no other test has sent: bytes after a PNG's end are not looked at. */
async function picture(byteSize = 0): Promise<Buffer> {
  png ??= await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7a5a' } })
    .png()
    .toBuffer();
  made++;
  return Buffer.concat([png, Buffer.from(`picture ${process.pid} ${made}`), randomBytes(byteSize)]);
}

async function give(page: Page, names: readonly string[], byteSize = 0): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, mimeType: 'image/png', buffer: await picture(byteSize) })),
  );
  await page.locator('input[type=file]').first().setInputFiles(files);
}

const countLink = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('link', { name });
const rowsHere = (page: Page) => page.getByRole('list', { name: 'On this device' }).getByRole('listitem');
const onServer = async (page: Page): Promise<number> => {
  const answer = await page.request.get('/api/v1/captures?limit=1');
  return ((await answer.json()) as { total: number }).total;
};

/** The camera's pages are kept, the worker serves this page, and the queue has its key. */
async function worksOffline(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        if (!navigator.serviceWorker.controller) return 'no worker';
        if (!(await caches.match('/camera/queue.data'))) return 'no pages';
        const held = (await navigator.locks.query()).held ?? [];
        return held.some(({ name }) => name?.startsWith('readout-queue sender')) ? 'ready' : 'no queue';
      }),
    )
    .toBe('ready');
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/app$/);
}

test('what is captured without a network survives a crash, starts cold, can be exported, and is sent once', async ({
  page,
  context,
  signUp,
}) => {
  await signUp(page);
  await worksOffline(page);
  await context.setOffline(true);
  await give(page, ['one.png', 'two.png', 'three.png']);
  await expect(countLink(page, '3 captures on this device, not sent yet')).toBeVisible();
  await crash(context, page);

  const cold = await context.newPage();
  await cold.goto('/camera');
  await expect(cold).toHaveTitle('Camera · Readout');
  await countLink(cold, '3 captures on this device, not sent yet').click();
  await expect(cold.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await expect(rowsHere(cold)).toHaveCount(3);
  await expect(rowsHere(cold).first()).toContainText('one.png');
  await expectAccessible(cold, '/camera/queue');

  await cold.getByRole('button', { name: 'Delete two.png' }).click();
  await expect(rowsHere(cold)).toHaveCount(2);
  await cold.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsHere(cold)).toHaveCount(3);
  await cold.getByRole('button', { name: 'Delete three.png' }).click();
  await expect(rowsHere(cold)).toHaveCount(2);

  const [download] = await Promise.all([
    cold.waitForEvent('download'),
    cold.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const zip = readFileSync(await download.path()).toString('latin1');
  for (const name of ['one.png', 'two.png', 'manifest.json']) expect(zip).toContain(name);
  expect(zip).not.toContain('three.png');

  // Other pages say what still works instead of showing the browser's own error.
  await cold.goto('/dashboard');
  await expect(cold.getByRole('heading', { name: 'You are offline; the camera works' })).toBeVisible();
  await cold.getByRole('link', { name: 'What waits on this device' }).click();
  await expect(rowsHere(cold)).toHaveCount(2);

  await context.setOffline(false);
  await expect(cold.getByText('Everything is on the server')).toBeVisible();
  expect(await onServer(cold)).toBe(2);
  // Deleted is not gone, and what was sent is not sent again.
  await cold.getByText('1 deleted capture, kept here for 30 days').click();
  await cold.getByRole('button', { name: 'Bring three.png back' }).click();
  await expect.poll(() => onServer(cold)).toBe(3);
  await cold.reload();
  await expect(cold.getByText('Everything is on the server')).toBeVisible();
  expect(await onServer(cold)).toBe(3);
});

/** As when the system kills it: nothing of the page runs any more. */
async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

test('a server killed in the middle of an upload: it goes on where it stopped, and makes one capture', async ({
  page,
  context,
  signUp,
  own,
}) => {
  await signUp(page);
  await worksOffline(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2_000_000,
  });
  await give(page, ['large.png'], 20_000_000);
  const panel = page.getByRole('region', { name: 'Files on their way in' });
  // A third of it is there; the rest would take seconds.
  await expect(panel).toContainText(/sending, [3-9]\d%/);
  await own.kill();
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(panel).toContainText('No connection');
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'You are offline; the camera works' })).toBeVisible();
  await page.getByRole('link', { name: 'What waits on this device' }).click();
  await expect(rowsHere(page)).toContainText('large.png');

  const resumed = page.waitForResponse(
    (response) =>
      response.request().method() === 'HEAD' && response.url().includes('/api/v1/uploads/') && response.ok(),
  );
  // Told to come back in ten minutes, the queue waits until a person asks for it at once.
  const uploads = '**/api/v1/uploads/**';
  const putOff = page.waitForResponse((response) => response.status() === 503);
  const stopPuttingOff = await intercept(page, uploads, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '600' } }),
  );
  await putOff;
  await own.start();
  stopPuttingOff();
  await page.getByRole('button', { name: 'Try all now' }).click();
  expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(5_000_000);
  await expect(page.getByText('Everything is on the server')).toBeVisible();
  expect(await onServer(page)).toBe(1);
});

test('signing out locks what waits: another person sees and sends nothing, its owner’s next sign-in does', async ({
  page,
  context,
  signUp,
}) => {
  const owner = await signUp(page);
  await worksOffline(page);
  const letThrough = await intercept(context, '**/api/v1/uploads**', (route) => route.abort());
  await give(page, ['private.png', 'secret.png']);
  await expect(countLink(page, '2 captures on this device, not sent yet')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await signOut(page);
  const warning = page.getByRole('dialog');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(warning).toContainText('2 captures not sent yet');
  await expect(warning).toContainText('nobody else can open them');
  await warning.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth/sign-in');
  // Neither a key nor anything readable is left: not the picture's first bytes, not its name.
  expect(await whatIsKept(page)).toEqual({ keys: 0, items: 2, readable: [] });

  letThrough();
  await signUp(page);
  await expect(countLink(page, /on this device/)).toHaveCount(0);
  await page.goto('/camera/queue');
  await expect(page.getByText('Nothing waits now')).toBeVisible();
  expect(await onServer(page)).toBe(0);
  await signOut(page);
  await page.waitForURL('**/auth/sign-in');

  await signIn(page, owner);
  // Until this device has heard of it, what the server has waits here as well.
  await page.goto('/camera/queue');
  await expect(page.getByText('Everything is on the server')).toBeVisible();
  await page.goto('/app');
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await worksOffline(page);
  await expect(countLink(page, /on this device/)).toHaveCount(0);

  // A session that ended by itself: what is taken meanwhile waits, and says for what.
  await context.setOffline(true);
  await give(page, ['later.png']);
  await expect(countLink(page, '1 capture on this device, not sent yet')).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Sign in to send 1 capture' }).first().click();
  await page.waitForURL('**/auth/sign-in?to=*');
  await signIn(page, owner);
  await expect.poll(() => onServer(page)).toBe(3);
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Looks at the database of the browser as anyone who sits down at it next could. */
async function whatIsKept(page: Page): Promise<{ keys: number; items: number; readable: string[] }> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('readout-queue');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = <T>(name: string): Promise<T[]> =>
      new Promise((resolve) => {
        const request = opened.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result as T[]);
      });
    const bytes = [
      ...(await all<{ sealed: ArrayBuffer }>('items')),
      ...(await all<{ sealed: ArrayBuffer }>('chunks')),
      ...(await all<{ sealed: ArrayBuffer }>('thumbnails')),
    ].map(({ sealed }) => new TextDecoder('latin1').decode(sealed));
    const result = {
      keys: (await all('keys')).length,
      items: (await all('items')).length,
      // Long enough that sealed bytes do not hold them by chance.
      readable: ['PNG\r\n\u001a\n', '\0\0\0\rIHDR', 'JFIF\0\u0001', 'private', 'secret'].filter((text) =>
        bytes.some((each) => each.includes(text)),
      ),
    };
    opened.close();
    return result;
  });
}

/** Far more than are in sight; `npm run test:long`: as many as a day without a network brings. */
const waiting = process.env.READOUT_LONG_TESTS ? 500 : 120;

test(`${waiting} captures wait in a list that holds what is in sight, survive a reload, and all arrive`, async ({
  page,
  context,
  signUp,
}) => {
  await signUp(page);
  await worksOffline(page);
  await context.setOffline(true);
  await give(
    page,
    Array.from({ length: waiting }, (_, index) => `capture ${String(index + 1).padStart(3, '0')}.png`),
  );
  await expect(countLink(page, `${waiting} captures on this device, not sent yet`)).toBeVisible();
  await page.goto('/camera/queue');
  await expect(page.getByText(`${waiting} captures on this device`, { exact: true })).toBeVisible();
  await expect(rowsHere(page).first()).toContainText('capture 001.png');
  expect(await rowsHere(page).count()).toBeLessThan(40);
  // The page holds what is in sight, however far one goes.
  await rowsHere(page)
    .last()
    .evaluate((row) => {
      const scroller = row.parentElement?.parentElement as HTMLElement;
      scroller.scrollTop = scroller.scrollHeight;
    });
  await expect(rowsHere(page).last()).toContainText(`capture ${waiting}.png`);
  expect(await rowsHere(page).count()).toBeLessThan(40);

  await context.setOffline(false);
  // They go by themselves.
  await expect(page.getByText('Everything is on the server')).toBeVisible();
  expect(await onServer(page)).toBe(waiting);
});

test('a device without room says so before anything is taken, and keeps what it has', async ({
  page,
  context,
  signUp,
  own,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: own.origin, quotaSize: 12_000_000 });
  await signUp(page);
  await worksOffline(page);
  await context.setOffline(true);
  await give(page, ['kept.png']);
  await expect(countLink(page, '1 capture on this device, not sent yet')).toBeVisible();
  await give(page, ['too-large.png'], 14_000_000);
  await expect(page.getByRole('alert')).toContainText('This device has no room left');
  await expect(page.getByRole('alert')).toContainText('What was taken before is kept');
  await expect(countLink(page, '1 capture on this device, not sent yet')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(1);
  expect(await onServer(page)).toBe(1);
});
