/**
 * What watching costs: the processor time of a real browser that reads one small region every second (number and display of
 * segments), against the same browser with the same page and nothing watched; and the queries over 2.5 million samples.
 * The pages have to be built. Processor time is that of all of the browser's processes, as the operating system counts it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startServer } from '../../apps/web/e2e/fixtures.ts';
import { writeResults } from '../results-file.ts';
import { type Timing, timeSeries } from './series.ts';

const measuredMs = Number(process.argv[2] ?? 30) * 1000;
const samples = Number(process.argv[3] ?? 2_500_000);
const tickMs = 1000 / Number(process.env.CLK_TCK ?? 100);

/** A page that shows a number that changes every second, as text and in segments. */
const gauge = readFileSync(new URL('./gauge.html', import.meta.url), 'utf8');

/** Milliseconds of processor time that the processes with the profile's name have taken so far, by kind of process. */
function cpuMs(profile: string): Map<string, number> {
  const taken = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      if (!command.includes(profile) && !environment.includes(profile)) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const kind = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser';
      taken.set(kind, (taken.get(kind) ?? 0) + (Number(fields[11]) + Number(fields[12])) * tickMs);
    } catch {
      // It ended meanwhile.
    }
  }
  return taken;
}

async function share(
  profile: string,
  work: () => Promise<void>,
): Promise<{ total: number; byKind: Record<string, number> }> {
  const [before, from] = [cpuMs(profile), performance.now()];
  await work();
  const [after, took] = [cpuMs(profile), performance.now() - from];
  const byKind: Record<string, number> = {};
  let total = 0;
  for (const [kind, ms] of after) {
    const percent = ((ms - (before.get(kind) ?? 0)) / took) * 100;
    byKind[kind] = Math.round(percent * 10) / 10;
    total += percent;
  }
  return { total: Math.round(total * 10) / 10, byKind };
}

const wait = (page: Page) => () => page.waitForTimeout(measuredMs);

async function startWatching(page: Page, kind: 'number' | 'segments', region: number[]): Promise<void> {
  await page.goto('/desktop/watch');
  await page.getByRole('button', { name: 'New watch' }).click();
  await page.getByRole('button', { name: 'Share a screen, window or tab' }).click();
  const names = ['Left', 'Top', 'Width', 'Height'];
  for (const [index, name] of names.entries())
    await page.getByLabel(name, { exact: true }).fill(String(region[index]), { timeout: 60_000 });
  await page.getByLabel('Name').fill(`Gauge, ${kind}`);
  await page.getByLabel('What is read').selectOption(kind);
  await page.getByLabel('How often').selectOption('1000');
  await page.getByLabel('Decimals').fill('1');
  await page.getByRole('button', { name: 'Start watching' }).click();
  await page.getByTestId('live-value').filter({ hasText: /\d/ }).waitFor({ timeout: 90_000 });
}

async function inBrowser<T>(
  baseURL: string,
  work: (context: BrowserContext, profile: string) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(path.join(tmpdir(), 'readout-bench-watch-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    baseURL,
    viewport: { width: 1280, height: 720 },
    env: { ...process.env, READOUT_BENCH: profile },
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--auto-select-tab-capture-source-by-title=Gauge',
    ],
  });
  try {
    return await work(context, profile);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/auth/sign-up');
  await page.getByLabel('Your name').fill('Robin Example');
  await page.getByLabel('Email').fill('robin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Company').fill('Example');
  await page.locator('input[name=accept]').check();
  await page.getByRole('button', { name: /sign up|make the account|create/i }).click();
  await page.waitForURL('**/app');
}

const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(gauge);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const gaugeUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
const dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-bench-watch-data-'));
const server = await startServer(dataFolder);

const rows: { name: string; total: number; byKind: Record<string, number> }[] = [];
let heap: number[] = [];
try {
  await inBrowser(server.origin, async (context, profile) => {
    const shown = await context.newPage();
    await shown.goto(gaugeUrl);
    const page = await context.newPage();
    await signUp(page);
    await page.goto('/desktop/watch');
    await page.waitForTimeout(3000);
    rows.push({ name: 'nothing watched, both pages open', ...(await share(profile, wait(page))) });
    await page.getByRole('button', { name: 'New watch' }).click();
    await page.getByRole('button', { name: 'Share a screen, window or tab' }).click();
    await page.getByLabel('Width', { exact: true }).waitFor({ timeout: 60_000 });
    // The share itself, looked at by nobody.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForTimeout(2000);
    rows.push({ name: 'the tab shared, nothing watched', ...(await share(profile, wait(page))) });
    await startWatching(page, 'segments', [100, 300, 360, 140]);
    await page.waitForTimeout(3000);
    rows.push({
      name: 'a display of segments, every second, always another',
      ...(await share(profile, wait(page))),
    });
    const session = await context.newCDPSession(page);
    heap = [];
    for (let round = 0; round < 3; round++) {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      heap.push(Math.round(usedSize / 1e5) / 10);
      await page.waitForTimeout(10_000);
    }
    await page.getByRole('button', { name: 'Stop reading here' }).click();
    await startWatching(page, 'number', [100, 60, 360, 140]);
    await page.waitForTimeout(5000);
    rows.push({
      name: 'a number by the text reader, every second, always another',
      ...(await share(profile, wait(page))),
    });
    await shown.evaluate('stopGauge()');
    await page.waitForTimeout(3000);
    rows.push({ name: 'the same while the number stays', ...(await share(profile, wait(page))) });
  });
} finally {
  await server.stop();
  site.close();
  rmSync(dataFolder, { recursive: true, force: true });
}

const timings: Timing[] = await timeSeries(samples);
const one = (value: number) => value.toFixed(1);
await writeResults(
  'watch',
  'Watching a region',
  { measuredMs, rows, heapMb: heap, samples, timings },
  `One small region of a shared tab (1280 x 720), read every second for ${measuredMs / 1000} s; share of one core taken by all
processes of the browser.

| | all of the browser | by kind of process |
|---|---|---|
${rows
  .map(
    ({ name, total, byKind }) =>
      `| ${name} | ${one(total)} % | ${Object.entries(byKind)
        .map(([kind, percent]) => `${kind} ${one(percent)}`)
        .join(', ')} |`,
  )
  .join('\n')}

Used heap of the page, ten seconds apart: ${heap.join(', ')} MB.

Queries over one watch of ${samples.toLocaleString('en')} samples, one a second:

| | p50 | p95 | points |
|---|---|---|---|
${timings.map(({ name, p50, p95, points }) => `| ${name} | ${one(p50)} ms | ${one(p95)} ms | ${points ?? ''} |`).join('\n')}
`,
);
process.exit(0);
