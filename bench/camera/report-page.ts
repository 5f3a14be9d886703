import { writeResults } from '../results-file.ts';
import { busyness } from './busyness.ts';
import { median } from './median.ts';
import type { PageFigures } from './page.ts';

/** Captures after which memory is compared: caches are filled by then. */
const settled = 100;

/** Writes the figures of the page. Whether every goal is met. */
export async function reportPage(figures: PageFigures, versions: Record<string, string>): Promise<boolean> {
  const { coldStartMs, emptyStartMs, shutterMs, memory } = figures;
  const startRatio = median(coldStartMs) / median(emptyStartMs);
  const shutter = median(shutterMs);
  const slowest = shutterMs.toSorted((a, b) => a - b)[Math.floor(shutterMs.length * 0.95)] ?? Number.NaN;
  const before = memory.find(({ captures }) => captures >= settled) ?? memory[0];
  const after = memory.at(-1);
  const growthMb = (after?.pageMb ?? Number.NaN) - (before?.pageMb ?? Number.NaN);
  const isMet = startRatio < 1.5 && slowest < 400 && growthMb < 10;
  const ms = (value: number) => `${Math.round(value)} ms`;
  await writeResults(
    'camera-page',
    'The camera page',
    { versions, startRatio, shutterMs: shutter, shutter95Ms: slowest, growthMb, figures },
    `The built pages in Chromium ${versions.chromium}, 390 x 844, with a recorded video of 1280 x 720 at 30 frames a second as camera. Cold start: the browser is started, the server is not running, the service worker has the page; until the first picture of the camera is shown, beside an empty page (served by a running server) that does nothing but show the camera, in turn. Shutter: from a press until the picture is kept on the device and the next can be taken, ${shutterMs.length} times without a pause, while the server takes them in. Memory: of page and workers after a collection, and resident memory of all of the browser's processes.

| | figure | goal |
|---|---|---|
| cold start to the picture, middle of ${coldStartMs.length} | ${ms(median(coldStartMs))}, empty page ${ms(median(emptyStartMs))}: ${startRatio.toFixed(2)} x | under 1.5 x |
| shutter to next shutter, middle (95 of 100 within) | ${ms(shutter)} (${ms(slowest)}) | under 400 ms |
| memory from ${before?.captures} to ${after?.captures} captures | ${growthMb >= 0 ? '+' : ''}${growthMb} MB | flat (under 10 MB) |

| captures | page and workers | all of the browser |
|---|---|---|
${memory.map(({ captures, pageMb, browserMb }) => `| ${captures} | ${pageMb} MB | ${browserMb} MB |`).join('\n')}

${isMet ? 'All goals are met.' : 'Not all goals are met.'} ${busyness()}`,
  );
  return isMet;
}
