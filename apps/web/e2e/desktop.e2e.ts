import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { seriousProblems } from './accessibility.ts';
import { chromiumArgs, chromiumPath } from './browser.ts';
import { expect, test, triedTwice } from './fixtures.ts';

triedTwice();

// The browser's own dialog is answered by this: it shares the first tab with such a title.
test.use({
  launchOptions: {
    executablePath: chromiumPath,
    args: [...chromiumArgs, '--auto-select-tab-capture-source-by-title=Plant control'],
  },
});

/** A program of the plant as a page: an order window, moved and with other values as its address says; or another page. */
function plantPage(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://plant');
  const style = `<style>body{margin:0;background:#fff;color:#111;font:15px sans-serif}header{background:#234;color:#fff;padding:12px 16px;font-size:20px}
    main{position:absolute;left:${searchParams.get('left') ?? 0}px;top:${searchParams.get('top') ?? 0}px;width:640px;border:1px solid #888}
    td{padding:8px 16px;border:1px solid #bbb}td:first-child{background:#eee;width:160px}td:last-child{width:280px}table{border-collapse:collapse;margin:16px}</style>`;
  if (pathname === '/report')
    return `<!doctype html><title>Plant control</title>${style}<h1>Weekly report</h1><p>${'Three lines stood still for maintenance. '.repeat(60)}</p>`;
  const rows = Object.entries({
    'Order number': searchParams.get('order') ?? '4711-2026',
    Customer: 'Foundry North',
    Pressure: searchParams.get('pressure') ?? '12.75 bar',
    'Due date': '2026-12-05',
    Contact: searchParams.get('contact') ?? 'Line 3',
    Total: '1,471.60',
  });
  return `<!doctype html><title>Plant control</title>${style}<main><header>Order entry</header><table>${rows
    .map(([label, value]) => `<tr><td>${label}</td><td id="${label.split(' ')[0]}">${value}</td></tr>`)
    .join('')}</table><p style="margin:16px"><button>Save order</button> <button>Cancel</button></p></main>`;
}

let plant: Server;
let plantOrigin: string;
test.beforeAll(async () => {
  plant = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(plantPage(request.url ?? '/'));
  });
  await new Promise<void>((resolve) => plant.listen(0, '127.0.0.1', resolve));
  plantOrigin = `http://127.0.0.1:${(plant.address() as AddressInfo).port}`;
});
test.afterAll(() => plant.close());

const expectNoSeriousProblems = async (page: Page) => expect(await seriousProblems(page)).toEqual([]);

const stage = (page: Page) => page.getByRole('application');

