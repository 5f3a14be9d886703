import type { InkPlane } from './ink-plane.ts';
import { patterns } from './patterns.ts';

/** A row of equal cells in the plane. All lengths in pixels of the plane. */
export interface Row {
  /** Where the row's middle is along x, and the way from digit to digit and a digit's width there. */
  middle: number;
  pitch: number;
  digitWidth: number;
  /** How much larger each digit is than the one before it, as a share: perspective. */
  growth: number;
  /** Upper edge and height in the middle of the row, as they would be in the middle of the plane's width. */
  top: number;
  height: number;
  /** Rightward lean: sideways offset per height. */
  slant: number;
  /** Downward slope of the row per pixel to the right. */
  tilt: number;
  count: number;
  /** 1 where strokes are darker than what is around them, -1 where they are brighter. */
  polarity: 1 | -1;
}

export interface FoundRow {
  row: Row;
  /** Log likelihood ratio of "digits stand here" summed over the cells. */
  score: number;
}

export interface SearchLimits {
  polarities: readonly (1 | -1)[];
  /** Whether digits may stand on their heads. */
  maybeTurned: boolean;
  /** Fewest digits a row may have. */
  minDigits: number;
}

/**
 * Rows of seven-segment digits, best first.
 *
 * Each hypothesis is a band (slope, lean, upper edge, height). A band is summed into seven profiles along x: above
 * the digits, the three horizontal strokes, the two rows of vertical strokes, below. From their prefix sums the mean ink of each
 * segment, hole and gap of a cell costs two look-ups, so that a cell can be tried at every place and width:
 * its score is the likelihood ratio of "two levels of ink, as in the best character" against "one level".
 * Cells are chained to rows of one pitch by dynamic programming.
 */
export function findRows(plane: InkPlane, limits: SearchLimits): FoundRow[] {
  const found: FoundRow[] = [];
  for (const tilt of likelyTilts(plane)) {
    const level = tilt === 0 ? plane : levelled(plane, tilt);
    for (const { top, height } of likelyBands(level))
      for (const slant of slants) searchBand(level, { top, height, slant, tilt }, limits, found);
  }
  return found.sort((a, b) => b.score - a.score);
}

const slants = [0.03, 0.19];
const widthsPerHeight = [0.5, 0.64, 0.82, 1.05, 1.35];
const pitchesPerWidth = [1.2, 1.32, 1.45, 1.6, 1.78];
const bandsPerTilt = 8;
/** Variance of ink inside one level. */
const noise = 0.06;
/** What a cell has to be better by than a plain area. */
const cellCost = 3;
const impossible = -1e4;
/** A place that speaks so much against a digit ends a chain. */
const mostLost = -1e3;

/** Slopes at which the rows of the plane are the most different from each other. */
function likelyTilts(plane: InkPlane): number[] {
  const { width, height, values } = plane;
  const block = 4;
  const blocks = Math.max(1, Math.floor(width / block));
  const sums = new Float32Array(blocks * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < blocks * block; x++) {
      const at = y * blocks + Math.floor(x / block);
      sums[at] = (sums[at] as number) + (values[y * width + x] as number);
    }
  const profile = new Float32Array(height);
  const rated = [];
  for (let step = -6; step <= 6; step++) {
    const tilt = step * 0.02;
    profile.fill(0);
    for (let b = 0; b < blocks; b++) {
      const shift = Math.round(tilt * ((b + 0.5) * block - width / 2));
      for (let y = 0; y < height; y++) {
        const from = Math.min(height - 1, Math.max(0, y + shift));
        profile[y] = (profile[y] as number) + (sums[from * blocks + b] as number);
      }
    }
    let sharpness = 0;
    for (let y = 2; y < height; y++) sharpness += ((profile[y] as number) - (profile[y - 2] as number)) ** 2;
    rated.push({ tilt, sharpness: sharpness * (1 - Math.abs(step) * 0.015) });
  }
  rated.sort((a, b) => b.sharpness - a.sharpness);
  const best = rated[0]?.tilt ?? 0;
  const other = rated.find(({ tilt }) => Math.abs(tilt - best) > 0.03)?.tilt ?? 0;
  return [best, other];
}

