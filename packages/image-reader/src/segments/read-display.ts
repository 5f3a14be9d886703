import type { RgbaImage } from '../image.ts';
import { grownQuad, quadHeight, quadLength } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import { cropLine } from '../text/crop-line.ts';
import type { Infer } from '../text/infer.ts';
import { quadSlice } from '../text/rotated-rect.ts';
import { chanceOf, shared } from './display-confidence.ts';
import { displayHeight, displayMargin, displayStride } from './display-network.ts';
import { bestPath, type DisplayPath, type DisplayScores, probabilityOf } from './display-scores.ts';
import { readSegmentsInQuad } from './segments-in-quad.ts';

/** What a display shows. */
export interface DisplayText {
  /** Of `0123456789.-:`. */
  text: string;
  /** Outline of the characters, clockwise from the top left as they read. */
  quad: Quad;
  /** That of the least certain character, 0 to 1. */
  confidence: number;
  /** One for each character, 0 to 1; the least of them is about the share of such readings that are completely right. */
  characterConfidences: number[];
  isUpsideDown: boolean;
  /** Whether the decoder of segments sees the same digits, its doubts aside. */
  isConfirmed: boolean;
}

/** A way to look at a row: what is taken in above and below, and beside it, in heights; and how much it is stretched. */
interface Way {
  over: number;
  beside: number;
  stretch: number;
}

const ways: readonly Way[] = [
  { over: 0, beside: 0.1, stretch: 1 },
  { over: 0.08, beside: 0.3, stretch: 1.15 },
  { over: -0.06, beside: 0, stretch: 1.3 },
  { over: 0.16, beside: 0.5, stretch: 1 },
  { over: 0.04, beside: 0.2, stretch: 0.85 },
  { over: -0.12, beside: 0, stretch: 1 },
];
/** Ways to look along the digits that the decoder of segments found, which are less sure to be all. */
const waysAlong: readonly Way[] = [
  { over: 0.1, beside: 0.3, stretch: 1 },
  { over: 0.2, beside: 0.6, stretch: 1.15 },
  { over: 0.15, beside: 1.2, stretch: 1.1 },
];
/** To see what was cut off a row at its ends, and how clear that has to be. */
const wayBeside: Way = { over: 0.1, beside: 0.9, stretch: 1 };
const clearlyBeside = 0.9;
/** Those that tell whether it stands on its head. */
const turnedWays = ways.slice(0, 3);
/** How much better a display has to read on its head before it is taken to stand so. */
const turnedBetter = 2;
/** Digits that are none on their heads, and the point, which then is above: the others say nothing about it. */
const oneWay = /[347.]/;
const leastWidth = 32;
const mostWidth = 480;
/** Probabilities of one look are taken to this power before they are added, so that one look alone decides little. */
const temper = 0.5;
/** What a point, or none, is worth more where the decoder of segments sees it so among the same digits. */
const decoderOfPoints = 2;
const decoderOfNone = 1.5;
/** What digits are worth more that it sees, too, and what share of the support is enough for one digit more at an end. */
const decoderOfDigits = 2;
const oneMore = 0.7;
/** How much more support digits need, of which the decoder of segments is sure not to see one. */
const clearlyMore = 4;
const leastMore = 0.05;
/** Of characters that only the decoder of segments saw. */
const unseen = 0.5;

/** A row as it was looked at once. */
interface Look {
  scores: DisplayScores;
  path: DisplayPath;
  /** What was taken in of the picture. */
  area: Quad;
  /** Pixels of the crop without its margins. */
  width: number;
}

/**
 * Reads the row of digits in a quad. It is looked at in several ways; what was read in any of them, and what the decoder of
 * segments reads there, is judged by all of them, and the digits with most support are taken.
 *
 * @returns undefined where no digit is seen.
 */
export async function readDisplay(
  image: RgbaImage,
  quad: Quad,
  infer: Infer,
): Promise<DisplayText | undefined> {
  const upright = await readOneWay(image, quad, ways, infer);
  const turned = await readOneWay(image, [quad[2], quad[3], quad[0], quad[1]], turnedWays, infer);
  const isUpsideDown =
    turned !== undefined &&
    (upright === undefined ||
      (oneWay.test(turned.text) &&
        digitsOf(turned.text).length >= digitsOf(upright.text).length &&
        turned.support > turnedBetter * upright.support));
  const narrow = isUpsideDown ? turned : upright;
  if (!narrow) return undefined;
  const chosen = await withCutEnds(image, narrow, infer);
  const { text, outline, characterConfidences, isConfirmed } = chosen;
  return {
    text,
    quad: outline,
    confidence: Math.min(...characterConfidences),
    characterConfidences,
    isUpsideDown,
    isConfirmed,
  };
}

