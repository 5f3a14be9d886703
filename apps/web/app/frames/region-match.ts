import type { EdgeMap } from './edge-map.ts';
import type { Region } from './region.ts';
import { inCellsOf, type Template, templateOf, tonesAt } from './region-fingerprint.ts';

/** What of a profile is needed to find it again. */
export interface KnownRegion {
  frame: { width: number; height: number };
  region: Region;
  fingerprint: object;
}

export type RegionMatch =
  | {
      state: 'found';
      /** Where it is now, in pixels of the frame. */
      region: Region;
      /** Size now by size when it was marked. */
      scale: number;
      hasMoved: boolean;
      score: number;
      agreement: number;
    }
  | {
      /**
       * `other`: nothing in the picture looks like its surroundings. `covered`: the place is there, but a good part of the
       * surroundings looks otherwise. `plain`: the surroundings hold too little to know them by.
       */
      state: 'other' | 'covered' | 'plain';
      score: number;
      agreement: number;
    };

/** Least likeness of the surroundings as a whole (normalised cross-correlation of their edges, -1 to 1). */
const leastScore = 0.6;
/** Least share of the parts of the surroundings that look as they did, 0 to 1. */
const leastAgreement = 0.45;
/** Neither alone makes sure. Measured in `bench/region-profiles`. */
const leastTogether = 1.2;
/** Most of the parts may be blank now where something was: values change, but hardly ever to nothing. */
const mostVanished = 0.25;

const pairs = [1, 1.25, 1.5, 2];
/** Every ratio of two usual zooms of a display, the most likely first. */
export const scales = [...new Set(pairs.flatMap((one) => pairs.map((other) => one / other)))].sort(
  (one, other) => Math.abs(Math.log(one)) - Math.abs(Math.log(other)),
);

interface Place {
  /** Corner of the surroundings in the frame. */
  x: number;
  y: number;
  scale: number;
  score: number;
}

/**
 * Finds a marked region in another picture by what is around it: at the same place, elsewhere (its window was moved), or
 * at another zoom. Values in and around it may have changed.
 *
 * @param search `near`: only where it was last seen or marked; `anywhere`: all of the picture at its own scale; `zoomed`:
 *   at every usual zoom too, some ten times slower.
 */
export function findRegion(
  map: EdgeMap,
  known: KnownRegion,
  {
    search = 'zoomed',
    lastSeen,
  }: { search?: 'near' | 'anywhere' | 'zoomed'; lastSeen?: { region: Region; scale: number } } = {},
): RegionMatch {
  const fine = templateOf(known.fingerprint, known.region);
  if (!fine || isPlain(fine)) return { state: 'plain', score: 0, agreement: 0 };
  const middle = inCellsOf(fine, middleSide);
  const here = lastSeen ?? { region: known.region, scale: 1 };
  const corner = {
    x: here.region.x - fine.offset.x * here.scale,
    y: here.region.y - fine.offset.y * here.scale,
  };
  const near = refined(map, fine, middle, [{ ...corner, scale: here.scale, score: 0 }]);
  let best = near ? judged(map, known, middle, near) : undefined;
  if (best?.state === 'found' || search === 'near') return best ?? nothing;
  const coarse = inCellsOf(fine, coarseSide);
  const at = (scale: number) => {
    const place = refined(map, fine, middle, candidates(map, coarse, scale));
    return place ? judged(map, known, middle, place) : nothing;
  };
  for (const scale of search === 'zoomed' ? scales : [here.scale]) {
    const match = at(scale);
    // A zoom close by fits almost as well: the best of them is the right one.
    if (match.state === 'found')
      return scales
        .filter((other) => search === 'zoomed' && other !== scale && Math.abs(Math.log(other / scale)) < 0.2)
        .map(at)
        .reduce((one, other) => (other.state === 'found' && other.score > one.score ? other : one), match);
    if (!best || rank(match) > rank(best)) best = match;
  }
  return best ?? nothing;
}

/** Sides of cells in pixels, at the zoom of marking. */
const middleSide = 8;
const coarseSide = 16;
const nothing: RegionMatch = { state: 'other', score: 0, agreement: 0 };

/**
 * Whether the surroundings are found again, or almost, at another place of the picture they were marked in, as in a
 * table whose rows are alike: then more of them has to be taken in.
 */