/** The plane with its columns moved so that a row of this slope lies level. */
export function levelled(plane: InkPlane, tilt: number): InkPlane {
  const { width, height, values } = plane;
  const out = new Float32Array(width * height);
  for (let x = 0; x < width; x++) {
    const shift = tilt * (x + 0.5 - width / 2);
    const whole = Math.floor(shift);
    const part = shift - whole;
    for (let y = 0; y < height; y++) {
      const upper = Math.min(height - 1, Math.max(0, y + whole));
      const lower = Math.min(height - 1, Math.max(0, y + whole + 1));
      out[y * width + x] =
        (values[upper * width + x] as number) * (1 - part) + (values[lower * width + x] as number) * part;
    }
  }
  return { ...plane, values: out };
}

/** Upper edges and heights between which there is much change along x, and less outside. */
function likelyBands(plane: InkPlane): { top: number; height: number }[] {
  const { width, height, values } = plane;
  const prefix = new Float64Array(height + 1);
  for (let y = 0; y < height; y++) {
    let change = 0;
    for (let x = 2; x < width; x++)
      change += Math.abs((values[y * width + x] as number) - (values[y * width + x - 2] as number));
    prefix[y + 1] = (prefix[y] as number) + change / width;
  }
  const mean = (from: number, to: number) => {
    const a = Math.min(height - 1, Math.max(0, Math.round(from)));
    const b = Math.min(height, Math.max(a + 1, Math.round(to)));
    return ((prefix[b] as number) - (prefix[a] as number)) / (b - a);
  };
  const bands = [];
  for (const share of [0.42, 0.52, 0.64, 0.79, 0.96]) {
    const tall = share * height;
    for (let top = -0.04 * height; top + tall <= 1.06 * height; top += Math.max(1, 0.09 * tall)) {
      const inside = Math.min(
        mean(top + 0.15 * tall, top + 0.45 * tall),
        mean(top + 0.55 * tall, top + 0.85 * tall),
      );
      const above = top > 0.1 * tall ? mean(top - 0.2 * tall, top - 0.06 * tall) : 0.5 * inside;
      const below = top + 1.1 * tall < height ? mean(top + 1.06 * tall, top + 1.2 * tall) : 0.5 * inside;
      bands.push({ top, height: tall, rating: (2 * inside - above - below) * Math.sqrt(share) });
    }
  }
  return bands.sort((a, b) => b.rating - a.rating).slice(0, bandsPerTilt);
}

const strips = [
  [-0.16, -0.05],
  [0, 0.13],
  [0.18, 0.42],
  [0.44, 0.56],
  [0.58, 0.82],
  [0.87, 1],
  [1.05, 1.16],
] as const;

interface Band {
  top: number;
  height: number;
  slant: number;
  tilt: number;
}

function searchBand(plane: InkPlane, band: Band, limits: SearchLimits, found: FoundRow[]): void {
  const margin = Math.ceil(0.8 * band.height);
  const profiles = bandProfiles(plane, band, margin);
  const length = plane.width + 2 * margin;
  for (const share of widthsPerHeight) {
    const digitWidth = share * band.height;
    const step = digitWidth > 26 ? 3 : 2;
    const scores = scoreCells(profiles, length, digitWidth, step, limits.maybeTurned ? anyWayUp : upright);
    for (const polarity of limits.polarities) {
      const ofPolarity = polarity === 1 ? scores.dark : scores.light;
      let best: FoundRow | undefined;
      for (const ratio of pitchesPerWidth) {
        const chain = chainCells(ofPolarity, (ratio * digitWidth) / step);
        if (chain.count < limits.minDigits || (best && chain.score <= best.score)) continue;
        const pitch =
          chain.count > 1 ? ((chain.last - chain.first) * step) / (chain.count - 1) : ratio * digitWidth;
        best = {
          score: chain.score,
          row: {
            ...band,
            middle: ((chain.first + chain.last) / 2) * step - margin + digitWidth / 2,
            growth: 0,
            pitch,
            digitWidth,
            count: chain.count,
            polarity,
          },
        };
      }
      if (best) found.push(best);
    }
  }
}

