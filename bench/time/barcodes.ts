import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RgbaImage } from '@readout/image-reader';
import { readBarcodes } from 'zxing-wasm/reader';
import { findBarcodes } from '../../packages/image-reader/src/barcodes/find.ts';
import { loadZxingFromPackage } from '../../packages/image-reader/src/barcodes/node.ts';
import { decodeFile } from '../../packages/image-reader/src/decode/node.ts';
import { toGray } from '../../packages/image-reader/src/text/resample.ts';
import { matches, type Sample } from '../barcodes/match.ts';
import { evenly } from './pages.ts';
import type { Context, Section } from './section.ts';
import { inTurns, quantile, ratios, rounded } from './turns.ts';

interface Read {
  image: RgbaImage;
  sample: Sample;
}

/** The barcode stage against zxing-wasm with every option, on decoded pixels. */
export async function barcodes({ data, pages }: Context): Promise<Section> {
  const folder = join(data, 'barcodes');
  const samples: Sample[] = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  // Each takes some hundredths of a page's time.
  const chosen = evenly(samples, 6 * pages);
  const zxing = await loadZxingFromPackage();
  const found = { readout: 0, zxing: 0 };
  const count = (side: keyof typeof found, { sample }: Read, texts: string[]): void => {
    const { text } = sample;
    if (text !== null && texts.some((each) => matches({ ...sample, text }, each))) found[side]++;
  };
  const pictures: Read[] = [];
  for (const sample of chosen)
    pictures.push({ sample, image: await decodeFile(await readFile(join(folder, sample.file))) });
  const sides = {
    readout: async (picture: Read) => {
      const codes = findBarcodes(zxing, toGray(picture.image));
      count(
        'readout',
        picture,
        codes.map(({ text }) => text),
      );
    },
    zxing: async (picture: Read) => {
      // All of tryHarder, tryRotate, tryInvert and tryDownscale are on by default.
      const codes = await readBarcodes(picture.image as unknown as Parameters<typeof readBarcodes>[0], {
        tryDenoise: true,
        textMode: 'Plain',
      });
      count(
        'zxing',
        picture,
        codes.map(({ text }) => text),
      );
    },
  };
  await inTurns(pictures.slice(0, 5), sides);
  Object.assign(found, { readout: 0, zxing: 0 });
  const took = await inTurns(pictures, sides);
  const ratio = ratios(took.readout, took.zxing);
  const withCode = chosen.filter(({ text }) => text !== null).length;
  const p95 = (side: keyof typeof took): number =>
    rounded(
      quantile(
        took[side].map(({ ms }) => ms),
        0.95,
      ),
      1,
    );
  return {
    figures: {
      pictures: chosen.length,
      withCode,
      found,
      ratio,
      p95: { readout: p95('readout'), zxing: p95('zxing') },
    },
    rows: [
      {
        what: 'barcodes, p95 against zxing-wasm with every option',
        figure: ratio.p95.toFixed(2),
        goal: '1.0',
      },
      {
        what: 'barcodes, median and mean against the same',
        figure: `${ratio.median.toFixed(2)}, ${ratio.mean.toFixed(2)}`,
        goal: '–',
      },
    ],
    notes: [`Of ${withCode} pictures with a code Readout reads ${found.readout}, zxing-wasm ${found.zxing}.`],
  };
}