export function hasRival(map: EdgeMap, known: KnownRegion): boolean {
  const fine = templateOf(known.fingerprint, known.region);
  if (!fine || isPlain(fine)) return false;
  const middle = inCellsOf(fine, middleSide);
  const own = { x: known.region.x - fine.offset.x, y: known.region.y - fine.offset.y };
  const elsewhere = candidates(map, inCellsOf(fine, coarseSide), 1).filter(
    ({ x, y }) => Math.abs(x - own.x) > coarseSide || Math.abs(y - own.y) > coarseSide,
  );
  const rival = refined(map, fine, middle, elsewhere);
  if (!rival || (Math.abs(rival.x - own.x) < 6 && Math.abs(rival.y - own.y) < 6)) return false;
  const { agreement } = agreementAt(map, middle, rival);
  // Well before it would be taken for the other: values will change.
  return rival.score >= leastScore - 0.1 && rival.score + agreement >= leastTogether - 0.15;
}

const rank = (match: RegionMatch) => match.score + (match.state === 'covered' ? 1 : 0);

/** Whether the surroundings hold too few edges to be told from others. */
function isPlain(template: Template): boolean {
  const cells = inCellsOf(template, middleSide);
  let textured = 0;
  for (let at = 0; at < cells.counts.length; at++)
    if (cells.counts[at] && cells.edges[2 * at]! + cells.edges[2 * at + 1]! > 0.4) textured++;
  return textured < leastTexturedCells;
}
const leastTexturedCells = 60;

/** Whether a region marked like this can be known again by its surroundings. */
export function isRecognisable(known: KnownRegion): boolean {
  const template = templateOf(known.fingerprint, known.region);
  return template !== undefined && !isPlain(template);
}

const maxSampledCells = 240;
const candidatesKept = 4;
/** Least likeness of the cells that are looked at first. */
const leastCoarseScore = 0.38;

