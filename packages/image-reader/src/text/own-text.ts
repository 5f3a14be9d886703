/**
 * Text that a PDF carries itself. It is exact where it is true, but a file can say one thing and show another: text that is
 * not drawn, lies under a picture, or whose letters have the shapes of others. So it is used only as far as the drawn page
 * agrees with it.
 *
 * Glyphs are sorted by what they look like on the drawn page: those that the file says are the same character of the same font
 * and that do look the same are one specimen. Of every specimen a word is shown to the recogniser. Where it reads the same
 * character, all glyphs of the specimen are believed, otherwise none, and their lines are read as in any picture.
 */
import type { PdfGlyph } from '../decode/pdf-glyphs.ts';
import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import type { Infer } from './infer.ts';
import { cropForRecognition, recogniseCrops } from './recognise-lines.ts';
import type { Recogniser } from './recognisers.ts';
import { readInstead, sameShape } from './same-shape.ts';

/** A word as the file says it. */
export interface OwnWord {
  text: string;
  box: Quad;
}

/** A line whose every character was found to be drawn. */
export interface OwnLine {
  words: OwnWord[];
  box: Quad;
}

/** A line that the file says is there, and that the page does not show like this. */
export interface UnprovenLine {
  text: string;
  box: Quad;
  /** Whether the file itself says that nothing is drawn, or nothing was found where it says so. */
  isInvisible: boolean;
}

export interface OwnText {
  proven: OwnLine[];
  unproven: UnprovenLine[];
}

/**
 * Sorts what a file says into what the page shows and what it does not.
 *
 * @param glyphs in the order of the file.
 */
export async function proveOwnText(
  image: RgbaImage,
  glyphs: readonly PdfGlyph[],
  infer: Infer,
  recogniser: Recogniser,
): Promise<OwnText> {
  const lines = linesOf(glyphs);
  const words = lines.flatMap((line) => line.words);
  for (const word of words)
    for (const glyph of word.glyphs) glyph.look = glyph.isDrawn ? lookOf(image, glyph) : undefined;
  const specimens = specimensOf(words);
  await proveSpecimens(image, specimens, infer, recogniser);
  const proven: OwnLine[] = [];
  const unproven: UnprovenLine[] = [];
  for (const line of lines) {
    const all = line.words.flatMap((word) => word.glyphs);
    const box = outlineOf(all);
    if (all.every(({ specimen }) => specimen?.isProven)) proven.push(toOwnLine(line));
    else
      unproven.push({
        text: line.words.map((word) => textOf(word.glyphs)).join(' '),
        box,
        isInvisible: all.every(({ look }) => look === undefined),
      });
  }
  return { proven, unproven };
}

/** The lines of characters that need no proof. */
export const ownLinesOf = (glyphs: readonly PdfGlyph[]): OwnLine[] => linesOf(glyphs).map(toOwnLine);

const toOwnLine = ({ words }: PlacedLine): OwnLine => ({
  box: outlineOf(words.flatMap((word) => word.glyphs)),
  words: words.map((word) => ({ text: textOf(word.glyphs), box: outlineOf(word.glyphs) })),
});

interface PlacedGlyph extends PdfGlyph {
  look?: Look | undefined;
  specimen?: Specimen;
}
interface PlacedWord {
  glyphs: PlacedGlyph[];
}
interface PlacedLine {
  words: PlacedWord[];
}

const textOf = (glyphs: readonly PdfGlyph[]): string => glyphs.map(({ text }) => text).join('');

/** Widest gap inside a word and inside a line, and how far baselines of one line may be apart, in heights of the font. */
const wordGap = 0.22;
const lineGap = 1.1;
const sameBaseline = 0.3;

/** Words and lines, from the places of glyphs and the spaces between them. */
function linesOf(glyphs: readonly PdfGlyph[]): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let line: PlacedLine | undefined;
  let word: PlacedWord | undefined;
  let last: PlacedGlyph | undefined;
  for (const glyph of glyphs) {
    if (glyph.text === ' ') {
      word = undefined;
      continue;
    }
    const step = last && stepBetween(last, glyph);
    if (!line || !step || step.across > sameBaseline || step.along > lineGap || step.along < -0.6) {
      line = { words: [] };
      lines.push(line);
      word = undefined;
    }
    if (!word || (step && step.along > wordGap)) {
      word = { glyphs: [] };
      line.words.push(word);
    }
    const placed: PlacedGlyph = { ...glyph };
    word.glyphs.push(placed);
    last = placed;
  }
  return joined(lines);
}

