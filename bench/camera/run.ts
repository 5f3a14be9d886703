/**
 * The camera in real Chromium with recorded videos: barcodes beside html5-qrcode, @zxing/browser and an empty page, and
 * the built camera page (cold start without a server, shutter, memory over many captures):
 *
 *     npm run bench -- camera [--part barcodes|page] [--data ../shared/data] [--repeats 3] [--captures 300]
 *
 * Needs a Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium) and built pages. Ends with 1 where a goal is missed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserArguments, executablePath } from './browser.ts';
import { measurePage } from './page.ts';
import { reportBarcodes } from './report-barcodes.ts';
import { reportPage } from './report-page.ts';
import { measureScanners } from './scanners.ts';
import { clips, writeVideo } from './videos.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: {
    part: { type: 'string' },
    data: { type: 'string', default: resolve(root, '../shared/data') },
    repeats: { type: 'string', default: '3' },
    captures: { type: 'string', default: '300' },
  },
});
const pictures = join(options.data, 'barcodes');
const repeats = Math.max(1, Number(options.repeats));

const browser = await chromium.launch({ executablePath, args: browserArguments });
const chromiumVersion = browser.version();
await browser.close();
const versionOf = async (name: string) =>
  (
    JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;
const versions = {
  chromium: chromiumVersion,
  'html5-qrcode': await versionOf('html5-qrcode'),
  '@zxing/browser': await versionOf('@zxing/browser'),
  '@zxing/library': await versionOf('@zxing/library'),
};

const folder = await mkdtemp(join(tmpdir(), 'readout-bench-camera-'));
let isMet = true;
try {
  if (options.part !== 'page')
    isMet = await reportBarcodes(await measureScanners(pictures, folder, repeats), { repeats, versions });
  if (options.part !== 'barcodes') {
    const video = await writeVideo(clips[0]!, pictures, folder);
    const figures = await measurePage(video, { starts: 5, captures: Number(options.captures) });
    isMet = (await reportPage(figures, versions)) && isMet;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isMet ? 0 : 1;
