import type { PickedPart } from '@readout/domain/records/rules';
import type { Barcode, Line } from '@readout/plugin-kit';
import { boundsOf, type Point, type Quad, type Rect, type Rotation } from './geometry.ts';

/** The least one can pick: a word; a line that has none; a barcode. */
export interface Word {
  text: string;
  quad: Quad;
  /** `word` is null for a line that has none; `region` names what was read again. */
  part: { line: string; word: number | null; region?: string } | { barcode: string };
}

interface ReadWords {
  lines: readonly (Pick<Line, 'id' | 'text'> & {
    box: Quad;
    words: readonly { text: string; box: Quad }[];
  })[];
  barcodes: readonly Pick<Barcode, 'id' | 'box' | 'text'>[];
}

/**
 * What one can pick on a page, in reading order, barcodes last.
 * @param again of what the lines are, where they were read again
 */
export const wordsOf = ({ lines, barcodes }: ReadWords, again?: { region: string }): Word[] => [
  ...lines.flatMap(({ id, box, text, words }): Word[] =>
    words.length === 0
      ? [{ text, quad: box, part: { line: id, word: null, ...again } }]
      : words.map((word, number) => ({
          text: word.text,
          quad: word.box,
          part: { line: id, word: number, ...again },
        })),
  ),
  ...barcodes.map(({ id, box, text }) => ({ text, quad: box, part: { barcode: id } })),
];

/** What was picked, and where it is. */
export interface PickedWords {
  /** A newline between lines. */
  text: string;
  parts: PickedPart[];
  /** Of each part. */
  texts: string[];
}

/** @param words in reading order */
export function pickedWords(words: readonly Word[]): PickedWords {
  const parts: PickedPart[] = [];
  const texts: string[] = [];
  for (const { part, text } of words) {
    const last = parts.at(-1);
    texts.push(text);
    if ('barcode' in part) {
      parts.push(part);
      continue;
    }
    const { line, word, region } = part;
    if (word !== null && last && 'line' in last && last.line === line && last.region === region) {
      last.words?.push(word);
      texts.splice(-2, 2, `${texts.at(-2)} ${text}`);
      continue;
    }
    parts.push({ line, words: word === null ? null : [word], ...(region === undefined ? {} : { region }) });
  }
  return { text: texts.join('\n'), parts, texts };
}

/** How much is read beside print that is read again, of its height: what was cut off is why it was misread. */
const margin = 0.15;

/** Where words are read again together; undefined where it would be the same again, and for barcodes. */
export function readAgainAt(words: readonly Word[]): Rect | undefined {
  if (words.some(({ part }) => 'barcode' in part || part.region !== undefined)) return undefined;
  const bounds = boundsOf(words.map(({ quad }) => quad));
  if (!bounds) return undefined;
  const heights = words.map(({ quad: [topLeft, , , bottomLeft] }) =>
    Math.hypot(bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]),
  );
  const more = margin * Math.min(...heights);
  const { x, y, width, height } = bounds;
  return { x: x - more, y: y - more, width: width + 2 * more, height: height + 2 * more };
}

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** Numbers of the boxes that a drag means: a third of one is enough, and so is a thin stroke through it. */
export function within(boxes: readonly (Rect | undefined)[], drag: Rect): number[] {
  const isMeant = (at: number, length: number, start: number, stroke: number): boolean => {
    const shared = overlap(at, length, start, stroke);
    return shared >= 0 && shared >= Math.min(length, stroke) / 3;
  };
  return boxes.flatMap((box, index) =>
    box && isMeant(box.x, box.width, drag.x, drag.width) && isMeant(box.y, box.height, drag.y, drag.height)
      ? [index]
      : [],
  );
}

/** Number of the box at a point, or of the one that is nearest within reach. */
export function nearest(
  boxes: readonly (Rect | undefined)[],
  [x, y]: Point,
  reach: number,
): number | undefined {
  let best: number | undefined;
  let least = reach;
  for (const [index, box] of boxes.entries()) {
    if (!box) continue;
    const away = Math.hypot(
      Math.max(box.x - x, 0, x - box.x - box.width),
      Math.max(box.y - y, 0, y - box.y - box.height),
    );
    if (away < least || (away === 0 && best === undefined)) {
      best = index;
      least = away;
    }
  }
  return best;
}

const upright: Record<Rotation, (point: Point) => Point> = {
  0: ([x, y]) => [x, y],
  90: ([x, y]) => [-y, x],
  180: ([x, y]) => [-x, -y],
  270: ([x, y]) => [y, -x],
};

/** The next word in the direction of an arrow key, as a person sees the page upright; the same where there is none. */
export function stepFrom(
  words: readonly Word[],
  from: number,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
  rotation: Rotation,
): number {
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'ArrowRight') return Math.min(words.length - 1, from + 1);
  const boxes = words.map(({ quad }) => boundsOf([quad.map(upright[rotation])]));
  const here = boxes[from];
  if (!here) return from;
  const sign = key === 'ArrowDown' ? 1 : -1;
  let best = from;
  let least = Infinity;
  for (const [index, box] of boxes.entries()) {
    if (!box) continue;
    const down = sign * (box.y + box.height / 2 - here.y - here.height / 2);
    if (down < Math.min(here.height, box.height) * 0.6) continue;
    const aside = Math.max(0, -overlap(box.x, box.width, here.x, here.width));
    const away = down + aside;
    if (away < least) {
      best = index;
      least = away;
    }
  }
  return best;
}