/** How far a glyph stands behind another's end, along its direction and across it, in heights of the font. */
function stepBetween(one: PdfGlyph, other: PdfGlyph): { along: number; across: number } | undefined {
  const from = one.box[2];
  const length = Math.hypot(one.box[2][0] - one.box[1][0], one.box[2][1] - one.box[1][1]) || 1;
  // Down is what is sure of a glyph's box: a narrow one has next to no width.
  const [downX, downY] = [(one.box[2][0] - one.box[1][0]) / length, (one.box[2][1] - one.box[1][1]) / length];
  const [otherX, otherY] = [other.box[3][0] - other.box[0][0], other.box[3][1] - other.box[0][1]];
  const isTurned = downX * otherX + downY * otherY < 0.9 * Math.hypot(otherX, otherY);
  const ratio = other.size / one.size;
  if (isTurned || ratio > 2.5 || ratio < 0.4) return undefined;
  const [dx, dy] = [other.box[3][0] - from[0], other.box[3][1] - from[1]];
  const height = Math.max(one.size, other.size);
  return {
    along: (dx * downY - dy * downX) / height,
    across: Math.abs(dx * downX + dy * downY) / height,
  };
}

/** Lines of which one goes on where another ends, however far apart they stand in the file. */
function joined(lines: PlacedLine[]): PlacedLine[] {
  const kept: PlacedLine[] = [];
  for (const line of lines) {
    const first = line.words[0]?.glyphs[0];
    const before = kept.slice(-40).find((other) => {
      const last = other.words.at(-1)?.glyphs.at(-1);
      const step = last && first && stepBetween(last, first);
      return step && step.across <= 0.15 && step.along >= -0.1 && step.along <= 0.6;
    });
    if (before) before.words.push(...line.words);
    else kept.push(line);
  }
  return kept;
}

function outlineOf(glyphs: readonly PdfGlyph[]): Quad {
  const first = glyphs[0] as PdfGlyph;
  const [dx, dy] = [first.box[3][0] - first.box[0][0], first.box[3][1] - first.box[0][1]];
  const length = Math.hypot(dx, dy) || 1;
  const [downX, downY] = [dx / length, dy / length];
  // Along is a quarter turn before down.
  const [alongX, alongY] = [downY, -downX];
  const points = glyphs.flatMap(({ box }) => box);
  const across = points.map(([x, y]) => x * alongX + y * alongY);
  const downs = points.map(([x, y]) => x * downX + y * downY);
  const at = (along: number, down: number): Point => [
    along * alongX + down * downX,
    along * alongY + down * downY,
  ];
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [top, bottom] = [Math.min(...downs), Math.max(...downs)];
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
}

/** What a glyph looks like on the page: grey values over its ink, free of size, light and colours; and its proportions. */
interface Look {
  cells: Float32Array;
  /** Width and height of the ink, and how far it begins beside and below the box's top left, in heights of the font. */
  shape: readonly [width: number, height: number, left: number, top: number];
}

const side = 10;
/** Grey levels that ink stands out by at least. */
const leastContrast = 18;

/** Undefined where there is no ink. */
function lookOf({ data, width, height }: RgbaImage, glyph: PdfGlyph): Look | undefined {
  const [left, top, right, bottom] = glyph.ink;
  if (!(right > 0 && bottom > 0 && left < width && top < height)) return undefined;
  const luma = (x: number, y: number): number => {
    const cx = Math.max(0, Math.min(width - 1, Math.floor(x)));
    const cy = Math.max(0, Math.min(height - 1, Math.floor(y)));
    const p = (cy * width + cx) * 4;
    return 0.299 * (data[p] as number) + 0.587 * (data[p + 1] as number) + 0.114 * (data[p + 2] as number);
  };
  const cells = new Float32Array(side * side);
  const [w, h] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const samples = Math.max(2, Math.min(6, Math.ceil(Math.max(w, h) / side)));
  let sum = 0;
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let value = 0;
      for (let j = 0; j < samples; j++)
        for (let i = 0; i < samples; i++)
          value += luma(
            left + ((column + (i + 0.5) / samples) / side) * w,
            top + ((row + (j + 0.5) / samples) / side) * h,
          );
      value /= samples * samples;
      cells[row * side + column] = value;
      sum += value;
    }
  // A stroke may fill its box: what is around counts, too.
  const around = [
    luma(left - 2, top - 2),
    luma(right + 2, top - 2),
    luma(left - 2, bottom + 2),
    luma(right + 2, bottom + 2),
  ];
  const values = [...cells, ...around];
  if (Math.max(...values) - Math.min(...values) < leastContrast) return undefined;
  const mean = sum / cells.length;
  let spread = 0;
  for (const value of cells) spread += (value - mean) ** 2;
  const deviation = Math.max(4, Math.sqrt(spread / cells.length));
  // The colour of letters is nothing they are told by: paper is what lies around.
  const paper = around.sort((a, b) => a - b)[1] as number;
  const sign = mean > paper + 1 ? -1 : 1;
  for (let k = 0; k < cells.length; k++) cells[k] = (sign * ((cells[k] as number) - mean)) / deviation;
  const { size, box } = glyph;
  const [x0, y0] = [Math.min(...box.map(([x]) => x)), Math.min(...box.map(([, y]) => y))];
  return { cells, shape: [w / size, h / size, (left - x0) / size, (top - y0) / size] };
}