/** Prefix sums along x of the mean ink of each strip, lean taken out; `margin` empty columns on either side. */
function bandProfiles(plane: InkPlane, band: Band, margin: number): Float32Array[] {
  const { width, height, values } = plane;
  return strips.map(([from, to]) => {
    const sums = new Float32Array(width + 2 * margin + 1);
    const first = Math.round(band.top + from * band.height);
    const last = Math.max(first + 1, Math.round(band.top + to * band.height));
    for (let y = Math.max(0, first); y < Math.min(height, last); y++) {
      const shift = band.slant * (band.top + band.height / 2 - y - 0.5);
      const whole = Math.floor(shift);
      const part = shift - whole;
      const begin = Math.max(0, -whole);
      const end = Math.min(width - 1, width - 1 - whole);
      const line = y * width;
      for (let x = 0; x < width; x++) {
        const at = x + whole;
        const value =
          x >= begin && x < end && at >= 0
            ? (values[line + at] as number) * (1 - part) + (values[line + at + 1] as number) * part
            : at >= 0 && at < width
              ? (values[line + at] as number)
              : 0;
        sums[x + margin + 1] = (sums[x + margin + 1] as number) + value;
      }
    }
    let total = 0;
    const rows = last - first;
    for (let x = 1; x < sums.length; x++) {
      total += (sums[x] as number) / rows;
      sums[x] = total;
    }
    return sums;
  });
}

interface PatternSets {
  sets: Uint8Array;
  /** Lit segments of each. */
  sizes: number[];
}

function patternSets(sets: Iterable<number>): PatternSets {
  const unique = Uint8Array.from(new Set(sets));
  return {
    sets: unique,
    sizes: Array.from(unique, (set) => [...set.toString(2)].filter((bit) => bit === '1').length),
  };
}

const digitSets = patterns.filter(({ character }) => character !== '-').map(({ set }) => set);
const upright = patternSets(digitSets);
/** Also as they look on their heads: a and d, b and e, c and f change places. */
const anyWayUp = patternSets([
  ...digitSets,
  ...digitSets.map((set) => ((set & 7) << 3) | ((set >> 3) & 7) | (set & 64)),
]);
const holeWeight = 0.9;
const outsideWeight = 0.5;
const totalWeight = 7 + 2 * holeWeight + 6 * outsideWeight;

/** Room for the scores of one width, kept between searches. */
let darkRoom = new Float32Array(0);
let lightRoom = new Float32Array(0);
const segmentSums = new Float64Array(128);