/** The likeliest places by a part of the cells, looked at in steps of half a cell. */
function candidates(map: EdgeMap, coarse: Template, scale: number): Place[] {
  const side = coarse.cellSide * scale;
  const step = side / 2;
  // The surroundings may reach out of the picture, the region itself may not.
  const first = { x: -coarse.offset.x * scale, y: -coarse.offset.y * scale };
  const lastColumn = Math.floor((map.width - coarse.region.width * scale) / step) + 1;
  const lastRow = Math.floor((map.height - coarse.region.height * scale) / step) + 1;
  if (lastColumn <= 0 || lastRow <= 0) return [];
  const columns = lastColumn + 2 * coarse.columns - 1;
  const rows = lastRow + 2 * coarse.rows - 1;
  const grid = new Float32Array(2 * columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      tonesAt(map, first.x + column * step, first.y + row * step, side, grid, 2 * (row * columns + column));
  const sampled = sample(coarse);
  const kept: Place[] = [];
  // Most places are ruled out by a few cells.
  const few = Math.ceil(sampled.length / 4);
  const offsets = sampled.map((at) => {
    const row = Math.floor(at / coarse.columns);
    return 2 * (2 * row * columns + 2 * (at - row * coarse.columns));
  });
  const wanted = new Float32Array(2 * sampled.length);
  sampled.forEach((at, index) => {
    wanted[2 * index] = coarse.edges[2 * at]!;
    wanted[2 * index + 1] = coarse.edges[2 * at + 1]!;
  });
  const found = new Float32Array(wanted.length);
  for (let row = 0; row < lastRow; row++)
    for (let column = 0; column < lastColumn; column++) {
      const from = 2 * (row * columns + column);
      fill(found, grid, from, offsets, 0, few);
      if (likeness(wanted, found, few) < 0.2) continue;
      fill(found, grid, from, offsets, few, offsets.length);
      const score = likeness(wanted, found, offsets.length);
      if (score < leastCoarseScore) continue;
      keep(kept, { x: first.x + column * step, y: first.y + row * step, scale, score }, 2 * side);
    }
  return kept;
}

function fill(
  found: Float32Array,
  grid: Float32Array,
  from: number,
  offsets: number[],
  first: number,
  end: number,
): void {
  for (let index = first; index < end; index++) {
    const at = from + offsets[index]!;
    found[2 * index] = grid[at]!;
    found[2 * index + 1] = grid[at + 1]!;
  }
}

/** Cells that are looked at first: spread evenly over those that count, most of them where edges are. */
function sample(template: Template): number[] {
  const strong: number[] = [];
  const blank: number[] = [];
  for (let at = 0; at < template.counts.length; at++)
    if (template.counts[at])
      (template.edges[2 * at]! + template.edges[2 * at + 1]! > 0.3 ? strong : blank).push(at);
  const spread = (cells: number[], count: number) =>
    cells.length <= count
      ? cells
      : Array.from({ length: count }, (_, index) => cells[Math.floor((index * cells.length) / count)]!);
  const cells = [
    ...spread(strong, Math.round(maxSampledCells * 0.7)),
    ...spread(blank, Math.round(maxSampledCells * 0.3)),
  ];
  // Every few of them are spread over all of it: a stride prime to any count.
  return cells
    .map((cell, index) => ({ cell, order: (index * 61) % 241 }))
    .sort((one, other) => one.order - other.order)
    .map(({ cell }) => cell);
}

/** Keeps the best places that are not next to each other. */
function keep(kept: Place[], place: Place, apart: number): void {
  const beside = kept.findIndex(
    ({ x, y }) => Math.abs(x - place.x) <= apart && Math.abs(y - place.y) <= apart,
  );
  if (beside >= 0) {
    if (kept[beside]!.score >= place.score) return;
    kept.splice(beside, 1);
  }
  const at = kept.findIndex(({ score }) => score < place.score);
  kept.splice(at < 0 ? kept.length : at, 0, place);
  kept.length = Math.min(kept.length, candidatesKept);
}

/** The best of the places after moving each to where it fits best, to the pixel. */
function refined(map: EdgeMap, fine: Template, middle: Template, places: Place[]): Place | undefined {
  const [closest, second] = places
    .map((place) => nudged(map, middle, nudged(map, middle, place, 6 * place.scale), 2 * place.scale))
    .sort((one, other) => other.score - one.score);
  if (!closest || closest.score < leastScore - 0.15) return closest;
  let best: Place | undefined;
  for (const place of second && second.score > closest.score - 0.1 ? [closest, second] : [closest]) {
    const settled = nudged(map, fine, nudged(map, fine, place, 2), 1);
    // Scores of cells of one size only are compared.
    const score = scoreAt(map, middle, settled);
    if (!best || score > best.score) best = { ...settled, score };
  }
  return best;
}

/** The best of the place and its eight neighbours `by` pixels away. */
function nudged(map: EdgeMap, template: Template, place: Place, by: number): Place {
  let best = { ...place, score: scoreAt(map, template, place) };
  for (const dy of [-by, 0, by])
    for (const dx of [-by, 0, by]) {
      if (dx === 0 && dy === 0) continue;
      const moved = { ...place, x: place.x + dx, y: place.y + dy };
      const score = scoreAt(map, template, moved);
      if (score > best.score) best = { ...moved, score };
    }
  return best;
}

function scoreAt(map: EdgeMap, template: Template, place: Place): number {
  const { wanted, found, count } = compared(map, template, place);
  return likeness(wanted, found, count);
}

/** The cells that count, as they are wanted and as they are at the place. */
function compared(map: EdgeMap, template: Template, place: Place) {
  const { columns, rows, cellSide, edges, counts } = template;
  const side = cellSide * place.scale;
  const wanted = new Float32Array(2 * counts.length);
  const found = new Float32Array(2 * counts.length);
  let count = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (!counts[at]) continue;
      wanted[2 * count] = edges[2 * at]!;
      wanted[2 * count + 1] = edges[2 * at + 1]!;
      tonesAt(map, place.x + column * side, place.y + row * side, side, found, 2 * count);
      count++;
    }
  return { wanted, found, count };
}

/** Normalised cross-correlation of both kinds of edges, each about its own mean; 0 where one is flat. */
function likeness(wanted: Float32Array, found: Float32Array, count: number): number {
  let covariance = 0;
  let wantedVariance = 0;
  let foundVariance = 0;
  for (const kind of [0, 1]) {
    let sumWanted = 0;
    let sumFound = 0;
    let sumBoth = 0;
    let sumWantedSquared = 0;
    let sumFoundSquared = 0;
    for (let index = kind; index < 2 * count; index += 2) {
      const one = wanted[index]!;
      const other = found[index]!;
      sumWanted += one;
      sumFound += other;
      sumBoth += one * other;
      sumWantedSquared += one * one;
      sumFoundSquared += other * other;
    }
    covariance += sumBoth - (sumWanted * sumFound) / count;
    wantedVariance += sumWantedSquared - sumWanted ** 2 / count;
    foundVariance += sumFoundSquared - sumFound ** 2 / count;
  }
  const spread = Math.sqrt(wantedVariance * foundVariance);
  return spread < 1e-6 ? 0 : covariance / spread;
}

