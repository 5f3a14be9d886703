import { digitLike, repairDigits } from './digits.ts';
import { localeHabits } from './locale.ts';
import { readNumber } from './printed-numbers.ts';
import { plainUnit } from './unit-signs.ts';

export interface FoundNumber {
  /** Decimal string with a point, decimals as printed, no zeros in front: `"1234.50"`. */
  value: string;
  /** The unit behind the number, as `units` writes it or else as printed. */
  unit?: string;
  /** What else the same characters can mean: `1.234` is `"1234"` or `"1.234"`. */
  ambiguous?: string[];
  /** True where letters were read as the digits they resemble. */
  repaired: boolean;
}

export interface NumberOptions {
  /** BCP 47 tag; decides what `1.234` is. Without it such a number is declined. */
  locale?: string;
  /** The units it may have, as they shall be written: `['kWh', 'm³', '°C']`. A number with another one is declined. */
  units?: readonly string[];
  /** True where the number must stand with a unit. */
  needsUnit?: boolean;
}

const digits = `[${digitLike}]`;
const form = new RegExp(
  `^([-+]?)\\s?(${digits}(?:[${digitLike}.,'’ ]*${digits})?)(?:\\s?([^\\s\\d.,'’+-].{0,15}))?$`,
  'u',
);
/** Digits only; a letter glued to them that resembles one and has more behind it (`1O5 bar`, `23O V`) is no unit. */
const plain =
  /^([-+]?)\s?(\d(?:[\d.,'’ ]*\d)?)(?:\s?(?!(?<=\d)[OoQDIl|SsBZ][\d\s])([^\s\d.,'’+-].{0,15}))?$/u;
const bareUnit = /^[\p{L}°º%‰Ωµ"'²³/·*^~⎓]+[\p{L}\d²³/·*^~.°]*( ?[\p{L}/²³]{1,6})?$/u;

/** A unit without what a recogniser gets wrong: case, raised digits, signs of degrees and of alternating current. */
function unitKey(unit: string): string {
  return plainUnit(unit)
    .replace(/\u00b5/g, 'u')
    .replace(/[.~⎓^·]/g, '')
    .toLowerCase();
}

/**
 * Reads one number with or without its unit: `1.234,5 kWh`, `230 V~`, `-12.5 °C`, `98 %`. The whole text must be it.
 * Undefined for everything else.
 */
export function parseNumber(text: string, options: NumberOptions = {}): FoundNumber | undefined {
  const clean = text
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .replace(/[−–—]/g, '-')
    .trim();
  // Tried without letters as digits first: the `l` of `12 l` and the `B` of `5 B` are units.
  for (const candidate of [plain.exec(clean), form.exec(clean)]) {
    if (!candidate) continue;
    const [, sign, printed = '', tail] = candidate;
    const unit = tail === undefined ? undefined : unitOf(tail, options.units);
    if (tail !== undefined && unit === undefined) continue;
    if (unit === undefined && options.needsUnit) continue;
    const found = numberOf(sign === '-', printed, options.locale);
    if (found) return { ...found, ...(unit === undefined ? {} : { unit }) };
  }
  return undefined;
}

function unitOf(tail: string, units: readonly string[] | undefined): string | undefined {
  const printed = tail.trim();
  if (units) {
    // Upper and lower case tell units apart (`mW`, `MW`) where both are possible.
    const alike = units.filter((unit) => unitKey(unit) === unitKey(printed));
    return alike.find((unit) => unit === printed) ?? alike[0];
  }
  return bareUnit.test(printed) ? printed : undefined;
}

function numberOf(
  isNegative: boolean,
  printed: string,
  locale: string | undefined,
): Omit<FoundNumber, 'unit'> | undefined {
  const repaired = /\d/.test(printed) ? repairDigits(printed) : undefined;
  if (repaired === undefined) return undefined;
  const number = readNumber(repaired, {
    decimalMark: locale === undefined ? undefined : localeHabits(locale).decimalMark,
  });
  if (!number) return undefined;
  const written = (whole: string, fraction: string) =>
    `${isNegative && /[1-9]/.test(whole + fraction) ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction ? `.${fraction}` : ''}`;
  return {
    value: written(number.whole, number.fraction),
    ...(number.other ? { ambiguous: [written(...number.other)] } : {}),
    repaired: repaired !== printed,
  };
}