interface Elected {
  text: string;
  /** Mean over all looks of what they give these digits, 0 to 1. */
  support: number;
  characterConfidences: number[];
  outline: Quad;
  isConfirmed: boolean;
}

async function readOneWay(
  image: RgbaImage,
  quad: Quad,
  along: readonly Way[],
  infer: Infer,
): Promise<Elected | undefined> {
  const segments = readSegmentsInQuad(image, quad);
  const areas = along.map((way) => ({ quad, way }));
  if (segments && segments.reading.digits.length > 1)
    areas.push(...waysAlong.map((way) => ({ quad: segments.quad, way })));
  const looks = await lookAt(image, areas, infer);
  const texts = new Set(looks.map(({ path }) => plausible(path.text)));
  if (segments) texts.add(segments.reading.text);
  const supportOf = (text: string): number =>
    looks.reduce((sum, { scores }) => sum + probabilityOf(text, scores) ** temper, 0) / looks.length;
  const candidates = [...texts]
    .filter((text) => /\d/.test(text))
    .map((text) => ({ text, digits: digitsOf(text), support: supportOf(text) }))
    .sort((a, b) => b.support - a.support);
  const worth = ({ support, digits }: (typeof candidates)[number]): number =>
    support *
    (segments && digits.length > 1 && digits === digitsOf(segments.reading.text) ? decoderOfDigits : 1);
  const [first] = candidates.toSorted((a, b) => worth(b) - worth(a));
  if (!first) return undefined;
  // Every digit more costs support, and what is cut off at an end looks like nothing.
  const best =
    candidates.find(
      (each) =>
        each.digits.length === first.digits.length + 1 &&
        (each.digits.startsWith(first.digits) || each.digits.endsWith(first.digits)) &&
        each.support >= oneMore * first.support,
    ) ?? first;
  // The decoder of segments tells when it is not sure; when it is, it hardly misses a digit that the network sees.
  const isSure = segments !== undefined && !segments.reading.unsure;
  const sureOne = isSure ? candidates.find(({ text }) => text === segments.reading.text) : undefined;
  const isMore = sureOne && best.digits.length > sureOne.digits.length;
  const isBelieved =
    sureOne &&
    sureOne.digits.length > 1 &&
    !(isMore && best.support > clearlyMore * sureOne.support + leastMore);
  const digits = isBelieved ? sureOne.digits : best.digits;
  const same = candidates.filter((each) => each.digits === digits);
  // What no look read first may be what most see second: a point in another place, or none.
  for (const text of withPoints(digits))
    if (!texts.has(text)) same.push({ text, digits, support: supportOf(text) });
  // Of its points the decoder is surer than of its digits.
  const weight = ({ text, support }: (typeof same)[number]): number =>
    support * (text === segments?.reading.text ? (text.includes('.') ? decoderOfPoints : decoderOfNone) : 1);
  const { text, support } = same.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  const groups = [...Map.groupBy(candidates, (each) => each.digits).values()].map(
    (some) => some[0]?.support ?? 0,
  );
  const total = groups.reduce((a, b) => a + b, 0);
  const agreement = total === 0 ? 0 : support / total;
  const readers = looks.filter(({ path }) => plausible(path.text) === text);
  const seen = readers.reduce<Look | undefined>(
    (a, b) => (a && Math.min(...a.path.confidences) >= Math.min(...b.path.confidences) ? a : b),
    undefined,
  );
  const isConfirmed = segments !== undefined && digitsOf(segments.reading.text) === digits;
  const chance = chanceOf({
    support,
    agreement,
    isConfirmed,
    isSurelyConfirmed: isConfirmed && isSure,
    isOneDigit: digits.length < 2,
  });
  return {
    text,
    support,
    characterConfidences: shared(chance, seen ? confidencesOf(seen.path) : [...text].map(() => unseen)),
    outline: seen ? outlineOf(seen) : (segments?.quad ?? quad),
    isConfirmed,
  };
}

