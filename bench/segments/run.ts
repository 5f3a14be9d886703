/**
 * Seven-segment displays: how many are read completely, and how many of the readings it is sure of are right, beside the
 * general text recognition on the same pictures. `npm run bench -- segments`.
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
    'without-peers': { type: 'boolean', default: false },
  },
});

interface Display {
  file: string;
  kind: 'meter' | 'pump';
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

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;
const row = (what: string, who: string, each: Score, knowsDoubt = true) =>
  `| ${what} | ${who} | ${each.of} | ${percent(each.digits, each.of)} | ${percent(each.complete, each.of)} | ${
    knowsDoubt
      ? `${percent(each.sure, each.of)} | ${percent(each.sureComplete, each.sure)} (${each.sureComplete} of ${each.sure})`
      : '– | –'
  } |`;

const lines = [
  '| Pictures | Reader | n | digits right | digits and point right | said to be sure | of these completely right |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
];
const figures: Record<string, Score> = {};
function add(what: string, who: string, each: Score, knowsDoubt = true): void {
  figures[`${what}, ${who}`] = each;
  lines.push(row(what, who, each, knowsDoubt));
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

if (!args['without-peers']) {
  const reader = await createImageReader();
  for (const held of [true, false]) {
    const readings = [];
    for (const { value, image } of displays.filter((each) => each.kind === 'meter' && each.held === held)) {
      const { lines: read } = await reader.readImage(image, { only: 'text' });
      const texts = read.map(({ text }) => text.replace(/\s+/gu, ''));
      const whole =
        texts.find((text) => text === value) ??
        texts.find((text) => withoutPoint(text) === withoutPoint(value));
      readings.push({ value, reading: { text: whole ?? '', unsure: true } });
    }
    add(
      `meters, ${held ? 'held-out' : 'development'} half`,
      'general text recognition',
      score(readings),
      false,
    );
  }
  await reader.close();
}

// The label of a pump is its litres, rounded; the picture is a whole photograph in which no region was marked.
const pumps = displays
  .filter(({ kind, held }) => kind === 'pump' && held)
  .map(({ value, image }) => {
    const reading = readSegments(image, { decimals: 2 });
    return { value, reading: { ...reading, text: String(Math.round(Number(reading.text))) } };
  });
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
  'Seven-segment displays',
  { figures, wholePictures, per400x100: { unknown, known } },
  `${lines.join('\n')}

A region of 400 x 100 pixels takes ${unknown.cpuMs.toFixed(1)} ms of processor time (garbage collection counted; ${unknown.leastMs.toFixed(1)} ms wall at best),
${known.cpuMs.toFixed(1)} ms (${known.leastMs.toFixed(1)} ms) where polarity and orientation are known.

No picture of the held-out half was looked at while the decoder was tuned; its totals were printed once before the last rules of
doubt were set on the development half. "Said to be sure" are readings not marked as unsure; the others
carry a reason in words. The general text recognition, which reads large digits again as segments, gives no such mark; a crop
counts as read when any of its lines is the value.

${wholePicturesTable(wholePictures)}`,
);