/** Glyphs that the file says are the same, and that look the same. */
interface Specimen {
  text: string;
  font: number;
  look: Look;
  /** Words with one of them. */
  words: PlacedWord[];
  isProven: boolean;
}

/** Least likeness of two glyphs that are the same, as a correlation; and how far their proportions may be apart. */
const likeness = 0.8;
const proportions = 0.09;

function isLike(one: Look, other: Look): boolean {
  if (one.shape.some((value, k) => Math.abs(value - (other.shape[k] as number)) > proportions)) return false;
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let k = 0; k < one.cells.length; k++) {
    const [a, b] = [one.cells[k] as number, other.cells[k] as number];
    product += a * b;
    squares += a * a;
    otherSquares += b * b;
  }
  const flat = 0.3 * one.cells.length;
  // A stroke that fills its box has nothing else to be like in.
  if (squares < flat || otherSquares < flat) return squares < 2 * flat && otherSquares < 2 * flat;
  return product >= likeness * Math.sqrt(squares * otherSquares);
}

/** Marks that the recogniser may leave out of a short word; so small, they can stand for nothing else. */
const marks = new Set('.,:;\'"`´’‘“”„°·•-–—_~*^…|/\\()[]{}®™©');
const markSize = 0.42;

const isMark = ({ text }: PdfGlyph, { shape: [width, height] }: Look): boolean =>
  marks.has(text) && (Math.min(width, height) < 0.2 || Math.max(width, height) < markSize);

function specimensOf(words: readonly PlacedWord[]): Specimen[] {
  const known = new Map<string, Specimen[]>();
  for (const word of words)
    for (const glyph of word.glyphs) {
      const { look, text, font } = glyph;
      if (!look || text === '\ufffd') continue;
      const key = `${font} ${text}`;
      const like = known.get(key) ?? [];
      known.set(key, like);
      let specimen = like.find((each) => isLike(each.look, look));
      if (!specimen) {
        specimen = { text, font, look, words: [], isProven: isMark(glyph, look) };
        like.push(specimen);
      }
      specimen.words.push(word);
      glyph.specimen = specimen;
    }
  return [...known.values()].flat();
}

/** Words that one specimen is looked for in before it is given up. */
const mostTries = 4;
/** Words read for all specimens together; a page that needs more is read as a picture. */
const mostWords = 400;

/** Figures and signs that make an amount another one: they may not stand where the file says something else. */
const telling = /[\d+$£¥%-]/;

async function proveSpecimens(
  image: RgbaImage,
  specimens: readonly Specimen[],
  infer: Infer,
  { alphabet, network }: Recogniser,
): Promise<void> {
  const readable = new Set(
    [...alphabet.allowed].flatMap((index) => [...sameShape(alphabet.texts[index] as string)]),
  );
  const tried = new Set<PlacedWord>();
  for (let round = 0; round < mostTries && tried.size < mostWords; round++) {
    const chosen = choose(
      specimens.filter(({ isProven }) => !isProven),
      tried,
    );
    if (chosen.length === 0) break;
    for (const word of chosen) tried.add(word);
    const crops = chosen.map((word) => cropForRecognition(image, outlineOf(word.glyphs)));
    const decoded = await recogniseCrops(crops, infer, alphabet, network);
    chosen.forEach((word, k) => {
      const read = decoded[k]?.glyphs.map(({ text }) => text) ?? [];
      const instead = readInstead(
        word.glyphs.map(({ text }) => text),
        read,
      );
      word.glyphs.forEach(({ text, specimen }, at) => {
        if (!specimen) return;
        // Signs are often left out or taken for one another, and what the recogniser has no class for it reads as something else.
        const isKnown = [...sameShape(text)].every((c) => readable.has(c));
        const isTold = isKnown && (/[\p{L}\p{N}]/u.test(text) || telling.test(text));
        const seen = instead[at] ?? '';
        if (seen === 'same' || (!isTold && !telling.test(seen))) specimen.isProven = true;
      });
    });
  }
}

/** Few words that together hold every specimen once, longer words first. */
function choose(specimens: readonly Specimen[], read: ReadonlySet<PlacedWord>): PlacedWord[] {
  const open = new Set(specimens);
  const chosen: PlacedWord[] = [];
  for (const specimen of specimens) {
    if (!open.has(specimen)) continue;
    const gain = (word: PlacedWord): number => {
      const held = new Set(word.glyphs.map((glyph) => glyph.specimen));
      return [...held].filter((each) => each && open.has(each)).length / (3 + word.glyphs.length);
    };
    let best: PlacedWord | undefined;
    let most = 0;
    for (const word of specimen.words.slice(0, 30)) {
      if (read.has(word)) continue;
      const value = gain(word);
      if (value > most) {
        most = value;
        best = word;
      }
    }
    open.delete(specimen);
    if (!best) continue;
    chosen.push(best);
    for (const glyph of best.glyphs) if (glyph.specimen) open.delete(glyph.specimen);
  }
  return chosen;
}
