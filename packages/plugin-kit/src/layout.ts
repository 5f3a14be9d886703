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

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How far the middles of two lines of a row may be apart, in heights of the lower one. */
const maxDrift = 0.55;

/** A line with what its box says of it, which every step needs. */
interface Measured {
  line: Line;
  /** Along the text and across it, pixels. */
  length: number;
  thickness: number;
  /** Radians clockwise from the picture's x axis. */
  angle: number;
}

function measure(line: Line): Measured {
  const { box } = line;
  const x = box[0][0];
  const y = box[0][1];
  const dx = box[1][0] - x;
  const dy = box[1][1] - y;
  return {
    line,
    length: Math.hypot(dx, dy),
    thickness: Math.hypot(box[3][0] - x, box[3][1] - y),
    angle: Math.atan2(dy, dx),
  };
}

/** Direction most text runs in, radians: the median over long lines, weighted by nothing but their being long. */
function direction(lines: readonly Measured[]): number {
  if (lines.length === 0) return 0;
  const long = lines.filter((line) => line.length > 2 * line.thickness);
  const chosen = long.length > 0 ? long : lines;
  // Quarter turns first, by vote of text length; then the median inside the winning quarter.
  const votes = [0, 0, 0, 0];
  const quarters: number[] = [];
  for (const { angle, length } of chosen) {
    const quarter = ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4;
    quarters.push(quarter);
    votes[quarter]! += length;
  }
  const winner = votes.indexOf(Math.max(...votes));
  const base = (winner * Math.PI) / 2;
  const offsets: number[] = [];
  for (let at = 0; at < chosen.length; at++) {
    if (quarters[at] !== winner) continue;
    const turn = chosen[at]!.angle - base;
    offsets.push(Math.atan2(Math.sin(turn), Math.cos(turn)));
  }
  return base + median(offsets);
}

/**
 * Places the lines of a reading and gathers them into rows; tolerates tilt and a gentle curve. Nearly every reader begins
 * with it, so it is written for an interpreter: few calls and few lists.
 */
export function layoutOf(reading: Pick<PluginReading, 'lines'>): Layout {
  const measured = reading.lines.map(measure);
  const angle = direction(measured);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const placed: PlacedLine[] = [];
  const turned: Line[] = [];
  const edges = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { line, length, thickness, angle: own } of measured) {
    if (
      length > 1.5 * thickness &&
      Math.abs(Math.atan2(Math.sin(own - angle), Math.cos(own - angle))) > Math.PI / 7
    ) {
      turned.push(line);
      continue;
    }
    // By index: taking a list apart costs an interpreter more than all the rest here.
    const { box } = line;
    const x0 = box[0][0];
    const y0 = box[0][1];
    const x1 = box[1][0];
    const y1 = box[1][1];
    const x2 = box[2][0];
    const y2 = box[2][1];
    const x3 = box[3][0];
    const y3 = box[3][1];
    const a0 = x0 * cos + y0 * sin;
    const a1 = x1 * cos + y1 * sin;
    const a2 = x2 * cos + y2 * sin;
    const a3 = x3 * cos + y3 * sin;
    const left = Math.min(a0, a1, a2, a3);
    const right = Math.max(a0, a1, a2, a3);
    // Ends of the line rather than extremes, so that a long tilted line is not taken to be tall.
    const top = (y0 * cos - x0 * sin + (y1 * cos - x1 * sin)) / 2;
    const bottom = (y2 * cos - x2 * sin + (y3 * cos - x3 * sin)) / 2;
    placed.push({
      line,
      left,
      right,
      top,
      bottom,
      middle: (top + bottom) / 2,
      height: Math.max(1, bottom - top),
    });
    if (left < edges.left) edges.left = left;
    if (right > edges.right) edges.right = right;
    if (top < edges.top) edges.top = top;
    if (bottom > edges.bottom) edges.bottom = bottom;
  }
  return {
    angle,
    rows: gather(placed),
    turned,
    ...edges,
    lineHeight: median(placed.map((line) => line.height)),
  };
}

/** From left to right, each line joins the row whose last line is the best continuation; thus rows may drift. */
function gather(placed: PlacedLine[]): Row[] {
  let tallest = 1;
  for (const { height } of placed) if (height > tallest) tallest = height;
  // No line reaches further than to the next band, so that most rows are never looked at.
  const band = maxDrift * tallest;
  const bands = new Map<number, PlacedLine[][]>();
  const open: PlacedLine[][] = [];
  for (const line of [...placed].sort((a, b) => a.left - b.left)) {
    const { middle, height, left } = line;
    const quarterWidth = 0.25 * (line.right - left);
    const home = Math.floor(middle / band);
    let best: PlacedLine[] | undefined;
    let bestDistance = Infinity;
    for (let at = home - 1; at <= home + 1; at++) {
      const rows = bands.get(at);
      if (!rows) continue;
      for (const row of rows) {
        const last = row[row.length - 1]!;
        const distance = Math.abs(last.middle - middle);
        if (!(distance <= maxDrift * Math.min(height, last.height)) || distance > bestDistance) continue;
        // Of rows equally near the one that began first.
        if (distance === bestDistance && open.indexOf(row) > open.indexOf(best!)) continue;
        const overlap = last.right - left;
        if (overlap > quarterWidth && overlap > Math.min(last.height, height)) continue;
        best = row;
        bestDistance = distance;
      }
    }
    if (best) {
      const before = Math.floor(best[best.length - 1]!.middle / band);
      best.push(line);
      if (before === home) continue;
      const rows = bands.get(before)!;
      rows.splice(rows.indexOf(best), 1);
    } else {
      best = [line];
      open.push(best);
    }
    const rows = bands.get(home);
    if (rows) rows.push(best);
    else bands.set(home, [best]);
  }
  return open.map(rowOf).sort((a, b) => a.middle - b.middle);
}

function rowOf(lines: PlacedLine[]): Row {
  const first = lines[0]!;
  let { right, top, bottom } = first;
  let sum = 0;
  const texts: string[] = [];
  const heights: number[] = [];
  for (const placed of lines) {
    if (placed.right > right) right = placed.right;
    if (placed.top < top) top = placed.top;
    if (placed.bottom > bottom) bottom = placed.bottom;
    sum += placed.middle;
    texts.push(placed.line.text.trim());
    heights.push(placed.height);
  }
  return {
    lines,
    text: texts.join(' '),
    left: first.left,
    right,
    top,
    bottom,
    middle: sum / lines.length,
    height: median(heights),
  };
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
  const cos = Math.cos(layout.angle);
  const sin = Math.sin(layout.angle);
  // By index, as above: this is called for each word.
  const a0 = box[0][0] * cos + box[0][1] * sin;
  const a1 = box[1][0] * cos + box[1][1] * sin;
  const a2 = box[2][0] * cos + box[2][1] * sin;
  const a3 = box[3][0] * cos + box[3][1] * sin;
  return { left: Math.min(a0, a1, a2, a3), right: Math.max(a0, a1, a2, a3) };
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