/** Cells across and down of one part of the surroundings. */
const partColumns = 10;
const partRows = 6;
/** Mean tone from which a part holds something. */
const something = 0.06;
const leastPartLikeness = 0.45;

/**
 * Share of the parts of the surroundings that look as they did; parts that are and were blank do not count. A part may
 * have drifted by half a cell, as text does that is set at another zoom.
 */
function agreementAt(
  map: EdgeMap,
  template: Template,
  place: Place,
): { agreement: number; vanished: number } {
  const { columns, rows, counts } = template;
  let agreed = 0;
  let vanished = 0;
  let looked = 0;
  for (let top = 0; top < rows; top += partRows)
    for (let left = 0; left < columns; left += partColumns) {
      const cells: number[] = [];
      for (let row = top; row < Math.min(rows, top + partRows); row++)
        for (let column = left; column < Math.min(columns, left + partColumns); column++)
          if (counts[row * columns + column]) cells.push(row * columns + column);
      if (cells.length < 12) continue;
      const verdict = partAgrees(map, template, place, cells);
      if (verdict === undefined) continue;
      looked++;
      if (verdict === 'alike') agreed++;
      if (verdict === 'vanished') vanished++;
    }
  return looked === 0
    ? { agreement: 0, vanished: 1 }
    : { agreement: agreed / looked, vanished: vanished / looked };
}

/** Undefined where it is blank, and was. */
function partAgrees(
  map: EdgeMap,
  template: Template,
  place: Place,
  cells: number[],
): 'alike' | 'unlike' | 'vanished' | undefined {
  const { columns, cellSide, edges } = template;
  const side = cellSide * place.scale;
  const wanted = new Float32Array(2 * cells.length);
  cells.forEach((at, index) => {
    wanted[2 * index] = edges[2 * at]!;
    wanted[2 * index + 1] = edges[2 * at + 1]!;
  });
  const found = new Float32Array(wanted.length);
  const before = mean(wanted);
  for (const dy of drifts)
    for (const dx of drifts) {
      cells.forEach((at, index) => {
        const row = Math.floor(at / columns);
        const x = place.x + (at - row * columns + dx) * side;
        tonesAt(map, x, place.y + (row + dy) * side, side, found, 2 * index);
      });
      if (dx === 0 && dy === 0) {
        // The same edges are spread over more pixels at a larger zoom.
        const now = mean(found) * Math.sqrt(Math.max(1, place.scale));
        if (before < something && now < something) return undefined;
        if (before >= 1.5 * something && now < 0.5 * something) return 'vanished';
      }
      if (likeness(wanted, found, cells.length) >= leastPartLikeness) return 'alike';
    }
  return 'unlike';
}
const drifts = [0, -0.5, 0.5];

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function judged(map: EdgeMap, known: KnownRegion, template: Template, place: Place): RegionMatch {
  const { score, scale } = place;
  const { agreement, vanished } = agreementAt(map, template, place);
  const isThere =
    score >= leastScore &&
    agreement >= leastAgreement &&
    score + agreement >= leastTogether &&
    vanished <= mostVanished;
  if (isThere) {
    const region = {
      x: Math.round(place.x + template.offset.x * scale),
      y: Math.round(place.y + template.offset.y * scale),
      width: Math.round(known.region.width * scale),
      height: Math.round(known.region.height * scale),
    };
    const isInside =
      region.x >= 0 &&
      region.y >= 0 &&
      region.x + region.width <= map.width &&
      region.y + region.height <= map.height;
    if (isInside) {
      const hasMoved =
        scale !== 1 || Math.abs(region.x - known.region.x) > 2 || Math.abs(region.y - known.region.y) > 2;
      return { state: 'found', region, scale, hasMoved, score, agreement };
    }
  }
  return { state: agreement >= 0.35 && score >= 0.5 ? 'covered' : 'other', score, agreement };
}
