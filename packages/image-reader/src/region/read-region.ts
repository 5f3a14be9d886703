import type { RgbaImage } from '../image.ts';
import type { Line, Quad, Word } from '../reading.ts';
import { resampleToPlanes } from '../text/resample.ts';
import { cutPart, type Part } from '../text/rest-of-page.ts';

/** Upright rectangle on a page, pixels; fractions are allowed. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What was read in a region. */
export interface RegionReading {
  /** The words that lie in the region, in pixels of the page: a line of which only a part does is no more than that part. */
  lines: Line[];
  /** How many times larger than it is on the page it was read. */
  enlarged: number;
}

/** What is read around the region, as wide as its shorter side: letters stand free, and a word that is cut in half is read whole. */
const margins = { least: 24, most: 240 };
/** Tried in turn: what is read for sure is not read a second time. */
const scales = [2, 4] as const;
/** Pixels that are read at once; a region of more is read as it is. */
const mostPixels = 4_000_000;
/** Confidence from which on nothing better is looked for. */
const sure = 0.9;
/** Share of a word that lies in the region, along the line and across it. */
const leastShare = 1 / 3;

/**
 * Reads a region of a page by itself, larger than with the page around it.
 * @param read reads all text of a picture
 */
export async function readRegion(
  image: RgbaImage,
  region: Region,
  read: (image: RgbaImage) => Promise<Line[]>,
): Promise<RegionReading> {
  const part = around(image, region);
  const cut = cutPart(image, part);
  let best: RegionReading = { lines: [], enlarged: 1 };
  const fitting = scales.filter((scale) => part.width * part.height * scale ** 2 <= mostPixels);
  for (const scale of fitting.length > 0 ? fitting : [1]) {
    const found = await read(enlarge(cut, scale));
    const lines = joined(found.flatMap((line) => within(moved(line, part, scale), region) ?? []));
    if (worth(lines) > worth(best.lines)) best = { lines, enlarged: scale };
    if (lines.length > 0 && lines.every(({ confidence }) => confidence >= sure)) break;
  }
  return { ...best, lines: numbered(best.lines) };
}

/** Of a page whose lines are known beyond doubt. */
export const linesIn = (lines: readonly Line[], region: Region): RegionReading => ({
  lines: numbered(joined(lines.flatMap((line) => within(line, region) ?? []))),
  enlarged: 1,
});

const numbered = (lines: readonly Line[]): Line[] =>
  lines.map((line, index) => ({ ...line, id: `l${index}` }));

const worth = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);

function around({ width, height }: RgbaImage, region: Region): Part {
  const shorter = Math.round(Math.min(region.width, region.height));
  const margin = Math.min(margins.most, Math.max(margins.least, shorter));
  const left = Math.max(0, Math.floor(region.x) - margin);
  const top = Math.max(0, Math.floor(region.y) - margin);
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(region.x + region.width) + margin) - left,
    height: Math.min(height, Math.ceil(region.y + region.height) + margin) - top,
  };
}

function enlarge(image: RgbaImage, scale: number): RgbaImage {
  if (scale === 1) return image;
  const [width, height] = [image.width * scale, image.height * scale];
  const pixels = width * height;
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const planes = resampleToPlanes(image, whole, { width, height }, [1, 1, 1], [0, 0, 0]);
  const data = new Uint8ClampedArray(4 * pixels);
  for (let at = 0; at < pixels; at++) {
    // Planes come blue first.
    data[4 * at] = planes[2 * pixels + at] as number;
    data[4 * at + 1] = planes[pixels + at] as number;
    data[4 * at + 2] = planes[at] as number;
    data[4 * at + 3] = 255;
  }
  return { width, height, data };
}

function moved(line: Line, { x, y }: Part, scale: number): Line {
  const onPage = (box: Quad): Quad =>
    box.map(([px, py]) => [
      Math.round(10 * (px / scale + x)) / 10,
      Math.round(10 * (py / scale + y)) / 10,
    ]) as Quad;
  return {
    ...line,
    box: onPage(line.box),
    words: line.words.map((word) => ({ ...word, box: onPage(word.box) })),
  };
}

/** The part of a line that is in the region. */
function within(line: Line, region: Region): Line | undefined {
  if (line.words.length === 0) return isIn(line.box, region) ? line : undefined;
  const words = line.words.filter(({ box }) => isIn(box, region));
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return undefined;
  if (words.length === line.words.length) return line;
  return {
    ...line,
    words,
    text: words.map(({ text }) => text).join(' '),
    box: [first.box[0], last.box[1], last.box[2], first.box[3]],
    confidence: meanOf(words),
    characterConfidences: words.flatMap(({ text, confidence }, index) =>
      new Array<number>(text.length + (index > 0 ? 1 : 0)).fill(confidence),
    ),
  };
}

/** Widest gap between words of a line, in heights of it. */
const widestGap = 1.2;

/** Larger than on its page, a line comes in pieces where its words stand far apart: those of one line, from left to right. */
function joined(lines: readonly Line[]): Line[] {
  const ends = ({ box }: Line) => {
    const [xs, ys] = [box.map(([x]) => x), box.map(([, y]) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const rows: Line[] = [];
  for (const line of lines.toSorted((a, b) => ends(a).left - ends(b).left)) {
    const { left, top, bottom } = ends(line);
    const before = rows.findIndex((row) => {
      const other = ends(row);
      const height = Math.min(bottom - top, other.bottom - other.top);
      const shared = Math.min(bottom, other.bottom) - Math.max(top, other.top);
      const gap = left - other.right;
      return shared >= 0.6 * height && gap >= -0.3 * height && gap <= widestGap * height;
    });
    if (before < 0) rows.push(line);
    else rows[before] = asOne(rows[before]!, line);
  }
  return rows.sort((a, b) => {
    const [one, other] = [ends(a), ends(b)];
    const isBeside =
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > (one.bottom - one.top) / 2;
    return isBeside ? one.left - other.left : one.top - other.top;
  });
}

function asOne(one: Line, next: Line): Line {
  const length = one.text.length + next.text.length;
  const confidence = (one.confidence * one.text.length + next.confidence * next.text.length) / length;
  return {
    ...one,
    text: `${one.text} ${next.text}`,
    confidence,
    box: [one.box[0], next.box[1], next.box[2], one.box[3]],
    words: [one, next].flatMap(({ words, text, confidence, box }) =>
      words.length > 0 ? words : [{ text, confidence, box }],
    ),
    characterConfidences: [...one.characterConfidences, confidence, ...next.characterConfidences],
  };
}

const meanOf = (words: readonly Word[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

function isIn(box: Quad, { x, y, width, height }: Region): boolean {
  const isMeant = (ends: readonly number[], from: number, length: number): boolean => {
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const shared = Math.min(most, from + length) - Math.max(least, from);
    return shared > 0 && shared >= leastShare * Math.min(most - least, length);
  };
  return (
    isMeant(
      box.map(([px]) => px),
      x,
      width,
    ) &&
    isMeant(
      box.map(([, py]) => py),
      y,
      height,
    )
  );
}
