import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { browserArguments, executablePath } from './browser.ts';

/** What /camera takes to start, to take pictures one after the other, and to keep on doing so. */
export interface PageFigures {
  /** From opening the address in a browser just started, without a server, to the first picture; milliseconds. */
  coldStartMs: number[];
  /** The same of a page that has nothing but a video of the camera, with its server. */
  emptyStartMs: number[];
  /** From a press to when the next is possible: the picture is kept on the device by then. */
  shutterMs: number[];
  memory: { captures: number; pageMb: number; browserMb: number }[];
}

/** Tells when a camera's picture is first seen in a page. */
const watchForPicture = `addEventListener('loadeddata', (event) => {
  if (event.target instanceof HTMLVideoElement && event.target.srcObject)
    event.target.requestVideoFrameCallback(() => { window.seenAt ??= performance.now(); });
}, true)`;

const emptyPage = `<!doctype html><meta charset="utf-8"><title>empty</title><link rel="icon" href="data:,">
<video muted playsinline style="width: 100%"></video>
<script>navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } }).then((stream) => {
  const video = document.querySelector('video'); video.srcObject = stream; return video.play(); })</script>`;

export async function measurePage(
  video: string,
  { starts, captures }: { starts: number; captures: number },
): Promise<PageFigures> {
  // Nothing is read on the server: both cores are the browser's.
  const server = await createSpawnedServer({ NODE_ENV: 'production', READOUT_ROLE: 'web' });
  const empty = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(emptyPage);
  });
  const profile = await mkdtemp(join(process.env.TMPDIR ?? '/tmp', 'readout-bench-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      executablePath,
      viewport: { width: 390, height: 844 },
      args: [...browserArguments, `--use-file-for-fake-video-capture=${video}`],
    });
  try {
    await server.start();
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
    const emptyAddress = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`;
    const cameraAddress = `${server.url}/camera`;
    const first = await open();
    await signIn(first, server.url, await server.signUp());
    const { shutterMs, memory } = await takeMany(first, cameraAddress, captures);
    await first.close();

    await server.kill();
    const coldStartMs: number[] = [];
    const emptyStartMs: number[] = [];
    // In turn, each in a browser just started.
    for (let start = 0; start < starts; start++) {
      coldStartMs.push(await timeToPicture(await open(), cameraAddress));
      emptyStartMs.push(await timeToPicture(await open(), emptyAddress));
    }
    return { coldStartMs, emptyStartMs, shutterMs, memory };
  } finally {
    empty.close();
    await server.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function signIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = '', ...value] = cookie.split('; ')[0]!.split('=');
  await context.addCookies([
    { name, value: value.join('='), url: origin, expires: Math.floor(Date.now() / 1000) + 86_400 },
  ]);
}

async function timeToPicture(context: BrowserContext, address: string): Promise<number> {
  try {
    // As on every visit but the first.
    await context.grantPermissions(['camera'], { origin: new URL(address).origin });
    await context.addInitScript(watchForPicture);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(address, { waitUntil: 'commit' });
    // A function: the page's policy refuses what would have to be evaluated in it.
    const seen = await page.waitForFunction(() => (globalThis as { seenAt?: number }).seenAt, undefined, {
      timeout: 30_000,
    });
    return (await seen.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

/** Presses the shutter as soon as it can be pressed again. */
async function takeMany(
  context: BrowserContext,
  address: string,
  captures: number,
): Promise<Pick<PageFigures, 'shutterMs' | 'memory'>> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
  const shutter = page.getByRole('button', { name: 'Take a picture', exact: true });
  await shutter.waitFor();
  await page.locator('[aria-keyshortcuts="Space Enter"][aria-disabled="false"]').waitFor({ timeout: 60_000 });
  // The service worker keeps the page and the engine's files before anything is measured.
  await page.waitForLoadState('networkidle');
  const shutterMs: number[] = [];
  const memory: PageFigures['memory'] = [];
  const step = 50;
  for (let taken = 0; taken < captures; taken += step) {
    shutterMs.push(...(await page.evaluate<number[]>(`(${press})(${step})`)));
    memory.push({ captures: taken + step, ...(await memoryOf(context, page)) });
  }
  return { shutterMs, memory };
}

/** Runs in the page: presses so often, each time waiting for the picture before to be kept; milliseconds of each. */
const press = `async (times) => {
  const shutter = document.querySelector('[aria-keyshortcuts="Space Enter"]');
  const taken = () => Number(/(\\d+) picture/.exec(document.querySelector('[aria-label^="Taken on this visit"]').ariaLabel)?.[1] ?? 0);
  const durations = [];
  for (let at = 0; at < times; at++) {
    const before = taken();
    const started = performance.now();
    shutter.click();
    while (taken() === before || shutter.dataset.busy) {
      if (performance.now() - started > 20000) throw new Error('The picture was not taken.');
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    durations.push(performance.now() - started);
  }
  return durations;
}`;

/** What page and workers hold after a collection, and what all of the browser's processes have. */
async function memoryOf(context: BrowserContext, page: Page): Promise<{ pageMb: number; browserMb: number }> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const bytes = await page.evaluate<number>(
    'performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)',
  );
  const browser = await context.browser()?.newBrowserCDPSession();
  const processes = browser ? (await browser.send('SystemInfo.getProcessInfo')).processInfo : [];
  await browser?.detach();
  let residentKb = 0;
  for (const { id } of processes) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    residentKb += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return { pageMb: Math.round(bytes / 2 ** 20), browserMb: Math.round(residentKb / 1024) };
}
