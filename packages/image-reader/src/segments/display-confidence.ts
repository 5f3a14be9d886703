/** What speaks for the reading of a row, see `readDisplay`. */
interface Evidence {
  /** Mean over all looks of what they give it, 0 to 1. */
  support: number;
  /** Its share of the support of all that was read in any look, 0 to 1. */
  agreement: number;
  /** Whether the decoder of segments sees the same digits, and whether it is sure of them. */
  isConfirmed: boolean;
  isSurelyConfirmed: boolean;
  isOneDigit: boolean;
}

/**
 * Share of readings with such evidence that are completely right: a logistic regression on 220 drawn displays
 * (`drawRandomDisplay`, seed 5). A single digit is read in anything.
 */
export function chanceOf({
  support,
  agreement,
  isConfirmed,
  isSurelyConfirmed,
  isOneDigit,
}: Evidence): number {
  const odds =
    2.4 +
    1.16 * Math.log(Math.max(1e-4, support)) +
    0.93 * Math.log(Math.max(1e-4, agreement)) +
    1.7 * Number(isConfirmed) +
    0.6 * Number(isSurelyConfirmed) -
    2.4 * Number(isOneDigit);
  return 1 / (1 + Math.exp(-odds));
}

/** Confidences of characters of which the least certain is as sure as the whole, in the order of what a look says of them. */
export function shared(chance: number, seen: readonly number[]): number[] {
  const most = Math.max(...seen.map((each) => 1 - each));
  return seen.map((each) => (most < 0.02 ? chance : 1 - ((1 - chance) * (1 - each)) / most));
}
