/**
 * Draws photographs to train and to judge the finder of displays with:
 * `node packages/image-reader/training/displays/make-photos.ts FOLDER COUNT SEED`.
 * Writes `photos-SEED.bin` (320 x 256 bytes each), `photos-SEED.json` (kind and corners of the displays in each) and
 * `photo-sheet-SEED.png` with the first of them to look at. The same numbers and fonts give the same photographs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { seededRandom } from '../../src/segments/random.ts';
import { type DisplayPhoto, drawPhoto, photoSize } from './draw-photo.ts';

const [folder = '.', count = '60', seed = '1'] = process.argv.slice(2);
sharp.concurrency(1);
await mkdir(folder, { recursive: true });
const random = seededRandom(Number(seed));
const photos: DisplayPhoto[] = [];
for (let n = 0; n < Number(count); n++) photos.push(await drawPhoto(random));
const bytes = photos.map(({ grey }) => Buffer.from(Uint8ClampedArray.from(grey.data).buffer));
await writeFile(join(folder, `photos-${seed}.bin`), Buffer.concat(bytes));
await writeFile(
  join(folder, `photos-${seed}.json`),
  JSON.stringify(
    photos.map(({ rows }) =>
      rows.map(({ kind, row }) => [
        kind,
        row.map((point) => point.map((value) => Math.round(value * 10) / 10)),
      ]),
    ),
  ),
);

const columns = 5;
const shown = photos.slice(0, 40);
const { width, height } = photoSize;
await sharp({
  create: {
    width: columns * width,
    height: Math.ceil(shown.length / columns) * height,
    channels: 3,
    background: '#fff',
  },
})
  .composite(
    shown.flatMap(({ rows }, n) => {
      const [left, top] = [(n % columns) * width, Math.floor(n / columns) * height];
      const outlines = rows.map(
        ({ row, kind }) =>
          `<polygon points="${row.join(' ')}" fill="none" stroke="${kind === 'printed' ? 'red' : 'lime'}"/>`,
      );
      const raw = { width, height, channels: 1 } as const;
      return [
        { input: bytes[n] as Buffer, raw, left, top },
        {
          input: Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${outlines.join('')}</svg>`,
          ),
          left,
          top,
        },
      ];
    }),
  )
  .png()
  .toFile(join(folder, `photo-sheet-${seed}.png`));
