import type { Line, PluginReading, Quad, Word } from './types.ts';

/**
 * A line placed along the direction most text runs in, so that left, right, above and below mean what they mean to a
 * reader, whichever way the picture is turned or tilted. Pixels.
 */
export interface PlacedLine {
  line: Line;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Middle between top and bottom. */
  middle: number;
  /** Height of the text itself. */
  height: number;
}

/** Lines side by side, left to right. */
export interface Row {
  lines: PlacedLine[];
  /** Texts joined by single spaces. */
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  middle: number;
  height: number;
}

export interface Layout {
  /** Direction most text runs in, radians clockwise from the picture's x axis. */
  angle: number;
  /** Rows from top to bottom. */
  rows: Row[];
  /** Lines that run in another direction than most, in reading order. */
  turned: Line[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Median height of a line. */
  lineHeight: number;
}

const length = (quad: Quad) => Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
const thickness = (quad: Quad) => Math.hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1]);

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Direction most text runs in, radians: the median over long lines, weighted by nothing but their being long. */
function direction(lines: readonly Line[]): number {
  if (lines.length === 0) return 0;
  const long = lines.filter((line) => length(line.box) > 2 * thickness(line.box));
  const chosen = long.length > 0 ? long : lines;
  const angles = chosen.map(({ box }) => Math.atan2(box[1][1] - box[0][1], box[1][0] - box[0][0]));
  // Quarter turns first, by vote of text length; then the median inside the winning quarter.
  const votes = [0, 0, 0, 0];
  const quarter = (angle: number) => ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4;
  for (const [index, angle] of angles.entries()) votes[quarter(angle)]! += length(chosen[index]!.box);
  const winner = votes.indexOf(Math.max(...votes));
  const base = (winner * Math.PI) / 2;
  const offsets = angles
    .filter((angle) => quarter(angle) === winner)
    .map((angle) => Math.atan2(Math.sin(angle - base), Math.cos(angle - base)));
  return base + median(offsets);
}

/** Places the lines of a reading and gathers them into rows; tolerates tilt and a gentle curve. */
export function layoutOf(reading: Pick<PluginReading, 'lines'>): Layout {
  const angle = direction(reading.lines);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed: PlacedLine[] = [];
  const turned: Line[] = [];
  for (const line of reading.lines) {
    const own = Math.atan2(line.box[1][1] - line.box[0][1], line.box[1][0] - line.box[0][0]);
    const isLong = length(line.box) > 1.5 * thickness(line.box);
    if (isLong && Math.abs(Math.atan2(Math.sin(own - angle), Math.cos(own - angle))) > Math.PI / 7) {
      turned.push(line);
      continue;
    }
    const along = line.box.map(([x, y]) => x * cos + y * sin);
    const across = line.box.map(([x, y]) => y * cos - x * sin);
    // Ends of the line rather than extremes, so that a long tilted line is not taken to be tall.
    const top = (across[0]! + across[1]!) / 2;
    const bottom = (across[2]! + across[3]!) / 2;
    placed.push({
      line,
      left: Math.min(...along),
      right: Math.max(...along),
      top,
      bottom,
      middle: (top + bottom) / 2,
      height: Math.max(1, bottom - top),
    });
  }
  const rows = gather(placed);
  return {
    angle,
    rows,
    turned,
    left: Math.min(...placed.map((line) => line.left)),
    right: Math.max(...placed.map((line) => line.right)),
    top: Math.min(...placed.map((line) => line.top)),
    bottom: Math.max(...placed.map((line) => line.bottom)),
    lineHeight: median(placed.map((line) => line.height)),
  };
}

/** From left to right, each line joins the row whose last line is the best continuation; thus rows may drift. */
function gather(placed: PlacedLine[]): Row[] {
  const open: PlacedLine[][] = [];
  for (const line of [...placed].sort((a, b) => a.left - b.left)) {
    let best: PlacedLine[] | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const row of open) {
      const last = row.at(-1)!;
      const height = Math.min(last.height, line.height);
      const distance = Math.abs(last.middle - line.middle);
      const overlap = last.right - line.left;
      if (distance > 0.55 * height || overlap > Math.max(height, 0.25 * (line.right - line.left))) continue;
      if (distance < bestDistance) [best, bestDistance] = [row, distance];
    }
    if (best) best.push(line);
    else open.push([line]);
  }
  return open
    .map((lines): Row => {
      const top = Math.min(...lines.map((line) => line.top));
      const bottom = Math.max(...lines.map((line) => line.bottom));
      return {
        lines,
        text: lines.map(({ line }) => line.text.trim()).join(' '),
        left: lines[0]!.left,
        right: Math.max(...lines.map((line) => line.right)),
        top,
        bottom,
        middle: lines.reduce((sum, line) => sum + line.middle, 0) / lines.length,
        height: median(lines.map((line) => line.height)),
      };
    })
    .sort((a, b) => a.middle - b.middle);
}

/** What stands to the right of a line in its row, nearest first. */
export function rightOf(layout: Layout, line: Line): PlacedLine[] {
  for (const row of layout.rows) {
    const index = row.lines.findIndex((placed) => placed.line.id === line.id);
    if (index >= 0) return row.lines.slice(index + 1);
  }
  return [];
}

/** The row a line stands in, with all that is left and right of it; undefined for a line that runs in another direction. */
export function sameRow(layout: Layout, line: Line): Row | undefined {
  return layout.rows.find((row) => row.lines.some((placed) => placed.line.id === line.id));
}

/** From where to where a box reaches along the layout's direction, in the pixels of {@link PlacedLine}. */
export function placeBox(layout: Pick<Layout, 'angle'>, box: Quad): { left: number; right: number } {
  const [cos, sin] = [Math.cos(layout.angle), Math.sin(layout.angle)];
  const along = box.map(([x, y]) => x * cos + y * sin);
  return { left: Math.min(...along), right: Math.max(...along) };
}

/**
 * What stands under a line and overlaps it from left to right, nearest first.
 * @param maxGap in heights of the line.
 */
export function below(layout: Layout, line: Line, maxGap = 3): PlacedLine[] {
  const all = layout.rows.flatMap((row) => row.lines);
  const origin = all.find((placed) => placed.line.id === line.id);
  if (!origin) return [];
  return all
    .filter(
      (other) =>
        other !== origin &&
        other.middle > origin.middle + 0.5 * origin.height &&
        other.top - origin.bottom < maxGap * origin.height &&
        Math.min(other.right, origin.right) > Math.max(other.left, origin.left),
    )
    .sort((a, b) => a.middle - b.middle);
}

/** The line nearest to `line` that `accepts`, looking right in its row first, then below it. */
export function nearest(
  layout: Layout,
  line: Line,
  accepts: (candidate: Line) => boolean,
  maxGap = 3,
): Line | undefined {
  return [...rightOf(layout, line), ...below(layout, line, maxGap)].find((placed) => accepts(placed.line))
    ?.line;
}

/** Words of a line, each with its place in `line.text`. */
export function wordsOf(line: Line): { word: Word; start: number; end: number }[] {
  const words: { word: Word; start: number; end: number }[] = [];
  let from = 0;
  for (const word of line.words) {
    const start = line.text.indexOf(word.text, from);
    if (start < 0) continue;
    from = start + word.text.length;
    words.push({ word, start, end: from });
  }
  return words;
}
