/** Decimal strings as whole numbers of millionths, so that sums are exact. */

const places = 6;
const one = 10n ** BigInt(places);

/** Undefined where it is not a decimal of at most 15 digits and 6 places. */
export function millionths(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,15})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  // More places than anybody means are noughts.
  if (whole === undefined || /[1-9]/.test(fraction.slice(places))) return undefined;
  const units = BigInt(whole) * one + BigInt(fraction.slice(0, places).padEnd(places, '0'));
  return sign === '-' ? -units : units;
}

/** With at least so many places. */
export function decimal(units: bigint, leastPlaces: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(leastPlaces, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction ? `.${fraction}` : ''}`;
}

export const times = (a: bigint, b: bigint): bigint => (a * b) / one;
export const dividedBy = (a: bigint, b: bigint): bigint => (a * one) / b;
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);
