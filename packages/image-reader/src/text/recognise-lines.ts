import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import type { Alphabet } from './alphabet.ts';
import { cropLine, type LineCrop, turnCrop } from './crop-line.ts';
import { type DecodedLine, decodeCtc } from './ctc.ts';
import type { Infer } from './infer.ts';

/** Rows the recogniser was trained with. */
export const lineHeight = 48;
/** Columns of a crop that make one time step. */
export const columnsPerStep = 8;

const maxLineWidth = 3200;
/** Columns of all crops of one batch together; bounds the memory of one run. */
const maxBatchColumns = 2560;
const maxBatchLines = 8;

export interface RecognisedLine {
  quad: Quad;
  decoded: DecodedLine;
  /** Mean of the character confidences; 0 for nothing. */
  confidence: number;
  /** The straightened picture it was read from. */
  crop: LineCrop;
}

/** A quad's straightened crop at the recogniser's height. */
export function cropForRecognition(image: RgbaImage, quad: Quad): LineCrop {
  const [a, b, c, d] = quad;
  const across = (Math.hypot(d[0] - a[0], d[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1])) / 2;
  const along = (Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - d[0], c[1] - d[1])) / 2;
  const width = Math.round((along / Math.max(1, across)) * lineHeight);
  return cropLine(image, quad, Math.max(columnsPerStep, Math.min(maxLineWidth, width)), lineHeight);
}

/** Widths come in steps that grow with the width, so that the runtime meets few different shapes. */
function paddedWidth(width: number): number {
  const step = width <= 320 ? 32 : width <= 960 ? 64 : 128;
  return Math.ceil(Math.max(64, width) / step) * step;
}

/** Recognises crops in batches of like width; results come in the order of the crops. */
export async function recogniseCrops(
  crops: readonly LineCrop[],
  infer: Infer,
  alphabet: Alphabet,
): Promise<DecodedLine[]> {
  const order = crops
    .map((_, i) => i)
    .sort((a, b) => (crops[a] as LineCrop).width - (crops[b] as LineCrop).width || a - b);
  const results = new Array<DecodedLine>(crops.length);
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
    const size = lineHeight * width;
    const input = new Float32Array(batch.length * 3 * size);
    batch.forEach((index, n) => {
      const crop = crops[index] as LineCrop;
      for (let row = 0; row < 3 * lineHeight; row++) {
        const from = row * crop.width;
        const to = n * 3 * size + row * width;
        for (let x = 0; x < crop.width; x++) input[to + x] = (crop.planes[from + x] as number) / 127.5 - 1;
      }
    });
    const output = await infer('recognise', { data: input, dims: [batch.length, 3, lineHeight, width] });
    const steps = output.dims[1] as number;
    batch.forEach((index, n) => {
      const used = Math.min(steps, Math.ceil((crops[index] as LineCrop).width / columnsPerStep) + 1);
      results[index] = decodeCtc(output.data, n, steps, used, alphabet);
    });
  }
  return results;
}

export function meanConfidence(decoded: DecodedLine): number {
  if (decoded.glyphs.length === 0) return 0;
  return decoded.glyphs.reduce((sum, g) => sum + g.confidence, 0) / decoded.glyphs.length;
}

/** Text read upside down scores visibly lower than the same text upright; below this the other way is tried. */
const doubtful = 0.75;

const turnQuad = ([a, b, c, d]: Quad): Quad => [c, d, a, b];

/**
 * Recognises the text inside quads. Lines that come out doubtful are read a second time turned by half a turn; the
 * better reading stays, and its quad is turned with it.
 */
export async function recogniseLines(
  image: RgbaImage,
  quads: readonly Quad[],
  infer: Infer,
  alphabet: Alphabet,
): Promise<RecognisedLine[]> {
  const crops = quads.map((quad) => cropForRecognition(image, quad));
  const decoded = await recogniseCrops(crops, infer, alphabet);
  const lines = crops.map((crop, i): RecognisedLine => {
    const line = decoded[i] as DecodedLine;
    return {
      quad: quads[i] as Quad,
      decoded: line,
      confidence: meanConfidence(line),
      crop,
    };
  });
  const retry = lines.flatMap((line, i) => (line.confidence < doubtful ? [i] : []));
  const turned = retry.map((i) => turnCrop(crops[i] as LineCrop));
  const again = await recogniseCrops(turned, infer, alphabet);
  retry.forEach((i, k) => {
    const line = lines[i] as RecognisedLine;
    const other = again[k] as DecodedLine;
    const confidence = meanConfidence(other);
    if (confidence < line.confidence + 0.15 || other.glyphs.length === 0) return;
    lines[i] = {
      quad: turnQuad(line.quad),
      decoded: other,
      confidence,
      crop: turned[k] as LineCrop,
    };
  });
  return lines;
}
