import type { GrayImage } from '../image.ts';

/** A dark stretch at an end is ground, not a bar, from so many times the narrowest bar. */
const groundFrom = 6;
/** Widths of the outermost bar, in narrowest ones: those of product codes and Code 39 have one, that of Code 128 two. */
const outerBars = [1, 2] as const;
const leastContrast = 40;
const leastRuns = 14;

/**
 * Bars that lie on a ground as dark as themselves, which swallows the outermost ones: given a light margin, once for each width
 * these can have.
 *
 * @param strip bars upright, and some of what is beside them
 * @returns none where both ends are light
 */
export function withQuietZones(strip: GrayImage): GrayImage[] {
  const profile = meanRow(strip);
  const [low, high] = [Math.min(...profile), Math.max(...profile)];
  if (high - low < leastContrast) return [];
  const runs = runsOf(profile, (low + high) / 2);
  if (runs.length < leastRuns) return [];
  const widths = runs
    .slice(1, -1)
    .map(({ from, to }) => to - from)
    .sort((a, b) => a - b);
  const narrowest = widths[Math.floor(0.2 * widths.length)] as number;
  const [first, last] = [runs[0], runs.at(-1)] as [Run, Run];
  const isGround = ({ isDark, from, to }: Run): boolean => isDark && to - from >= groundFrom * narrowest;
  if (!isGround(first) && !isGround(last)) return [];
  return outerBars.map((bars) => {
    const left = isGround(first) ? Math.round(first.to - bars * narrowest) : 0;
    const right = isGround(last) ? Math.round(last.from + bars * narrowest) : strip.width;
    const data = strip.data.slice();
    for (let row = 0; row < strip.height; row++) {
      data.fill(high, row * strip.width, row * strip.width + left);
      data.fill(high, row * strip.width + right, (row + 1) * strip.width);
    }
    return { ...strip, data };
  });
}

function meanRow({ width, height, data }: GrayImage): number[] {
  return Array.from({ length: width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += data[y * width + x] as number;
    return sum / height;
  });
}

/** Columns `from` to `to`, that one left out, of one kind. */
interface Run {
  isDark: boolean;
  from: number;
  to: number;
}

function runsOf(profile: readonly number[], threshold: number): Run[] {
  const runs: Run[] = [];
  profile.forEach((value, x) => {
    const isDark = value < threshold;
    const last = runs.at(-1);
    if (last?.isDark === isDark) last.to = x + 1;
    else runs.push({ isDark, from: x, to: x + 1 });
  });
  return runs;
}
