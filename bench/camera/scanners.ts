import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { matches, type Sample } from '../barcodes/match.ts';
import { browserArguments, executablePath } from './browser.ts';
import type { Measured } from './measured.ts';
import { clips, writeVideo } from './videos.ts';

const pages = fileURLToPath(new URL('./pages/', import.meta.url));
const names = ['empty', 'readout', 'html5-qrcode', 'zxing-browser'] as const;
export type Name = (typeof names)[number];

/** How long a reader is watched, after its first second. */
const settleMs = 1000;
const watchedMs = 4000;

export interface Run {
  clip: string;
  name: Name;
  /** Different frames in a second in which the code was read as what it is. */
  decodedPerSecond: number;
  looksPerSecond: number;
  /** From asking for the camera to the first right text; undefined: never. */
  firstReadMs: number | undefined;
  /** The page's own frames in a second. */
  paintedPerSecond: number;
  /** Texts that are not in the picture. */
  falseTexts: string[];
}

/** Every reader on every clip, in turn, each alone on the machine's browser. */
export async function measureScanners(pictures: string, folder: string, repeats: number): Promise<Run[]> {
  const built = join(folder, 'pages');
  await buildPages(built);
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const headers = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    };
    try {
      const isPage = path.endsWith('.html');
      const body = isPage
        ? (await readFile(join(pages, 'page.html'), 'utf8')).replace('SCRIPT', `${path.slice(1, -5)}.js`)
        : await readFile(join(built, path));
      response.writeHead(200, {
        ...headers,
        'content-type': types[extname(path)] ?? 'application/octet-stream',
      });
      response.end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const manifest = JSON.parse(await readFile(join(pictures, 'manifest.json'), 'utf8')) as Sample[];
  const runs: Run[] = [];
  try {
    for (const clip of clips) {
      const sample = manifest.find(({ file }) => file === clip.picture);
      if (sample?.text == null) throw new Error(`${clip.picture} is not among the pictures.`);
      const { text } = sample;
      const isRight = (read: string) => matches({ ...sample, text }, read);
      const video = await writeVideo(clip, pictures, folder);
      for (let repeat = 0; repeat < repeats; repeat++)
        for (const name of names)
          runs.push(await measureOne(origin, { clip: clip.name, isRight, video, name }));
    }
  } finally {
    server.close();
  }
  return runs;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

async function buildPages(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: pages,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'es2023',
      rollupOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(pages, `${name}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

async function measureOne(
  origin: string,
  {
    clip,
    isRight,
    video,
    name,
  }: { clip: string; isRight: (text: string) => boolean; video: string; name: Name },
): Promise<Run> {
  // A browser of its own, so that the film begins with its first frame for everybody.
  const browser = await chromium.launch({
    executablePath,
    args: [...browserArguments, `--use-file-for-fake-video-capture=${video}`],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${origin}/${name}.html`);
    await page.waitForFunction('window.measured?.loadedMs >= 0 || window.measured?.failure');
    await page.evaluate('window.start()');
    await page.waitForTimeout(settleMs + watchedMs);
    const measured = await page.evaluate<Measured>('window.measured');
    if (measured.failure) throw new Error(`${name}: ${measured.failure}`);
    const { startedAt, reads, painted, looks } = measured;
    const right = reads.filter(({ text }) => isRight(text));
    const from = startedAt + settleMs;
    const within = (at: number) => at >= from && at < from + watchedMs;
    const perSecond = (count: number, ms = watchedMs) => (count * 1000) / ms;
    return {
      clip,
      name,
      decodedPerSecond: perSecond(
        new Set(right.filter(({ at }) => within(at)).map(({ frame }) => frame)).size,
      ),
      looksPerSecond: perSecond(looks, settleMs + watchedMs),
      firstReadMs: right[0] && right[0].at - startedAt,
      paintedPerSecond: perSecond(painted.filter(within).length),
      falseTexts: [...new Set(reads.filter(({ text }) => !isRight(text)).map(({ text }) => text))],
    };
  } finally {
    await browser.close();
  }
}
