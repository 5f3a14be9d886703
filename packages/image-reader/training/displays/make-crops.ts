/**
 * Draws displays to train and to judge the recogniser with:
 * `node packages/image-reader/training/displays/make-crops.ts FOLDER COUNT SEED`.
 * Writes `crops-SEED.bin` (bytes of all crops, one after the other) and `crops-SEED.json` (width and text of each), and
 * `sheet-SEED.png` with the first of them to look at. The same numbers and fonts give the same crops.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { displayHeight } from '../../src/segments/display-network.ts';
import { seededRandom } from '../../src/segments/random.ts';
import { type DisplayCrop, drawCrop } from './draw-crop.ts';

const [folder = '.', count = '200', seed = '1'] = process.argv.slice(2);
sharp.concurrency(1);
await mkdir(folder, { recursive: true });
const random = seededRandom(Number(seed));
const crops: DisplayCrop[] = [];
for (let n = 0; n < Number(count); n++) crops.push(await drawCrop(random));
const bytes = crops.map(({ grey }) => Buffer.from(Uint8ClampedArray.from(grey.data).buffer));
await writeFile(join(folder, `crops-${seed}.bin`), Buffer.concat(bytes));
await writeFile(
  join(folder, `crops-${seed}.json`),
  JSON.stringify(crops.map(({ grey, text }) => [grey.width, text])),
);

const columns = 5;
const shown = crops.slice(0, 150);
const [cellWidth, cellHeight] = [240, displayHeight + 18];
await sharp({
  create: {
    width: columns * cellWidth,
    height: Math.ceil(shown.length / columns) * cellHeight,
    channels: 3,
    background: '#fff',
  },
})
  .composite(
    (
      await Promise.all(
        shown.map(async ({ grey, text }, n) => {
          const [left, top] = [(n % columns) * cellWidth, Math.floor(n / columns) * cellHeight];
          const raw = { width: grey.width, height: displayHeight, channels: 1 } as const;
          const picture = await sharp(bytes[n] as Buffer, { raw })
            .resize({ width: Math.min(grey.width, cellWidth - 6), height: displayHeight, fit: 'fill' })
            .png()
            .toBuffer();
          const label = `<svg width="${cellWidth}" height="16"><text x="2" y="12" font-size="12">${text || '(none)'}</text></svg>`;
          return [
            { input: picture, left, top },
            { input: Buffer.from(label), left, top: top + displayHeight },
          ];
        }),
      )
    ).flat(),
  )
  .png()
  .toFile(join(folder, `sheet-${seed}.png`));
