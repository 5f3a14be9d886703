import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import type { Alphabet } from './alphabet.ts';
import { combineReadings } from './combine-readings.ts';
import { cropLine, type LineCrop, turnCrop } from './crop-line.ts';
import { type DecodedLine, decodeCtc, type LineScores } from './ctc.ts';
import type { Infer, ModelName, Tensor } from './infer.ts';
import { latinClasses, makeLatinAlphabet } from './latin-alphabet.ts';
import type { Recogniser, Recognisers } from './recognisers.ts';
import type { LinePlace } from './rotated-rect.ts';

/** Rows the recogniser was trained with. */
export const lineHeight = 48;
/** Columns of a crop that make one time step. */
export const columnsPerStep = 8;

const maxLineWidth = 3200;
/** Columns of all crops of one batch together; bounds the memory of one run. */
const maxBatchColumns = 2560;
const maxBatchLines = 8;
/** Batches that wait or run while the next one is put together. */
const mostRunning = 2;

export interface RecognisedLine extends LinePlace {
  decoded: DecodedLine;
  /** Mean of the character confidences; 0 for nothing. */
  confidence: number;
  /** What read it. */
  recogniser: Recogniser;
  /** The straightened picture it was read from. */
  crop: LineCrop;
}

/** A quad's straightened crop at the recogniser's height. */
export function cropForRecognition(image: RgbaImage, quad: Quad, bend?: Point): LineCrop {
  const [a, b, c, d] = quad;
  const across = (Math.hypot(d[0] - a[0], d[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1])) / 2;
  const along = (Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - d[0], c[1] - d[1])) / 2;
  const width = Math.round((along / Math.max(1, across)) * lineHeight);
  const columns = Math.max(columnsPerStep, Math.min(maxLineWidth, width));
  let planes: Float32Array | undefined;
  return {
    width: columns,
    height: lineHeight,
    // Cut when it is first looked at: the lines before it are recognised meanwhile.
    get planes() {
      planes ??= cropLine(image, quad, columns, lineHeight, bend).planes;
      return planes;
    },
  };
}

/** Widths come in steps that grow with the width, so that the runtime meets few different shapes. */
export function paddedWidth(width: number): number {
  const step = width <= 320 ? 32 : width <= 960 ? 64 : 128;
  return Math.ceil(Math.max(64, width) / step) * step;
}

/** Recognises crops; results come in the order of the crops. */
export const recogniseCrops = (
  crops: readonly LineCrop[],
  infer: Infer,
  alphabet: Alphabet,
  model: ModelName,
): Promise<DecodedLine[]> => scoreCrops(crops, infer, (scores) => decodeLine(scores, alphabet), model);

/** The second end's alphabet beside each of the first's. */
const latinBeside = new WeakMap<Alphabet, Alphabet>();

function latinOf(alphabet: Alphabet): Alphabet {
  const known = latinBeside.get(alphabet);
  if (known) return known;
  const latin = makeLatinAlphabet(alphabet.expected);
  latinBeside.set(alphabet, latin);
  return latin;
}

/** What both networks of a recogniser read, as one; another recogniser has the first alone. */
function decodeLine(scores: LineScores, alphabet: Alphabet): DecodedLine {
  const line = decodeCtc(scores, alphabet);
  if (scores.stride !== alphabet.classes + latinClasses) return line;
  const second = decodeCtc({ ...scores, start: scores.start + alphabet.classes }, latinOf(alphabet));
  return combineReadings(line, second, alphabet.expected);
}

/**
 * Gives the recogniser crops in batches of like width; results come in the order of the crops.
 *
 * @param take what is to be made of what comes out for one of them.
 * @param model the recogniser that is asked.
 */
export async function scoreCrops<T>(
  crops: readonly LineCrop[],
  infer: Infer,
  take: (scores: LineScores) => T,
  model: ModelName,
): Promise<T[]> {
  const order = crops
    .map((_, i) => i)
    .sort((a, b) => (crops[a] as LineCrop).width - (crops[b] as LineCrop).width || a - b);
  const results = new Array<T>(crops.length);
  const takeAll = ({ data, dims }: Tensor, batch: readonly number[]): void => {
    const [, all, stride] = dims as [number, number, number];
    batch.forEach((index, n) => {
      // The rest is padding.
      const steps = Math.min(all, Math.ceil((crops[index] as LineCrop).width / columnsPerStep) + 1);
      results[index] = take({ data, start: n * all * stride, stride, steps });
    });
  };
  const running: { output: Promise<Tensor>; batch: readonly number[] }[] = [];
  const takeFirst = async (): Promise<void> => {
    const first = running[0];
    if (!first) return;
    const output = await first.output;
    running.shift();
    takeAll(output, first.batch);
  };
  let next = 0;
  while (next < order.length) {
    const width = paddedWidth((crops[order[next] as number] as LineCrop).width);
    const batch: number[] = [];
    while (next < order.length && batch.length < maxBatchLines) {
      const index = order[next] as number;
      if (paddedWidth((crops[index] as LineCrop).width) !== width) break;
      if (batch.length > 0 && (batch.length + 1) * width > maxBatchColumns) break;
      batch.push(index);
      next++;
    }
    const data = batchOf(
      batch.map((index) => crops[index] as LineCrop),
      width,
    );
    if (running.length === mostRunning) await takeFirst();
    const output = infer(model, { data, dims: [batch.length, 3, lineHeight, width] });
    // The caller that waits for it hears of a failure; those behind it are not waited for then.
    output.catch(() => {});
    running.push({ output, batch });
  }
  while (running.length > 0) await takeFirst();
  return results;
}

