import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { chromiumArgs, chromiumPath } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { intercept } from './intercept.ts';

/** A page whose numbers are known: it counts up every second and a half, or stays at what `setGauge` sets. */
const gauge = `<!doctype html><meta charset="utf-8"><title>Gauge of the test</title>
<style>body{margin:0;background:#fff;color:#111;font:600 72px Arial,Helvetica,sans-serif}#v{position:absolute;left:120px;top:90px}</style>
<div id="v"></div><div id="clock" style="position:absolute;right:24px;bottom:24px;font-size:20px"></div>
<script>
let tenths = 1015, step = 12;
window.shown = [];
const show = () => {
  const text = (tenths / 10).toFixed(1);
  document.getElementById('v').textContent = text;
  requestAnimationFrame(() => window.shown.push(tenths / 10));
};
show();
setInterval(() => { if (step) { tenths += step; show(); } }, 1500);
// A page that paints nothing gives those who share it no picture; real ones have a clock.
setInterval(() => { document.getElementById('clock').textContent = new Date().toISOString(); }, 500);
window.setGauge = (value, by) => { tenths = Math.round(value * 10); step = by; show(); };
</script>`;

let site: Server;
let address: string;
test.beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(gauge);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
test.afterAll(() => site.close());

/** A browser that shares the gauge's tab without asking. */
async function open(baseURL: string): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'readout-watch-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    serviceWorkers: 'allow',
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    args: [...chromiumArgs, '--auto-select-tab-capture-source-by-title=Gauge of the test'],
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

interface Sample {
  takenAt: string;
  value: number | null;
  state: string;
  gap: string | null;
}
const samplesOf = async (page: Page, watchId: string): Promise<Sample[]> => {
  const answer = await page.request.get(`/api/v1/watches/${watchId}/samples?limit=500`);
  return ((await answer.json()) as { items: Sample[] }).items.toReversed();
};

/** Marks the gauge's number; the picture of a tab may be larger than its page. */
async function mark(page: Page): Promise<void> {
  const numbers = page.getByRole('group', { name: /Region, in pixels of \d/ });
  const size = /of (\d+) × (\d+)/.exec((await numbers.textContent()) ?? '');
  const scale = Number(size?.[1]) / 1280;
  for (const [name, value] of [
    ['Left', 100],
    ['Top', 80],
    ['Width', 260],
    ['Height', 100],
  ] as const)
    await page.getByLabel(name, { exact: true }).fill(String(Math.round(value * scale)));
}

test('a watched tab: its known numbers, an alarm, a time offline, a reload with one click, a lost source', async ({
  server,
  signUp,
}) => {
  const browser = await open(server.origin);
  try {
    const shownPage = await browser.context.newPage();
    await shownPage.goto(address);
    const setGauge = (value: number, by: number) =>
      shownPage.evaluate(`setGauge(${value}, ${by})`) as Promise<unknown>;
    const page = await browser.context.newPage();
    await page.addInitScript(() => {
      const { createOscillator } = AudioContext.prototype;
      let tones = 0;
      AudioContext.prototype.createOscillator = function () {
        document.documentElement.dataset.tones = String(++tones);
        return createOscillator.call(this);
      };
    });
    const tones = page.locator('html[data-tones]');
    const sound = page.getByLabel('Play a sound when an alarm begins');
    await signUp(page, {}, '/desktop/watch');
    await page.getByRole('button', { name: 'New watch' }).click();
    await page.getByRole('button', { name: 'Share a screen, window or tab' }).click();
    await mark(page);
    await page.getByLabel('Name').fill('Gauge');
    await page.getByLabel('How often').selectOption('1000');
    await page.getByLabel('Unit').fill('bar');
    await page.getByLabel('Decimals').fill('1');
    await page.getByLabel('Above').fill('200');
    await page.getByLabel('Reading lost after').fill('3');
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.waitForURL(/\/desktop\/watch\/[0-9a-f-]{36}$/);
    const watchId = page.url().split('/').at(-1) ?? '';
    const live = page.getByTestId('live-value');
    await expect(live).toHaveText(/^1\d\d\.\d\s?bar$/);

    // What the gauge showed is what was read, each value, and nothing else.
    await expect.poll(async () => (await samplesOf(page, watchId)).length).toBeGreaterThan(5);
    const read = await samplesOf(page, watchId);
    const shown = (await shownPage.evaluate('shown')) as number[];
    expect(read[0]?.gap).toBeNull();
    const places = read.map(({ value, state }) => {
      expect(state).toBe('ok');
      expect(shown).toContain(value);
      return shown.indexOf(value ?? Number.NaN);
    });
    // Each when it was shown: the gauge only rises.
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBeGreaterThan(2);

    // Out of range: told at once, with what was read, and aloud where somebody wants it.
    await expect(sound).not.toBeChecked();
    await sound.check();
    await expect(tones).toHaveAttribute('data-tones', '3');
    await setGauge(212.5, 0);
    await expect(live).toHaveText(/^212\.5\s?bar$/);
    await expect(page.getByText('Above the limit: 212.5 bar, limit 200.0 bar')).toBeVisible();
    await expect(tones).toHaveAttribute('data-tones', '6');
    await setGauge(150.5, 0);
    await expect(live).toHaveText(/^150\.5\s?bar$/);
    await page.getByLabel('Note to this alarm').fill('Valve opened');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(page.getByText(/^Seen by .*Valve opened$/)).toBeVisible();

    // Offline: reading goes on, samples stay here, and arrive afterwards.
    await browser.context.setOffline(true);
    await setGauge(77.5, 0);
    await expect(live).toHaveText(/^77\.5\s?bar$/);
    await expect(page.getByText(/The server cannot be reached.*kept here/)).toBeVisible();
    await setGauge(88.5, 0);
    await expect(live).toHaveText(/^88\.5\s?bar$/);
    // The sign-in page of a network answers first: what it was sent is not taken for kept.
    let welcomes = 0;
    const signIn = await intercept(browser.context, /\/samples$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      welcomes++;
      await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' });
    });
    await browser.context.setOffline(false);
    await expect.poll(() => welcomes).toBeGreaterThan(0);
    signIn();
    await expect
      .poll(async () => (await samplesOf(page, watchId)).map(({ value }) => value))
      .toEqual(expect.arrayContaining([77.5, 88.5]));

    // A reload: one click goes on, and the gap is there.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText('It was cut off on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await setGauge(99.5, 0);
    await expect(live).toHaveText(/^99\.5\s?bar$/);
    await expect
      .poll(async () => (await samplesOf(page, watchId)).filter(({ gap }) => gap === 'page_closed').length)
      .toBe(1);
    await expect(page.getByText('The page was closed or reloaded before this.').first()).toBeVisible();

    // The source goes: the reading is lost, and that is an alarm.
    await shownPage.close();
    await expect(page.getByText('The share has ended.')).toBeVisible();
    await expect(page.getByText('Reading lost: the screen or camera ended')).toBeVisible();
    await expect(sound).toBeChecked();
    await expect(tones).toHaveAttribute('data-tones', '3');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV of everything' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain(',212.5,bar,');
    expect(csv).toMatch(/,gap,"nothing read for \d+ s, page closed"/);
    const all = await samplesOf(page, watchId);
    expect(csv.match(/Z,[\d.]+,bar,/g)).toHaveLength(all.filter(({ value }) => value !== null).length);

    await expectAccessible(page, `/desktop/watch/${watchId}`);
    await expectAccessible(page, '/desktop/watch');
  } finally {
    await browser.close();
  }
});
