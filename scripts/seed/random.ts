/** Numbers that are the same for the same seed (mulberry32; public domain, Tommy Ettinger). */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `share` of the calls. */
  chance(share: number): boolean;
  /** An id in the form of a random UUID. */
  uuid(): string;
  digits(count: number): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (length: number) =>
    Math.floor(next() * 16 ** length)
      .toString(16)
      .padStart(length, '0');
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
    uuid: () =>
      `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(next() * 4)]}${hex(3)}-${hex(8)}${hex(4)}`,
    digits: (count) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
  };
}

/** Picks indices so that index `i` comes `weights[i]` times as often as one of weight 1. */
export function createWeighted(weights: readonly number[]): (random: Random) => number {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    sums[index] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** `total` divided by Zipf's law, the first the largest, each at least `min`. */
export function divideByZipf(
  total: number,
  parts: number,
  { exponent, shift, min }: { exponent: number; shift: number; min: number },
): number[] {
  const weights = Array.from({ length: parts }, (_, index) => 1 / (index + shift) ** exponent);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const free = Math.max(0, total - min * parts);
  const shares = weights.map((weight) => min + Math.floor((free * weight) / sum));
  let left = total - shares.reduce((all, share) => all + share, 0);
  for (let index = 0; left > 0 && parts > 0; index = (index + 1) % parts, left--) shares[index]!++;
  // Fewer than one for each: the last go without.
  for (let index = parts - 1; left < 0 && index >= 0; index--) {
    const taken = Math.min(shares[index]!, -left);
    shares[index]! -= taken;
    left += taken;
  }
  return shares;
}
