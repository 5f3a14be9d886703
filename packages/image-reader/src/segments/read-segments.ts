import type { RgbaImage } from '../image.ts';
import { signBefore } from '../text/sign-before.ts';
import { type CellFrame, type CellNetwork, loadCellNetwork, loadPointNetwork } from './cell-reader.ts';
import { type InkPlane, inkPlane } from './ink-plane.ts';
import { judge } from './judge.ts';
import {
  type CellGuess,
  type CellLook,
  cellLook,
  digitOdds,
  fitRow,
  frameOf,
  partOf,
  rateRow,
} from './row-fit.ts';
import { minusBefore, minusOdds, pointOdds, readPlace, smallDecimals } from './row-parts.ts';
import { findRows, type Row } from './row-search.ts';
import type { SegmentOptions, SegmentReading } from './segment-reading.ts';

const maxDigits = 12;
/** Rows of the search that the cell reader looks at, those of them that are fitted, and those of these that may grow. */
const ratedRows = 40;
const fittedRows = 3;
const grownRows = 2;
/** How much better a display has to read from above before it is taken to stand on its head. */
const turnedCost = 5;

let networks: { cells: CellNetwork; points: CellNetwork } | undefined;

/**
 * Reads a seven-segment display in a region that shows little else, in a few milliseconds and without any model to load.
 *
 * The row of digits may have any slope up to about 7 degrees and lean, and take from about two fifths of the region's height upwards.
 * Works the same in Node and browsers.
 */
export function readSegments(image: RgbaImage, options: SegmentOptions = {}): SegmentReading {
  networks ??= { cells: loadCellNetwork(), points: loadPointNetwork() };
  const plane = inkPlane(image);
  const [best, second] = bestRows(plane, networks.cells, options);
  if (!best) return judge(undefined, options);
  const { look, turned } = best;
  const { row, cells, small, further } = readRow(look, best.row, options);
  const minus = (options.allowed ?? '-').includes('-') ? minusBefore(look, row) : undefined;
  const { points: network } = networks;
  const points = cells.slice(0, -1).map(({ frame }) => pointOdds(look, network, row, frame));
  const seen = judge(
    {
      turned,
      cells,
      small,
      points,
      minus: minus && minus.odds >= minusOdds ? minus : undefined,
      maybeMinus: minus !== undefined && minus.odds < minusOdds,
      neighbours: neighbourOdds(look, row),
      furtherSmall: further,
      rival: second && second.score > best.score - rivalReach ? textOf(second, options) : undefined,
      isCut: [cells[0], cells.at(-1)].some((cell) => cell && isCut(cell.frame, plane.width)),
      place: (x, y) =>
        turned
          ? [(plane.width - x) * plane.scale, (plane.height - y) * plane.scale]
          : [x * plane.scale, y * plane.scale],
    },
    options,
  );
  const isSigned = seen.text.startsWith('-') || !(options.allowed ?? '-').includes('-');
  return isSigned ? seen : withSign(image, seen);
}

/** Confidence of a minus that stands elsewhere than digits do. */
const signConfidence = 0.8;

/**
 * The reading with the minus before its row: displays draw it shorter than a digit, or nearer to them or further off, where the
 * cells of the row do not lie. What may be one makes the reading unsure.
 */
function withSign(image: RgbaImage, seen: SegmentReading): SegmentReading {
  const [first, last] = [seen.digits[0], seen.digits.at(-1)];
  if (!first || !last) return seen;
  const sign = signBefore(image, [first.box[0], last.box[1], last.box[2], first.box[3]]);
  if (!sign) return seen;
  if (!sign.isSure) return { ...seen, unsure: true, reason: seen.reason ?? { why: 'minus' } };
  const { reason, ...rest } = seen;
  const isSettled = reason?.why === 'minus';
  return {
    ...(isSettled ? rest : seen),
    unsure: seen.unsure && !isSettled,
    text: `-${seen.text}`,
    digits: [{ character: '-', confidence: signConfidence, box: sign.place }, ...seen.digits],
    confidence: Math.min(signConfidence, seen.confidence),
  };
}