/** Scores of a cell at every `step`th place, for dark and for bright strokes. */
function scoreCells(
  profiles: Float32Array[],
  length: number,
  digitWidth: number,
  step: number,
  { sets, sizes }: PatternSets,
): { dark: Float32Array; light: Float32Array } {
  const [above, top, upper, middle, lower, bottom, below] = profiles as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const w = Math.round(digitWidth);
  const stroke = Math.max(2, Math.round(0.22 * digitWidth));
  const inset = Math.round(0.26 * digitWidth);
  const hole = Math.round(0.32 * digitWidth);
  const holeEnd = Math.max(hole + 1, w - hole);
  const near = Math.max(1, Math.round(0.04 * digitWidth));
  const far = near + stroke;
  const places = Math.ceil(length / step);
  if (darkRoom.length < places) {
    darkRoom = new Float32Array(places);
    lightRoom = new Float32Array(places);
  }
  const dark = darkRoom.subarray(0, places).fill(impossible);
  const light = lightRoom.subarray(0, places).fill(impossible);
  const sums = segmentSums;
  const perInset = 1 / (w - 2 * inset);
  const perStroke = 1 / stroke;
  const perHole = 1 / (holeEnd - hole);
  const perWidth = 1 / w;
  const spread = totalWeight * noise;
  for (let place = Math.ceil(far / step); place * step + w + far <= length; place++) {
    const x = place * step;
    const a = ((top[x + w - inset] as number) - (top[x + inset] as number)) * perInset;
    const b = ((upper[x + w] as number) - (upper[x + w - stroke] as number)) * perStroke;
    const c = ((lower[x + w] as number) - (lower[x + w - stroke] as number)) * perStroke;
    const d = ((bottom[x + w - inset] as number) - (bottom[x + inset] as number)) * perInset;
    const e = ((lower[x + stroke] as number) - (lower[x] as number)) * perStroke;
    const f = ((upper[x + stroke] as number) - (upper[x] as number)) * perStroke;
    const g = ((middle[x + w - inset] as number) - (middle[x + inset] as number)) * perInset;
    const hole1 = ((upper[x + holeEnd] as number) - (upper[x + hole] as number)) * perHole;
    const hole2 = ((lower[x + holeEnd] as number) - (lower[x + hole] as number)) * perHole;
    const left1 = ((upper[x - near] as number) - (upper[x - far] as number)) * perStroke;
    const left2 = ((lower[x - near] as number) - (lower[x - far] as number)) * perStroke;
    const right1 = ((upper[x + w + far] as number) - (upper[x + w + near] as number)) * perStroke;
    const right2 = ((lower[x + w + far] as number) - (lower[x + w + near] as number)) * perStroke;
    const over = ((above[x + w] as number) - (above[x] as number)) * perWidth;
    const under = ((below[x + w] as number) - (below[x] as number)) * perWidth;
    const sum =
      a +
      b +
      c +
      d +
      e +
      f +
      g +
      holeWeight * (hole1 + hole2) +
      outsideWeight * (left1 + left2 + right1 + right2 + over + under);
    const squares =
      a * a +
      b * b +
      c * c +
      d * d +
      e * e +
      f * f +
      g * g +
      holeWeight * (hole1 * hole1 + hole2 * hole2) +
      outsideWeight *
        (left1 * left1 + left2 * left2 + right1 * right1 + right2 * right2 + over * over + under * under);
    const total = squares - (sum * sum) / totalWeight;
    for (let set = 0; set < 8; set++) {
      sums[set] = (set & 1 ? a : 0) + (set & 2 ? b : 0) + (set & 4 ? c : 0);
      sums[set << 3] = (set & 1 ? d : 0) + (set & 2 ? e : 0) + (set & 4 ? f : 0);
    }
    let explainedDark = 0;
    let explainedLight = 0;
    for (let k = 0; k < sets.length; k++) {
      const set = sets[k] as number;
      const count = sizes[k] as number;
      const on = (sums[set & 7] as number) + (sums[set & 56] as number) + (set & 64 ? g : 0);
      const contrast = on / count - (sum - on) / (totalWeight - count);
      const explained = ((count * (totalWeight - count)) / totalWeight) * contrast * contrast;
      if (contrast > 0) {
        if (explained > explainedDark) explainedDark = explained;
      } else if (explained > explainedLight) explainedLight = explained;
    }
    dark[place] =
      0.5 * totalWeight * Math.log((total + spread) / (total - explainedDark + spread)) - cellCost;
    light[place] =
      0.5 * totalWeight * Math.log((total + spread) / (total - explainedLight + spread)) - cellCost;
  }
  return { dark, light };
}

/** Room for chains, kept between searches. */
let best = new Float32Array(0);
let first = new Int32Array(0);
let counts = new Int32Array(0);

/** The chain of cells with the highest sum; neighbours are a pitch apart, give or take 5 %. Places, not pixels. */
function chainCells(
  scores: Float32Array,
  pitch: number,
): { score: number; first: number; last: number; count: number } {
  const places = scores.length;
  if (best.length < places) {
    best = new Float32Array(places);
    first = new Int32Array(places);
    counts = new Int32Array(places);
  }
  const apart = Math.round(pitch);
  const slack = Math.max(1, Math.round(0.05 * pitch));
  let top = 0;
  let last = -1;
  for (let place = 0; place < places; place++) {
    const own = scores[place] as number;
    best[place] = 0;
    if (own <= mostLost) continue;
    let before = 0;
    let from = -1;
    for (let k = -slack; k <= slack; k++) {
      const previous = place - apart - k;
      if (previous < 0) continue;
      const value = (best[previous] as number) - (k < 0 ? -k : k) * 0.4;
      if (value > before) {
        before = value;
        from = previous;
      }
    }
    const value = own + before;
    if (value <= 0) continue;
    best[place] = value;
    counts[place] = from < 0 ? 1 : (counts[from] as number) + 1;
    first[place] = from < 0 ? place : (first[from] as number);
    if (value > top) {
      top = value;
      last = place;
    }
  }
  return last < 0
    ? { score: 0, first: 0, last: 0, count: 0 }
    : { score: top, first: first[last] as number, last, count: counts[last] as number };
}
