import type { RgbaImage } from '../image.ts';
import {
  placeInQuad,
  quadCentre,
  quadContains,
  quadHeight,
  quadsOverlap,
  shareAlong,
} from '../layout/quad-place.ts';
import type { Line, Quad } from '../reading.ts';
import type { Infer } from './infer.ts';
import { type InkPatch, inkBeside, placeBeside } from './ink-beside.ts';
import { type RecognisedLine, recogniseLines } from './recognise-lines.ts';
import type { Recognisers } from './recognisers.ts';
import { signBefore } from './sign-before.ts';

/** A page of more lines than this shows no instrument. */
const mostLines = 20;
/** Rows of digits looked beside: the tallest. */
const mostLooked = 4;
/** Digits of an instrument are at least this much taller than the usual line beside them. */
const outstanding = 1.4;
const digitsOnly = /^[-−–+]?\s?\d[\d\s.,]*$/;
/** The same with a unit of a few letters, which may be as tall as the digits. */
const measured = /^[-−–+]?\s?\d[\d\s.,]*[°º%µΩ\p{L}/²³]{0,6}$/u;
const hasSign = /^[-−–+]/;

/**
 * Looks again beside the large digits of a picture of few lines, where the detector finds nothing: for the sign before them
 * and the small unit behind them. A sign that is seen, and was not read, is put before the digits; one that may be there makes
 * them doubtful. A unit that was read by itself and with doubt is read again together with its digits.
 *
 * @returns the lines, and what was found beside them.
 */
export async function lookBesideDigits(
  image: RgbaImage,
  lines: readonly Line[],
  infer: Infer,
  recognisers: Recognisers,
  toLine: (line: RecognisedLine) => Line,
): Promise<Line[]> {
  const looked = digitsOf(lines);
  const places = looked.flatMap((digits) => {
    const quad = unitPlace(image, digits, lines);
    return quad ? [{ digits, quad }] : [];
  });
  const alone = await recogniseLines(image, places, infer, recognisers);
  const beside = places.map(({ digits, quad }, at): Beside => {
    const unit = alone[at]!;
    return { digits, place: quad, unit: isUnit(unit) ? toLine(unit) : undefined };
  });
  const nearby = (lines.length > fewLines ? looked : lines).flatMap((digits): Beside[] => {
    const unit = shortLineBehind(digits, lines);
    return unit ? [{ digits, place: unit.box, unit }] : [];
  });
  const again = [...beside, ...nearby].filter(isDoubtful).slice(0, mostLooked);
  const together = await recogniseLines(
    image,
    again.map(({ digits, place }) => ({ quad: withPlace(digits.box, place) })),
    infer,
    recognisers,
  );
  const whole = new Map<Line, Line>();
  const gone = new Set<Line>();
  for (const [at, { digits, unit }] of again.entries()) {
    const line = toLine(together[at]!);
    if (!saysMore(line, digits, unit)) continue;
    whole.set(digits, line);
    if (unit) gone.add(unit);
  }
  const units = beside.flatMap(({ unit }) => unit ?? []);
  return [...lines, ...units]
    .filter((line) => !gone.has(line))
    .map((line) => {
      const found = whole.get(line) ?? line;
      return looked.includes(line) ? withSign(image, found, lines) : found;
    });
}

/** Digits, and where a unit stands behind them; `unit`: what that says by itself. */
interface Beside {
  digits: Line;
  place: Quad;
  unit: Line | undefined;
}

/** A picture of at most so many lines shows an instrument, however tall its digits are. */
const fewLines = 4;
/** Longest text that may be a unit read badly. */
const mostUnitLetters = 4;
/** The confidence from which a unit of several letters needs no second look: few letters say little. */
const sureUnit = 0.9;
const sayingLittle = 1;
/** What digits and their unit have to be read with together. */
const leastTogether = 0.8;
const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const isDoubtful = ({ digits, unit }: Beside): boolean =>
  // What decodes segments reads no letters.
  digits.recogniser !== 'segments' &&
  (!unit || unit.confidence < sureUnit || withoutSpaces(unit.text).length <= sayingLittle);

/** Whether one line has the same digits, and behind them a unit that says at least as much as by itself. */
function saysMore(whole: Line, digits: Line, unit: Line | undefined): boolean {
  const [figures, text] = [withoutSpaces(digits.text), withoutSpaces(whole.text)];
  if (whole.confidence < leastTogether || !text.startsWith(figures)) return false;
  const behind = text.slice(figures.length);
  return (
    (unitLike.test(behind) || roundUnit.test(behind)) &&
    (!unit || unit.confidence < sureUnit || behind.length > unit.text.length)
  );
}

/** The one short line without a figure close behind digits. */
function shortLineBehind(digits: Line, lines: readonly Line[]): Line | undefined {
  if (!digitsOnly.test(digits.text.trim())) return undefined;
  const region = placeBeside(digits.box, 'behind', { near: 0, far: unitReach, top: 0, bottom: 1 });
  const [behind, another] = lines.filter(
    (line) => line !== digits && quadContains(region, quadCentre(line.box)),
  );
  if (!behind || another) return undefined;
  return behind.text.length <= mostUnitLetters && !/\d/.test(behind.text) ? behind : undefined;
}

/** The place of digits, as far as their unit goes, whichever way round that was read. */
function withPlace(digits: Quad, unit: Quad): Quad {
  const end = Math.max(...unit.map((point) => shareAlong(digits, point)));
  return [digits[0], placeInQuad(digits, end, 0), placeInQuad(digits, end, 1), digits[3]];
}

