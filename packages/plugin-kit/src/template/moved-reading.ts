import type { Line, PluginReading, Point, Quad } from '../types.ts';

/** How another picture of the same kind of document differs from the example. */
export interface Movement {
  /** Degrees. */
  turn?: number;
  scale?: number;
  shift?: Point;
  /** How much smaller the far edge looks than the near one: 0.1 is a tenth. */
  perspective?: number;
  /** Share of lines that are not read at all, are read with a wrong letter, are read as one with their neighbour. */
  dropped?: number;
  misread?: number;
  merged?: number;
  seed?: number;
  /** Lines that are never dropped and whose letters stay. */
  keep?: readonly string[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// cspell:disable-next-line -- small letters
const confusions: Record<string, string> = {
  o: 'c',
  e: 'c',
  a: 'o',
  l: '1',
  i: '1',
  n: 'm',
  r: 't',
  s: '5',
  t: 'f',
  u: 'v',
};

/** The reading as another picture of the same page would give it: for tests and measurements of templates. */
export function movedReading(reading: PluginReading, movement: Movement): PluginReading {
  const { turn = 0, scale = 1, shift = [0, 0], perspective = 0, seed = 1, keep = [] } = movement;
  const { dropped = 0, misread = 0, merged = 0 } = movement;
  const next = numbersFrom(seed);
  const { width, height } = reading.page;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const raw = ([x, y]: Point): Point => {
    const w = 1 + perspective * (y / height - 0.5) + 0.5 * perspective * (x / width - 0.5);
    const [dx, dy] = [(x - width / 2) / w, (y - height / 2) / w];
    return [dx * cos - dy * sin + shift[0], dx * sin + dy * cos + shift[1]];
  };
  const corners = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] satisfies Point[]
  ).map(raw);
  const left = Math.min(...corners.map(([x]) => x));
  const top = Math.min(...corners.map(([, y]) => y));
  const at = (point: Point): Point => {
    const [x, y] = raw(point);
    return [x - left + shift[0], y - top + shift[1]];
  };
  const quad = (box: Quad) => box.map(at) as Quad;
  let lines: Line[] = [];
  for (const line of reading.lines) {
    const isKept = keep.includes(line.id);
    if (!isKept && next() < dropped) continue;
    const words = line.words.map((word) => ({ ...word, box: quad(word.box) }));
    let { text } = line;
    if (!isKept && next() < misread) {
      // cspell:disable-next-line
      const places = [...text.matchAll(/[oealinrstu]/g)].map(({ index }) => index);
      const place = places[Math.floor(next() * places.length)];
      if (place !== undefined) text = text.slice(0, place) + confusions[text[place]!] + text.slice(place + 1);
    }
    let from = 0;
    for (const word of words) {
      const start = line.text.indexOf(word.text, from);
      if (start < 0) continue;
      from = start + word.text.length;
      word.text = text.slice(start, from);
    }
    lines.push({ ...line, text, box: quad(line.box), words });
  }
  if (merged > 0) lines = mergeNeighbours(lines, merged, next);
  return {
    ...reading,
    page: {
      ...reading.page,
      width: Math.ceil(Math.max(...corners.map(([x]) => x)) - left + 2 * shift[0]),
      height: Math.ceil(Math.max(...corners.map(([, y]) => y)) - top + 2 * shift[1]),
    },
    lines,
    barcodes: reading.barcodes.map((code) => ({ ...code, box: quad(code.box) })),
  };
}

/** A line and the next one right of it as one, as a detector gives them that sees no gap. */
function mergeNeighbours(lines: readonly Line[], share: number, next: () => number): Line[] {
  const result: Line[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    const height = last ? Math.hypot(last.box[3][0] - last.box[0][0], last.box[3][1] - last.box[0][1]) : 0;
    const gap = last
      ? Math.hypot(line.box[0][0] - last.box[1][0], line.box[0][1] - last.box[1][1])
      : Number.POSITIVE_INFINITY;
    const along = last
      ? (line.box[0][0] - last.box[1][0]) * (last.box[1][0] - last.box[0][0]) +
        (line.box[0][1] - last.box[1][1]) * (last.box[1][1] - last.box[0][1])
      : -1;
    if (last && along > 0 && gap < 6 * height && next() < share)
      result[result.length - 1] = {
        ...last,
        text: `${last.text} ${line.text}`,
        box: [last.box[0], line.box[1], line.box[2], last.box[3]],
        words: [...last.words, ...line.words],
      };
    else result.push(line);
  }
  return result;
}
