/**
 * Gauges of a screen, read as a watch reads them once a second: how many of their values are right, wrong, or said to be
 * unreadable. `npm run bench -- gauges [--samples 200] [--verbose]`.
 */
import { parseArgs } from 'node:util';
import { createImageReader, type ImageReader } from '@readout/image-reader/node';
import sharp from 'sharp';
import { readRegion } from '../../apps/web/app/watch/read-region.ts';
import { writeResults } from '../results-file.ts';
import { courseOf, type Gauge, gauges } from './draw.ts';

const { values: args } = parseArgs({
  options: {
    samples: { type: 'string', default: '200' },
    /** Prints what is not right. Writes no results. */
    verbose: { type: 'boolean', default: false },
  },
});
const samples = Number(args.samples);
const firstSeed = 4_001;

type Shown = Awaited<ReturnType<Gauge['draw']>>;

/** As `enlarged` of the watch prepares a region for the reader of text, with the filter of a browser's canvas. */
async function enlarged({ data, width, height }: Shown): Promise<Uint8Array> {
  const scale = Math.max(1, Math.min(4, 64 / height));
  const [red = 0, green = 0, blue = 0] = data;
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'mitchell' })
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: { r: red, g: green, b: blue } })
    .png()
    .toBuffer();
}

/** What a watch would keep; null where it says that it cannot read. */
async function readValue(shown: Shown, { reads }: Gauge, reader: ImageReader): Promise<number | null> {
  const { value, problem, text } = await readRegion(shown, reads, async (pixels) => {
    asked++;
    const { reading } = await reader.read(await enlarged(pixels), { only: 'text', languages: ['en'] });
    return {
      text: reading.lines.map((line) => line.text).join('\n') || null,
      confidence: Math.min(1, ...reading.lines.map((line) => line.confidence)),
    };
  });
  if (args.verbose && problem) console.log(JSON.stringify(text), problem);
  return problem ? null : (value ?? null);
}

const reader = await createImageReader();
/** Samples of a gauge for which the reader of text was asked. */
let asked = 0;
const rows: {
  gauge: string;
  samples: number;
  right: number;
  wrong: number;
  unread: number;
  asked: number;
}[] = [];
for (const [at, gauge] of gauges.entries()) {
  const row = { gauge: gauge.name, samples, right: 0, wrong: 0, unread: 0, asked: 0 };
  asked = 0;
  for (const shown of courseOf(gauge, samples, firstSeed + at)) {
    const value = await readValue(await gauge.draw(shown), gauge, reader);
    if (value === null) row.unread++;
    else if (value === shown) row.right++;
    else row.wrong++;
    if (args.verbose && value !== shown) console.log(`${gauge.name}: ${value} for ${shown}`);
  }
  row.asked = asked;
  rows.push(row);
  console.log(JSON.stringify(row));
}
await reader.close();

const all = rows.reduce(
  (sum, { right, wrong, unread, asked }) => ({
    right: sum.right + right,
    wrong: sum.wrong + wrong,
    unread: sum.unread + unread,
    asked: sum.asked + asked,
  }),
  { right: 0, wrong: 0, unread: 0, asked: 0 },
);
const share = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)}%`;
const table = [
  '| gauge | samples | right | wrong | unreadable | text reader asked |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
  ...[...rows, { gauge: '**all**', samples: samples * rows.length, ...all }].map(
    (row) =>
      `| ${row.gauge} | ${row.samples} | ${row.right} (${share(row.right, row.samples)}) | ${row.wrong} | ${row.unread} | ${row.asked} |`,
  ),
  '',
  'Regions of a screen, drawn; type of 18 to 28 pixels, digits of segments of 30 to 90. Goal: 99% right, none wrong.',
];
if (!args.verbose)
  await writeResults('gauges', 'Gauges of a screen, read once a second', { rows }, table.join('\n'));
process.exit(0);
