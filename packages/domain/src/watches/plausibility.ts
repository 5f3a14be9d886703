import type { Baseline, Direction, Implausible, WatchReads } from './rules.ts';

export interface Rules {
  reads: Pick<WatchReads, 'min' | 'max'>;
  maxRate: number | null;
  ratePerMs: number | null;
  direction: Direction;
}

export interface Range {
  low: number;
  high: number;
}

/** Sums of decimal fractions are not exact: a value on the very border is still inside. */
const tolerance = 1e-9;

/**
 * The values that can be true at a moment, given one that was confirmed before it or after it: as far as the rate reaches in
 * the time between, one step of the display more, and only to the side the direction allows.
 */
export function rangeFrom(
  { value, takenAt, step }: Baseline,
  { maxRate, ratePerMs, direction }: Pick<Rules, 'maxRate' | 'ratePerMs' | 'direction'>,
  at: number,
): Range {
  const reach =
    maxRate === null || ratePerMs === null
      ? Number.POSITIVE_INFINITY
      : (maxRate * Math.abs(at - takenAt)) / ratePerMs + step;
  // Before a confirmed value, what only rises was lower.
  const isBefore = at < takenAt;
  const mayBeLower = direction === 'any' || (direction === 'up') === isBefore;
  const mayBeHigher = direction === 'any' || (direction === 'down') === isBefore;
  const slack = tolerance * Math.max(1, Math.abs(value));
  return {
    low: (mayBeLower ? value - reach : value) - slack,
    high: (mayBeHigher ? value + reach : value) + slack,
  };
}

/**
 * Whether a value can be true: within what the display can show, and between the confirmed ones around it. Without a
 * confirmed value there is nothing to compare with.
 * @returns undefined where it can, otherwise why not
 */
export function findImplausible(
  { value, takenAt }: { value: number; takenAt: number },
  { before, after }: { before?: Baseline | undefined; after?: Baseline | undefined },
  rules: Rules,
): Implausible | undefined {
  const { min = null, max = null } = rules.reads;
  if ((min !== null && value < min) || (max !== null && value > max))
    return { rule: 'range', value, min, max };
  for (const baseline of [before, after]) {
    if (!baseline) continue;
    const { low, high } = rangeFrom(baseline, rules, takenAt);
    if (value >= low && value <= high) continue;
    const onlyDirection = rangeFrom(baseline, { ...rules, maxRate: null }, takenAt);
    return {
      rule: value < onlyDirection.low || value > onlyDirection.high ? 'direction' : 'rate',
      value,
      difference: value - baseline.value,
      elapsedMs: takenAt - baseline.takenAt,
      confirmed: { value: baseline.value, takenAt: baseline.takenAt, by: baseline.by },
      maxRate: rules.maxRate,
      ratePerMs: rules.ratePerMs,
      direction: rules.direction,
    };
  }
  return undefined;
}

/** The step of a display with so many decimals, or as many as the text shows: 0.1 for `12 841.0`. */
export function stepOf(decimals: number | undefined, text: string | null): number {
  const shown = decimals ?? /[.,](\d+)\D*$/.exec(text ?? '')?.[1]?.length ?? 0;
  return 10 ** -Math.min(shown, 12);
}