/** Drags over a part of the shared picture, in its pixels. */
async function mark(page: Page, region: { x: number; y: number; width: number; height: number }) {
  const box = (await stage(page).boundingBox())!;
  const frame = (await stage(page).getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / frame[2]!;
  const at = (x: number, y: number): [number, number] => [box.x + x * scale, box.y + y * scale];
  await page.mouse.move(...at(region.x, region.y));
  await page.mouse.down();
  await page.mouse.move(...at(region.x + region.width, region.y + region.height), { steps: 4 });
  await page.mouse.up();
}

/** A browser that gives no tab never answers, so it is asked again; nothing fails by this. */
const untilAskedAgain = { timeout: 20_000 };

/** Shares a window of the program and marks its pressure, by pointer, then to the pixel by number and by key. */
async function shareAndMark(page: Page, context: BrowserContext): Promise<Page> {
  const program = await context.newPage();
  await program.setViewportSize({ width: 1024, height: 640 });
  await program.goto(`${plantOrigin}/order`);
  const cell = (await program.locator('#Pressure').boundingBox())!;
  await page.bringToFront();

  await expect(async () => {
    // Asked again where the browser gave no tab, or never answers.
    await page.goto('/desktop');
    await page.getByRole('button', { name: 'Share a screen' }).first().click();
    await expect(page.getByText('A browser tab, 1024 × 640', { exact: false })).toBeVisible(untilAskedAgain);
  }).toPass();
  await mark(page, cell);
  await page.getByLabel('Left').fill(String(Math.round(cell.x) + 1));
  await page.getByLabel('Width').fill('140');
  await stage(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Left')).toHaveValue(String(Math.round(cell.x) + 2));
  return program;
}

test('a region of a shared window is read on the device and kept', async ({ page, context, signUp }) => {
  await signUp(page);
  await shareAndMark(page, context);

  await page.keyboard.press('r');
  const side = page.getByRole('complementary', { name: 'Region and what was read' });
  await expect(side.getByRole('listitem').filter({ hasText: '12.75 bar' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Kept' })).toBeVisible();
  const taken = page.getByRole('list', { name: 'Given in on this visit' });
  await expect(taken.getByRole('listitem')).toContainText('read, 1 record');
  await expectNoSeriousProblems(page);
});

test('a region kept as a profile is found again where its window moved to, and refused elsewhere', async ({
  page,
  context,
  signUp,
}) => {
  await signUp(page);
  const program = await shareAndMark(page, context);

  const side = page.getByRole('complementary', { name: 'Region and what was read' });
  await page.getByRole('button', { name: 'Save as profile' }).click();
  await page.getByLabel('Name').fill('Pressure of the order');
  await page.getByText('Number', { exact: true }).click();
  await page.getByLabel('Unit').fill('bar');
  await page.getByLabel('Most').fill('16');
  await page.getByRole('button', { name: 'Read it now' }).click();
  await expect(page.getByText('12.75 bar', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(side.getByText('Found where it was marked')).toBeVisible();

  // Other values, and the window stands elsewhere.
  await program.goto(
    `${plantOrigin}/order?left=230&top=120&pressure=18.25%20bar&order=9902-2027&contact=Line%201`,
  );
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Share a screen' }).first().click();
    await expect(side).toBeVisible(untilAskedAgain);
  }).toPass();
  await expect(side.getByText('This looks like Pressure of the order')).toBeVisible();
  await side.getByRole('button', { name: 'Use it' }).click();
  await expect(side.getByText('Found: it was moved, and is followed')).toBeVisible();
  await page.getByRole('button', { name: 'Read the region' }).click();
  await expect(
    side.getByRole('status').or(side.locator('output')).filter({ hasText: '18.25' }),
  ).toBeVisible();
  await expect(side).toContainText('More than the 16');

  // Another page of the same program.
  await program.goto(`${plantOrigin}/report`);
  await page.getByRole('button', { name: 'Back to live' }).click();
  // What a tab shows arrives a moment after it changed.
  await expect(side.getByRole('status').filter({ hasText: 'Pressure of the order' })).toBeVisible();
  await page.getByRole('button', { name: /^Read/ }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was read');
  await expect(page.getByRole('alert')).toContainText('Pressure of the order');

  // The share goes on while one looks elsewhere, and says so when it is ended from outside.
  await side.getByRole('link', { name: 'Profiles of regions' }).click();
  await expectNoSeriousProblems(page);
  await page.getByRole('button', { name: 'Delete Pressure of the order' }).click();
  await expect(page.getByText('No profile yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Pressure of the order' })).toBeVisible();
  await page.getByRole('link', { name: 'Desktop' }).last().click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await program.close();
  await expect(page.getByText('Sharing was ended by the browser')).toBeVisible();
});

/** Draws a picture with a text on the page, and pastes it or puts it into a folder of the browser's own file system. */
async function drawn(page: Page, text: string, to: { paste: true } | { file: string }) {
  await page.evaluate(
    async ([text, file]) => {
      const canvas = new OffscreenCanvas(360, 80);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 360, 80);
      context.fillStyle = '#111';
      context.font = '28px sans-serif';
      context.fillText(text!, 20, 50);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      if (file) {
        const scans = await (await navigator.storage.getDirectory()).getDirectoryHandle('scans', {
          create: true,
        });
        const writable = await (await scans.getFileHandle(file, { create: true })).createWritable();
        await writable.write(blob);
        await writable.close();
        return;
      }
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob], 'image.png', { type: 'image/png' }));
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [text, 'file' in to ? to.file : ''] as const,
  );
}

const namesIn = (page: Page, folder: string) =>
  page.evaluate(async (folder) => {
    let directory = await navigator.storage.getDirectory();
    for (const part of folder.split('/')) directory = await directory.getDirectoryHandle(part);
    return Array.fromAsync(directory.keys());
  }, folder);

test('a screenshot is pasted on any page; a watched folder gives in what is new, once, also after a reload', async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    // The person's choice in the browser's dialog; everything behind it is the browser's own file system.
    window.showDirectoryPicker = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('scans', { create: true });
  });
  await signUp(page, {}, '/dashboard');
  await drawn(page, 'Pasted 2201', { paste: true });
  await expect(page.getByText(/“Pasted .*\.png” taken in/)).toBeVisible();

  await page.goto('/desktop');
  await drawn(page, 'Before 1', { file: 'before.png' });
  await page.getByLabel('Move what was taken').check();
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(page.getByText('scans is watched.')).toBeVisible();
  await drawn(page, 'Scan 3301', { file: 'scan 1.png' });
  const files = page.getByRole('list', { name: 'Files of the folder' });
  await expect(files.getByRole('listitem')).toHaveText(['scan 1.pngtaken in']);
  const taken = page.getByRole('list', { name: 'Given in on this visit' });
  await expect(taken.getByText('Scan 3301')).toBeVisible();
  expect(await namesIn(page, 'scans')).toEqual(expect.arrayContaining(['before.png', 'Readout done']));
  expect(await namesIn(page, 'scans/Readout done')).toEqual(['scan 1.png']);
  await expectNoSeriousProblems(page);

  await page.reload();
  await expect(page.getByText('scans is watched.')).toBeVisible();
  // The same picture under another name, and one more.
  await drawn(page, 'Scan 3301', { file: 'copy.png' });
  await drawn(page, 'Scan 3302', { file: 'scan 2.png' });
  await expect(files.getByRole('listitem').filter({ hasText: 'copy.png' })).toContainText('taken in before');
  await expect(files.getByRole('listitem').filter({ hasText: 'scan 2.png' })).toContainText('taken in');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('scans is paused.')).toBeVisible();
});

test('what a phone shares before the service worker is there is answered with what to do', async ({
  page,
  signUp,
  server,
}) => {
  await signUp(page);
  const answer = await page.request.post(`${server.origin}/desktop/open`, {
    multipart: { files: { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') } },
    headers: { origin: server.origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  await page.goto(answer.headers().location!);
  await expect(page.getByRole('status')).toContainText('share it again');
});