/** How near in score the next best row has to come to be held against the best. */
const rivalReach = 3;

function textOf({ look, row }: Candidate, options: SegmentOptions): string {
  const { cells, small } = readRow(look, row, options);
  return [...cells, ...small].map(({ character }) => character).join('');
}

/** Share of a digit's width that may lie beyond the edge. */
const cutShare = 0.06;

function isCut(frame: CellFrame, planeWidth: number): boolean {
  const reach = (1 - 2 * cutShare) * frame.rightX;
  return frame.x - reach < 0 || frame.x + reach > planeWidth;
}

interface ReadRow {
  row: Row;
  /** Digits of full size, and smaller ones behind them. */
  cells: CellGuess[];
  small: CellGuess[];
  /** Log odds of one more of the smaller ones. */
  further: number;
}

function readRow(look: CellLook, row: Row, { digits, decimals }: SegmentOptions): ReadRow {
  const read = (part: Row): ReadRow => {
    const cells = Array.from({ length: part.count }, (_, place) =>
      readPlace(look, frameOf(part, place, look.plane.width)),
    );
    return { row: part, cells, small: [], further: Number.NEGATIVE_INFINITY };
  };
  if (row.count === digits) return read(row);
  const natural = read(row);
  if (decimals !== 0) {
    const { small, further } = smallDecimals(look, row, natural.cells);
    if (digits === undefined || row.count + small.length === digits) return { ...natural, small, further };
  }
  return digits === undefined ? natural : read(ofLength(look, row, digits));
}

interface Candidate {
  look: CellLook;
  row: Row;
  score: number;
  turned: boolean;
  /** What its score has been lowered by because displays seldom stand like this. */
  cost: number;
}

/** The best row and, where there is one, the next best. */
function bestRows(plane: InkPlane, network: CellNetwork, options: SegmentOptions): Candidate[] {
  const polarities =
    options.polarity === undefined ? ([1, -1] as const) : ([options.polarity === 'dark' ? 1 : -1] as const);
  const found = findRows(plane, {
    polarities,
    maybeTurned: options.upsideDown !== false,
    minDigits: Math.min(2, options.digits ?? 1),
  }).slice(0, ratedRows);
  const allowed = [...(options.allowed ?? '0123456789')].filter((character) => character !== '-').join('');
  const ways = options.upsideDown === undefined ? [false, true] : [options.upsideDown];
  const rated: Candidate[] = [];
  for (const turned of ways) {
    const seen = turned ? turnedPlane(plane) : plane;
    const looks = new Map(
      polarities.map((polarity) => [polarity, cellLook(seen, network, polarity, allowed)]),
    );
    const aside = turned && ways.length > 1;
    for (const { row: upright } of aside ? found.slice(0, ratedRows / 3) : found) {
      const row = turned ? turnedRow(upright, plane) : upright;
      const look = looks.get(row.polarity) as CellLook;
      const cost = aside ? turnedCost : 0;
      rated.push({ look, row, turned, cost, score: rateRow(look, row) - cost });
    }
  }
  return distinct(byScore(rated), fittedRows)
    .map((start) => improved(start, fitRow(start.look, start.row, 2)))
    .sort((a, b) => b.score - a.score)
    .slice(0, grownRows)
    .map((start) => improved(start, grown(start.look, fitRow(start.look, start.row, 3, 0.5))))
    .sort((a, b) => b.score - a.score);
}

function byScore(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => b.score - a.score);
}

function improved(candidate: Candidate, { row, score }: { row: Row; score: number }): Candidate {
  return { ...candidate, row, score: score - candidate.cost };
}

function turnedPlane(plane: InkPlane): InkPlane {
  return { ...plane, values: plane.values.slice().reverse() };
}