function digitsOf(lines: readonly Line[]): Line[] {
  if (lines.length > mostLines) return [];
  const heights = lines.map(({ box }) => quadHeight(box)).sort((a, b) => a - b);
  const isOutstanding = (line: Line): boolean => {
    const others = heights.filter((height) => height !== quadHeight(line.box));
    const usual = others[(others.length - 1) >> 1] ?? 0;
    return line.recogniser === 'segments' || quadHeight(line.box) >= outstanding * usual;
  };
  return lines
    .filter((line) => measured.test(line.text.trim()) && isOutstanding(line))
    .sort((a, b) => quadHeight(b.box) - quadHeight(a.box))
    .slice(0, mostLooked);
}

/** How far behind digits a unit stands and how large it is, in their heights. */
const unitReach = 1.9;
const unitInwards = 0.3;
const leastUnit = 0.12;
const mostUnit = 0.85;
/** Widest gap inside a unit, in its own heights, and what is shown around it. */
const unitGap = 0.6;
const unitMargin = 0.25;
/** Room behind a unit in which another letter of it would be seen, in its own heights. */
const roomBehind = 1.5;
const leastUnitConfidence = 0.55;

/** Where something like a unit stands behind digits, unless a line was read there. */
function unitPlace(image: RgbaImage, { box, text }: Line, lines: readonly Line[]): Quad | undefined {
  if (!digitsOnly.test(text.trim())) return undefined;
  const region = placeBeside(box, 'behind', { near: 0, far: unitReach, top: -0.3, bottom: 1.3 });
  if (lines.some((line) => quadContains(region, quadCentre(line.box)))) return undefined;
  // The box of digits may reach into the unit; a segment of the last digit has others close to it,
  // and hardly reaches out of the box.
  const patches = inkBeside(image, box, 'behind', { outwards: unitReach, inwards: unitInwards }).filter(
    ({ strength, near, far, isFree }) => strength >= 0.5 && (far >= -near || isFree),
  );
  const start = patches.findIndex(({ top, bottom }) => bottom - top >= leastUnit && bottom - top <= mostUnit);
  const first = patches[start];
  if (!first) return undefined;
  // A degree sign or a raised figure is smaller than the letter it belongs to.
  const tallest = Math.max(...patches.map(({ top, bottom }) => Math.min(mostUnit, bottom - top)));
  const unit = { ...first };
  for (const patch of patches.slice(start + 1)) {
    if (patch.near - unit.far > unitGap * tallest || patch.bottom - patch.top > mostUnit) break;
    unit.far = Math.max(unit.far, patch.far);
    unit.top = Math.min(unit.top, patch.top);
    unit.bottom = Math.max(unit.bottom, patch.bottom);
  }
  if (!hasRoomBehind(image, box, unit)) return undefined;
  const margin = unitMargin * (unit.bottom - unit.top);
  const place = placeBeside(box, 'behind', {
    near: unit.near - margin,
    far: unit.far + margin,
    top: unit.top - margin,
    bottom: unit.bottom + margin,
  });
  // The beginning of a unit that was read whole.
  return lines.some((line) => quadsOverlap(line.box, place)) ? undefined : place;
}

/** Whether a unit ends so far before the edge of the picture that no letter of it is cut off there. */
function hasRoomBehind(image: RgbaImage, digits: Quad, { near, far, top, bottom }: InkPatch): boolean {
  const room = { near, far: far + roomBehind * (bottom - top), top, bottom };
  return placeBeside(digits, 'behind', room).every(
    ([x, y]) => x >= 0 && y >= 0 && x <= image.width && y <= image.height,
  );
}

/** Letters and signs that units are written with; nothing else is looked for here. */
const unitLike = /^[°º%‰]?[\p{L}µΩ%‰°℃℉][\p{L}µΩ°²³0-9/%·.-]{0,7}$/u;

/** `°C` as it is read in small type. */
const roundUnit = /^°[0O]$/;

const isUnit = ({ decoded, confidence }: RecognisedLine): boolean =>
  confidence >= leastUnitConfidence && unitLike.test(decoded.glyphs.map(({ text }) => text).join(''));

/** What a sign that only this look has seen is worth, and digits before which there may be one. */
const signConfidence = 0.7;
const doubtful = 0.45;

function withSign(image: RgbaImage, line: Line, lines: readonly Line[]): Line {
  if (hasSign.test(line.text)) return line;
  const sign = signBefore(image, line.box);
  // A dash that belongs to a line of text of its own is no sign.
  if (!sign || lines.some((other) => other !== line && quadContains(other.box, quadCentre(sign.place))))
    return line;
  return sign.isSure ? signed(line, sign.place) : doubted(line);
}

function signed(line: Line, place: Quad): Line {
  const [first, ...rest] = line.words;
  const box: Quad = [place[0], line.box[1], line.box[2], place[3]];
  const words = first
    ? [
        {
          text: `-${first.text}`,
          box: [place[0], first.box[1], first.box[2], place[3]] as Quad,
          confidence: Math.min(signConfidence, first.confidence),
        },
        ...rest,
      ]
    : line.words;
  return {
    ...line,
    text: `-${line.text}`,
    box: box.map(([x, y]) => [Math.round(10 * x) / 10, Math.round(10 * y) / 10]) as Quad,
    confidence: Math.min(signConfidence, line.confidence),
    words,
    characterConfidences: [signConfidence, ...line.characterConfidences],
  };
}

function doubted(line: Line): Line {
  const limited = (confidence: number): number => Math.min(doubtful, confidence);
  return {
    ...line,
    confidence: limited(line.confidence),
    words: line.words.map((word) => ({ ...word, confidence: limited(word.confidence) })),
    characterConfidences: line.characterConfidences.map(limited),
  };
}
