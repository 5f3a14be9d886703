import { currencyDecimalMark, currencyDecimals, currencyMeanings, parseCurrency } from './currencies.ts';
import { digitLike, repairDigits } from './digits.ts';
import { localeHabits } from './locale.ts';
import { plainMarks, readNumber } from './printed-numbers.ts';

export interface Amount {
  /** Decimal string with a point, at least as many decimals as the currency has: `"1471.60"`, `"1196"` for yen. */
  value: string;
  /** ISO 4217, where a sign or code is next to the number and its meaning is clear. */
  currency?: string;
  /** ISO 4217 of all that a sign beside the number can mean, where that is not clear; the one most often meant first. */
  currencies?: string[];
  /** What else the same characters can mean: `1.234` is `"1234.00"` or `"1.234"`. */
  ambiguous?: string[];
  /** True where letters were read as the digits they resemble. */
  repaired: boolean;
}

export interface AmountOptions {
  /** BCP 47 tag; decides what `1.234` is. Without it such a number is declined. */
  locale?: string | undefined;
  /** ISO 4217 where the document's currency is known: sets the number of decimals. */
  currency?: string | undefined;
  /** As the rest of the document prints it, where that is known; stronger than the locale. */
  decimalMark?: '.' | ',' | undefined;
}

const numberCore = new RegExp(`^[${digitLike}](?:[${digitLike}.,'’ ]*[${digitLike}])?$`);

/**
 * An amount of the number alone, as printed.
 * @param options.token the sign or code of the currency beside it.
 * @param options.isWhole true where a dash stands for the decimals (`1.190,-`).
 */
export function amountOf(
  number: string,
  options: AmountOptions & { token: string | undefined; isNegative: boolean; isWhole?: boolean },
): Amount | undefined {
  const { token, isNegative, locale } = options;
  const printed = plainMarks(number);
  if (!/\d/.test(printed) || !numberCore.test(printed)) return undefined;
  const digits = repairDigits(printed);
  if (digits === undefined) return undefined;
  const meanings = token === undefined ? [] : currencyMeanings(token);
  // What the document says elsewhere is stronger than the country it is read in.
  const currency =
    options.currency !== undefined && meanings.includes(options.currency)
      ? options.currency
      : token === undefined
        ? undefined
        : parseCurrency(token, locale ?? '');
  const likeliest = currency ?? meanings[0];
  const decimals = currencyDecimals(likeliest ?? options.currency ?? '');
  const decimalMark =
    options.decimalMark ??
    (likeliest === undefined ? undefined : currencyDecimalMark(likeliest)) ??
    (locale === undefined ? undefined : localeHabits(locale).decimalMark);
  const read = readNumber(digits, { decimalMark, decimals: options.isWhole ? 0 : decimals });
  if (!read || read.whole.length > 12) return undefined;
  const finish = (whole: string, fraction: string) =>
    `${isNegative && /[1-9]/.test(whole + fraction) ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${decimals + fraction.length ? `.${fraction.padEnd(decimals, '0')}` : ''}`;
  return {
    value: finish(read.whole, read.fraction),
    ...(currency ? { currency } : meanings.length > 0 ? { currencies: meanings } : {}),
    ...(read.other ? { ambiguous: [finish(...read.other)] } : {}),
    repaired: digits !== printed,
  };
}
