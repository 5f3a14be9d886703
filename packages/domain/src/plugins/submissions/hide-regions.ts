import type { Barcode, JsonValue, Line, Quad, ReaderInput, Word } from '@readout/plugin-kit';
import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { HiddenParts, HiddenRegion } from './rules.ts';

/** Shorter words are in too many places to say anything. */
const leastWordLength = 3;

export interface Redacted {
  input: ReaderInput;
  expected: ExpectedRecord[];
  hidden: Pick<HiddenParts, 'lines' | 'barcodes' | 'fields'>;
  /** Every word that was taken out and stands nowhere in what is left of the reading, folded. */
  hiddenWords: string[];
  /** Words that were taken out in one place and still stand in another, as they are printed. */
  repeated: { word: string; where: string }[];
}

/**
 * A fixture without everything that lies under the regions, however little of it: words, barcodes, lines without words,
 * and the expected values that were seen there or say what is hidden. A line that keeps words is written anew of those.
 */
export function hideRegions(
  { input, expected }: { input: ReaderInput; expected: ExpectedRecord[] },
  regions: readonly HiddenRegion[],
): Redacted {
  // A file may say what the regions hide.
  const { files: _, ...reading } = input.reading;
  const touched = new Set<string>();
  const taken: string[] = [];
  const lines = reading.lines.flatMap((line) => {
    const { kept, gone } = splitLine(line, regions);
    if (gone.length === 0 && kept) return [line];
    touched.add(line.id);
    taken.push(...gone);
    return kept ? [kept] : [];
  });
  const barcodes = reading.barcodes.filter((barcode) => {
    if (!isUnder(barcode.box, regions)) return true;
    touched.add(barcode.id);
    taken.push(barcode.text);
    return false;
  });
  const left = new Set([...lines, ...barcodes].flatMap(({ text }) => wordsOf(text)));
  const gone = [...new Set(taken.flatMap(wordsOf))];
  const hiddenWords = gone.filter((word) => !left.has(word));
  const fields = new Set<string>();
  const records = expected.flatMap((record) => {
    const kept = Object.entries(record.fields).filter(([name, field]) => {
      const { value, ambiguous = [] } = field;
      const isHidden = field.seen.some((id) => touched.has(id)) || says([value, ...ambiguous], hiddenWords);
      if (isHidden) fields.add(name);
      return !isHidden;
    });
    if (kept.length === 0 && Object.keys(record.fields).length > 0) return [];
    return [{ ...record, fields: Object.fromEntries(kept) }];
  });
  return {
    input: { ...input, reading: { ...reading, lines, barcodes } },
    expected: records,
    hidden: {
      lines: reading.lines.filter(({ id }) => touched.has(id)).length,
      barcodes: reading.barcodes.length - barcodes.length,
      fields: [...fields],
    },
    hiddenWords,
    repeated: repeatedIn(gone, lines, barcodes),
  };
}

/** Which of the words a text says, wherever in it. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const said = new Set(wordsOf(text));
  return words.filter((word) => said.has(word));
}

function splitLine(line: Line, regions: readonly HiddenRegion[]): { kept?: Line; gone: string[] } {
  if (!isUnder(line.box, regions) && !line.words.some(({ box }) => isUnder(box, regions)))
    return { kept: line, gone: [] };
  const words = line.words.filter(({ box }) => !isUnder(box, regions));
  // What lies there is none of its words: nobody knows which part of the line it is.
  const isPart = words.length > 0 && words.length < line.words.length;
  if (!isPart) return { gone: [line.text, ...line.words.map(({ text }) => text)] };
  const gone = line.words.filter((word) => !words.includes(word)).map(({ text }) => text);
  return {
    kept: { ...line, text: words.map(({ text }) => text).join(' '), box: around(words), words },
    gone,
  };
}

/** From the first word's left to the last one's right, as the line reads. */
function around(words: readonly Word[]): Quad {
  const [first, last] = [words[0]!.box, words.at(-1)!.box];
  return [first[0], last[1], last[2], first[3]];
}

const isUnder = (box: Quad, regions: readonly HiddenRegion[]): boolean =>
  regions.some((region) => overlaps(box, region));

/** Whether a quad and a rectangle share a point; by separating axes of both. */
function overlaps(box: Quad, { x, y, width, height }: HiddenRegion): boolean {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const;
  const axes = [[1, 0], [0, 1], ...box.map((from, index) => normal(from, box[(index + 1) % 4]!))] as const;
  return axes.every((axis) => {
    const [a, b] = [spanOf(box, axis), spanOf(corners, axis)];
    return a.most >= b.least && b.most >= a.least;
  });
}

const normal = (from: readonly [number, number], to: readonly [number, number]) =>
  [from[1] - to[1], to[0] - from[0]] as const;

function spanOf(points: readonly (readonly [number, number])[], [ax, ay]: readonly [number, number]) {
  const along = points.map(([x, y]) => x * ax + y * ay);
  return { least: Math.min(...along), most: Math.max(...along) };
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => word.length >= leastWordLength);
}

/** Whether a value says one of the words, also run together (`4006381333931` of `4006 381 333931`). */
function says(value: JsonValue, words: readonly string[]): boolean {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    if (wordsIn(text, words).length > 0) return true;
    const joined = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
    return words.some((word) => word.length > leastWordLength && joined.includes(word));
  }
  if (Array.isArray(value)) return value.some((item) => says(item, words));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([key, item]) => wordsIn(key, words).length > 0 || says(item, words));
  return false;
}

function repeatedIn(words: readonly string[], lines: readonly Line[], barcodes: readonly Barcode[]) {
  return words.flatMap((word) => {
    const place = [...lines, ...barcodes].find(({ text }) => wordsIn(text, [word]).length > 0);
    return place ? [{ word, where: `“${place.text.slice(0, 60)}”` }] : [];
  });
}