function turnedRow(row: Row, plane: InkPlane): Row {
  return {
    ...row,
    middle: plane.width - row.middle,
    growth: -row.growth,
    top: plane.height - row.top - row.height,
  };
}

/** The first few that do not stand at nearly the same place. */
function distinct(candidates: Candidate[], most: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    if (kept.length >= most) break;
    const { row } = candidate;
    const known = kept.some(
      ({ row: other, turned }) =>
        row.polarity === other.polarity &&
        candidate.turned === turned &&
        Math.abs(row.top - other.top) < 0.1 * row.height &&
        Math.abs(row.height - other.height) < 0.12 * row.height &&
        Math.abs(row.pitch - other.pitch) < 0.1 * row.pitch &&
        Math.abs(row.middle - other.middle) < 0.3 * row.pitch,
    );
    if (!known) kept.push(candidate);
  }
  return kept;
}

/** Odds from which a neighbouring place belongs to the row, and below which its last one does not. */
const joins = -0.5;
const leaves = -2.5;

/** Takes in neighbouring digits and gives up ends that are none. */
function grown(look: CellLook, fitted: { row: Row; score: number }): { row: Row; score: number } {
  let { row, score } = fitted;
  for (let step = 0; step < maxDigits && row.count < maxDigits; step++) {
    const after = bestShift(look, row, row.count);
    const before = bestShift(look, row, -1);
    if (Math.max(after.odds, before.odds) < joins) break;
    const { shift } = after.odds >= before.odds ? after : before;
    const atEnd = after.odds >= before.odds;
    const longer = atEnd ? partOf(row, 0, row.count + 1) : partOf(row, -1, row.count + 1);
    // The new end moves by the whole shift, the middle by half of it, the other end not at all.
    longer.middle += shift / 2;
    longer.pitch += ((atEnd ? 1 : -1) * shift) / row.count;
    const again = fitRow(look, longer, 2);
    row = again.row;
    score = again.score;
  }
  const width = look.plane.width;
  while (row.count > 1 && digitOdds(look, frameOf(row, row.count - 1, width)) < leaves)
    row = partOf(row, 0, row.count - 1);
  while (row.count > 1 && digitOdds(look, frameOf(row, 0, width)) < leaves)
    row = partOf(row, 1, row.count - 1);
  return { row, score };
}

/** The best odds at a place of a row or a little beside it; none where the picture has ended. */
function bestShift(look: CellLook, row: Row, place: number): { odds: number; shift: number } {
  let best = { odds: Number.NEGATIVE_INFINITY, shift: 0 };
  for (const share of [0, -0.06, 0.06]) {
    const shift = share * row.pitch;
    const frame = frameOf({ ...row, middle: row.middle + shift }, place, look.plane.width);
    if (frame.x < 0.4 * row.digitWidth || frame.x > look.plane.width - 0.25 * row.digitWidth) continue;
    const odds = digitOdds(look, frame);
    if (odds > best.odds) best = { odds, shift };
  }
  return best;
}

/** The best run of so many places among those of the row and around it. */
function ofLength(look: CellLook, row: Row, digits: number): Row {
  const from = Math.min(0, row.count - digits);
  const to = Math.max(row.count, digits);
  const odds = Array.from({ length: to - from }, (_, k) =>
    Math.min(7, Math.max(-6, bestShift(look, row, from + k).odds)),
  );
  let best = from;
  let most = Number.NEGATIVE_INFINITY;
  for (let start = from; start + digits <= to; start++) {
    const sum = odds.slice(start - from, start - from + digits).reduce((total, value) => total + value, 0);
    if (sum > most) {
      most = sum;
      best = start;
    }
  }
  const cut = partOf(row, best, digits);
  return digits > row.count ? fitRow(look, cut, 2).row : cut;
}

/** The better odds of the two places beside the row: high ones mean that a digit may have been left out. */
function neighbourOdds(look: CellLook, row: Row): number {
  return Math.max(bestShift(look, row, -1).odds, bestShift(look, row, row.count).odds);
}