/** A row with what stood beside it and was not taken for a part of it, such as a minus, if that is as clear as the rest. */
async function withCutEnds(image: RgbaImage, narrow: Elected, infer: Infer): Promise<Elected> {
  const [look] = await lookAt(image, [{ quad: narrow.outline, way: wayBeside }], infer);
  if (!look) return narrow;
  const text = plausible(look.path.text);
  const at = text.indexOf(narrow.text);
  if (at < 0 || text.length === narrow.text.length) return narrow;
  const confidences = confidencesOf(look.path);
  const isPart = (index: number): boolean => index >= at && index < at + narrow.text.length;
  if (confidences.some((confidence, index) => !isPart(index) && confidence < clearlyBeside)) return narrow;
  return {
    ...narrow,
    text,
    outline: outlineOf(look),
    characterConfidences: confidences.map((confidence, index) =>
      isPart(index) ? (narrow.characterConfidences[index - at] as number) : confidence,
    ),
  };
}

/** The digits without a point, and with one in front of the last few. */
const withPoints = (digits: string): string[] =>
  digits.startsWith('-')
    ? [digits]
    : [
        digits,
        ...[1, 2, 3]
          .filter((n) => n < digits.length)
          .map((n) => `${digits.slice(0, -n)}.${digits.slice(-n)}`),
      ];

const digitsOf = (text: string): string => text.replace(/[.:]/g, '');

/** The crops of a picture, and what the network says of each. */
async function lookAt(
  image: RgbaImage,
  areas: readonly { quad: Quad; way: Way }[],
  infer: Infer,
): Promise<Look[]> {
  const crops = areas.map(({ quad, way: { over, beside, stretch } }) => {
    const [along, across] = [Math.max(1, quadLength(quad)), Math.max(1, quadHeight(quad))];
    const area = grownQuad(quad, (beside * across) / along, over);
    const shape = (along + 2 * beside * across) / ((1 + 2 * over) * across);
    const width = Math.round(Math.min(mostWidth, Math.max(leastWidth, shape * displayHeight * stretch)));
    return { area, width, values: normalised(image, area, width) };
  });
  const widest = Math.ceil((Math.max(...crops.map(({ width }) => width)) + 2 * displayMargin) / 8) * 8;
  const data = new Float32Array(crops.length * displayHeight * widest);
  crops.forEach(({ width, values }, n) => {
    for (let y = 0; y < displayHeight; y++)
      data.set(values.subarray(y * width, (y + 1) * width), (n * displayHeight + y) * widest + displayMargin);
  });
  const output = await infer('readDisplays', { data, dims: [crops.length, 1, displayHeight, widest] });
  const [, all = 0, classes = 0] = output.dims;
  return crops.map(({ area, width }, n) => {
    const steps = Math.min(all, Math.ceil((width + 2 * displayMargin) / displayStride));
    const scores = { data: output.data.subarray(n * all * classes, (n + 1) * all * classes), steps, classes };
    return { scores, path: bestPath(scores), area, width };
  });
}

/** Outline of the characters that were told. */
function outlineOf({ path: { text, first, last }, area, width }: Look): Quad {
  const place = (step: number): number =>
    Math.min(1, Math.max(0, (step * displayStride - displayMargin) / width));
  // Steps are where characters were told; each reaches half its distance to the next beyond that.
  const half = Math.max(2, (0.55 * (last - first)) / Math.max(1, text.length - 1));
  return quadSlice(area, place(first - half), place(last + half + 1));
}

/** Grey values with mean 0 and deviation 1. */
function normalised(image: RgbaImage, quad: Quad, width: number): Float32Array {
  const { planes } = cropLine(image, quad, width, displayHeight);
  const size = width * displayHeight;
  const values = new Float32Array(size);
  let sum = 0;
  for (let k = 0; k < size; k++) {
    const value =
      0.114 * (planes[k] as number) +
      0.587 * (planes[size + k] as number) +
      0.299 * (planes[2 * size + k] as number);
    values[k] = value;
    sum += value;
  }
  const mean = sum / size;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const deviation = Math.max(2, Math.sqrt(squares / size));
  for (let k = 0; k < size; k++) values[k] = ((values[k] as number) - mean) / deviation;
  return values;
}

/** What is left of a text as a number has one point, between digits, and only times have colons. */
function plausible(text: string): string {
  if (/^\d{1,2}(:\d{2}){1,2}$/.test(text)) return text;
  const marks = text.replaceAll(':', '.');
  return /^-?\d+(\.\d+)?$/.test(marks) ? marks : marks.replaceAll('.', '').replace(/(?!^)-/g, '');
}

/** Those of the characters that are left. */
function confidencesOf({ text, confidences }: DisplayPath): number[] {
  const left = plausible(text);
  if (left.length === text.length) return confidences;
  return confidences.filter((_, at) => /\d/.test(text[at] as string) || (at === 0 && text[at] === '-'));
}
