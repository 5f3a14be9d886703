/**
 * Displays: how many are read completely, and how many of the readings it is sure of are right, by the decoder of segments in a
 * marked region and by the whole reader in a whole picture. `npm run bench -- segments`.
 *
 * The photographs are split by the hash of their name; only the development half was looked at while tuning. The networks of the
 * decoder were trained on drawn displays alone.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageReader } from '@readout/image-reader/node';
import { readSegments, type SegmentOptions, type SegmentReading } from '@readout/image-reader/segments';
import sharp from 'sharp';
import { quadHeight, quadLength } from '../../packages/image-reader/src/layout/quad-place.ts';
import type { Quad } from '../../packages/image-reader/src/reading.ts';
import { drawDisplay } from '../../packages/image-reader/src/segments/draw-display.ts';
import { drawRandomDisplay } from '../../packages/image-reader/src/segments/draw-random-display.ts';
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { writeResults } from '../results-file.ts';
import { measureWholePictures, wholePicturesTable } from './whole-pictures.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    /** Prints every reading of the development half, and what goes wrong in whole pictures. */
    verbose: { type: 'boolean', default: false },
  },
});

interface Display {
  file: string;
  kind: 'meter' | 'pump';
  quality?: 'HQ' | 'MQ' | 'LQ';
  value: string;
  held: boolean;
  image: { width: number; height: number; data: Uint8ClampedArray };
}

interface Score {
  of: number;
  digits: number;
  complete: number;
  sure: number;
  sureDigits: number;
  sureComplete: number;
}

const manifest = JSON.parse(await readFile(resolve(args.data, 'sevenseg/manifest.json'), 'utf8')) as Omit<
  Display,
  'held' | 'image'
>[];
const displays: Display[] = [];
for (const entry of manifest) {
  const file = resolve(args.data, 'sevenseg', entry.file);
  const { data, info } = await sharp(file).rotate().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const held = (createHash('sha256').update(basename(entry.file)).digest()[0] as number) % 2 === 1;
  const image = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  displays.push({ ...entry, file, held, image });
}

const withoutPoint = (text: string) => text.replace('.', '');

/** What a profile of the display would say. */
function profileOf(value: string): SegmentOptions {
  return { digits: withoutPoint(value).length, decimals: value.split('.')[1]?.length ?? 0 };
}

function score(readings: { value: string; reading: Pick<SegmentReading, 'text' | 'unsure'> }[]): Score {
  const count = (is: (each: (typeof readings)[number]) => boolean) => readings.filter(is).length;
  const complete = ({ value, reading }: (typeof readings)[number]) => reading.text === value;
  const digits = ({ value, reading }: (typeof readings)[number]) =>
    withoutPoint(reading.text) === withoutPoint(value);
  return {
    of: readings.length,
    digits: count(digits),
    complete: count(complete),
    sure: count(({ reading }) => !reading.unsure),
    sureDigits: count((each) => !each.reading.unsure && digits(each)),
    sureComplete: count((each) => !each.reading.unsure && complete(each)),
  };
}