/** Crops beside one another as the recogniser takes them in. */
function batchOf(crops: readonly LineCrop[], width: number): Float32Array {
  const size = lineHeight * width;
  const data = new Float32Array(crops.length * 3 * size);
  crops.forEach((crop, n) => {
    const { planes } = crop;
    for (let row = 0; row < 3 * lineHeight; row++) {
      const from = row * crop.width;
      const to = n * 3 * size + row * width;
      for (let x = 0; x < crop.width; x++) data[to + x] = (planes[from + x] as number) / 127.5 - 1;
    }
  });
  return data;
}

export function meanConfidence(decoded: DecodedLine): number {
  if (decoded.glyphs.length === 0) return 0;
  return decoded.glyphs.reduce((sum, g) => sum + g.confidence, 0) / decoded.glyphs.length;
}

/** Text read upside down, or by a recogniser of another script, scores visibly lower; below this others are tried. */
const doubtful = 0.75;
/** What another way of reading has to score more, to be taken for the right one. */
const clearly = 0.15;

const turnQuad = ([a, b, c, d]: Quad): Quad => [c, d, a, b];

interface CropReading {
  decoded: DecodedLine;
  confidence: number;
  recogniser: Recogniser;
}

/**
 * Recognises the text at places of a picture. Lines that come out doubtful are read a second time turned by half a turn; the
 * better reading stays, and its quad is turned with it.
 */
export async function recogniseLines(
  image: RgbaImage,
  places: readonly LinePlace[],
  infer: Infer,
  recognisers: Recognisers,
): Promise<RecognisedLine[]> {
  const crops = places.map(({ quad, bend }) => cropForRecognition(image, quad, bend));
  const read = await readCrops(crops, infer, recognisers);
  const lines = crops.map(
    (crop, i): RecognisedLine => ({
      ...(read[i] as CropReading),
      ...(places[i] as LinePlace),
      crop,
    }),
  );
  const retry = lines.flatMap((line, i) => (line.confidence < doubtful ? [i] : []));
  const turned = retry.map((i) => turnCrop(crops[i] as LineCrop));
  const again = await readCrops(turned, infer, recognisers);
  retry.forEach((i, k) => {
    const line = lines[i] as RecognisedLine;
    const other = again[k] as CropReading;
    if (!isClearlyBetter(other, line)) return;
    lines[i] = { ...other, quad: turnQuad(line.quad), bend: line.bend, crop: turned[k] as LineCrop };
  });
  return lines;
}

const isClearlyBetter = (other: CropReading, one: Pick<CropReading, 'confidence'>): boolean =>
  other.confidence >= one.confidence + clearly && other.decoded.glyphs.length > 0;

/** Every crop by the recognisers of the languages, the likeliest reading of each; what stays doubtful by the others too. */
async function readCrops(
  crops: readonly LineCrop[],
  infer: Infer,
  { first, others }: Recognisers,
): Promise<CropReading[]> {
  const best: CropReading[] = [];
  for (const [at, recogniser] of first.entries())
    (await readCropsWith(crops, infer, recogniser)).forEach((reading, i) => {
      if (at === 0 || reading.confidence > (best[i] as CropReading).confidence) best[i] = reading;
    });
  for (const recogniser of others) {
    const doubted = best.flatMap(({ confidence }, i) => (confidence < doubtful ? [i] : []));
    const again = await readCropsWith(
      doubted.map((i) => crops[i] as LineCrop),
      infer,
      recogniser,
    );
    doubted.forEach((i, k) => {
      const other = again[k] as CropReading;
      if (isClearlyBetter(other, best[i] as CropReading)) best[i] = other;
    });
  }
  return best;
}

async function readCropsWith(
  crops: readonly LineCrop[],
  infer: Infer,
  recogniser: Recogniser,
): Promise<CropReading[]> {
  const decoded = await recogniseCrops(crops, infer, recogniser.alphabet, recogniser.network);
  return decoded.map((line) => ({ decoded: line, confidence: meanConfidence(line), recogniser }));
}