/** The label of a pump is its litres, rounded; the picture is a whole photograph in which no region was marked. */
function inLitres<T extends Pick<SegmentReading, 'text' | 'unsure'>>(each: { value: string; reading: T }) {
  const litres = each.reading.text === '' ? '' : String(Math.round(Number(each.reading.text)));
  return { value: each.value, reading: { ...each.reading, text: litres } };
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;
const row = (what: string, who: string, each: Score) =>
  `| ${what} | ${who} | ${each.of} | ${percent(each.digits, each.of)} | ${percent(each.complete, each.of)} | ${percent(each.sure, each.of)} | ${percent(each.sureComplete, each.sure)} (${each.sureComplete} of ${each.sure}) |`;

const lines = [
  '| Pictures | Reader | n | digits right | digits and point right | said to be sure | of these completely right |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
];
const figures: Record<string, Score> = {};
function add(what: string, who: string, each: Score): void {
  figures[`${what}, ${who}`] = each;
  lines.push(row(what, who, each));
}

for (const held of [true, false]) {
  const what = `meters, ${held ? 'held-out' : 'development'} half`;
  const meters = displays.filter((display) => display.kind === 'meter' && display.held === held);
  for (const [who, options] of [
    ['segments, nothing known', () => ({})],
    ['segments, digits and decimals known', profileOf],
  ] as const) {
    const readings = meters.map(({ value, image, file }) => ({
      value,
      file,
      reading: readSegments(image, options(value)),
    }));
    if (args.verbose && !held)
      for (const { value, file, reading } of readings)
        console.log(value, reading.text, reading.unsure ? '?' : '!', reading.reason ?? '', basename(file));
    add(what, who, score(readings));
  }
}

/** From this confidence on nobody is asked about a number that was read. */
const sureFrom = 0.75;
const reader = await createImageReader();

/** The largest number of a picture in which nothing was marked. */
async function mainNumber({ image }: Display): Promise<{ reading: Pick<SegmentReading, 'text' | 'unsure'> }> {
  const { lines: read } = await reader.readImage(image, { only: 'text' });
  const areaOf = (box: Quad) => quadLength(box) * quadHeight(box);
  const numbers = read
    .map(({ text, box, confidence }) => ({ text: text.replace(/\s+/gu, ''), area: areaOf(box), confidence }))
    .filter(({ text }) => /^-?\d[\d.,:]*$/.test(text))
    .sort((one, other) => other.area - one.area);
  const [first] = numbers;
  return { reading: { text: first?.text ?? '', unsure: (first?.confidence ?? 0) < sureFrom } };
}

for (const held of [true, false]) {
  const half = held ? 'held-out' : 'development';
  const readAll = async (which: Display[]) => {
    const readings = [];
    for (const display of which) readings.push({ ...display, ...(await mainNumber(display)) });
    if (args.verbose && !held)
      for (const { value, reading, file } of readings)
        console.log(value, reading.text, reading.unsure ? '?' : '!', basename(file));
    return readings;
  };
  const meters = displays.filter((each) => each.kind === 'meter' && each.held === held);
  add(`meters, ${half} half`, 'whole reader', score(await readAll(meters)));
  for (const quality of ['HQ', 'MQ', 'LQ']) {
    const photographs = displays.filter((each) => each.quality === quality && each.held === held);
    const readings = await readAll(photographs);
    add(`pumps ${quality}, ${half} half, whole photographs`, 'whole reader', score(readings.map(inLitres)));
  }
}
await reader.close();

const pumps = displays
  .filter(({ kind, held }) => kind === 'pump' && held)
  .map(({ value, image }) => inLitres({ value, reading: readSegments(image, { decimals: 2 }) }));
add('pumps, held-out half, whole photographs', 'segments', score(pumps));

const wholePictures = await measureWholePictures(args.verbose ? console.log : () => undefined);

const random = seededRandom(4711);
const drawn = Array.from({ length: 300 }, () => drawRandomDisplay(random)).filter(({ cells, drawing }) =>
  cells.every(({ box }) =>
    box.every(([x, y]) => x > -2 && y > -2 && x < drawing.width + 2 && y < drawing.height + 2),
  ),
);
for (const [who, known] of [
  ['segments, nothing known', false],
  ['segments, digits and decimals known', true],
] as const)
  add(
    'drawn displays with glare, blur, shadows',
    who,
    score(
      drawn.map(({ image, drawing }) => ({
        value: drawing.text,
        reading: readSegments(image, known ? profileOf(drawing.text.replace('-', '')) : {}),
      })),
    ),
  );

const regions = drawn.slice(0, 20).map(({ drawing }) => {
  const [across, down] = [400 / drawing.width, 100 / drawing.height];
  const corners = drawing.row.map(([x, y]) => [x * across, y * down]) as typeof drawing.row;
  return drawDisplay({ ...drawing, width: 400, height: 100, row: corners, strokes: [], spots: [] }, random)
    .image;
});
/** Processor time of one reading (the machine may be busy with other things), and the least wall time. */
function timed(options: SegmentOptions): { cpuMs: number; leastMs: number } {
  for (let warm = 0; warm < 5; warm++) for (const region of regions) readSegments(region, options);
  const before = process.cpuUsage();
  let leastMs = Number.POSITIVE_INFINITY;
  const rounds = 10;
  for (let round = 0; round < rounds; round++)
    for (const region of regions) {
      const started = performance.now();
      readSegments(region, options);
      leastMs = Math.min(leastMs, performance.now() - started);
    }
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 / rounds / regions.length, leastMs };
}
const unknown = timed({});
const known = timed({ polarity: 'dark', upsideDown: false });

await writeResults(
  'segments',
  'Displays of devices',
  { figures, wholePictures, per400x100: { unknown, known } },
  `${lines.join('\n')}

A region of 400 x 100 pixels takes ${unknown.cpuMs.toFixed(1)} ms of processor time (garbage collection counted; ${unknown.leastMs.toFixed(1)} ms wall at best),
${known.cpuMs.toFixed(1)} ms (${known.leastMs.toFixed(1)} ms) where polarity and orientation are known.

No picture of the held-out half was looked at while the decoder was tuned; its totals were printed once before the last rules of
doubt were set on the development half. "Said to be sure" are readings not marked as unsure; the others
carry a reason in words. The whole reader is told nothing and finds displays itself; its largest number counts, and is sure from a confidence of ${sureFrom}.

${wholePicturesTable(wholePictures)}`,
);
