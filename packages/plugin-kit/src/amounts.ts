import { currencyDecimals, looksLikeCurrency, parseCurrency } from './currencies.ts';
import { digitLike, repairDigits } from './digits.ts';
import { readNumber } from './printed-numbers.ts';

export interface Amount {
  /** Decimal string with a point, at least as many decimals as the currency has: `"1471.60"`. */
  value: string;
  /** ISO 4217, where a sign or code stands beside the number and its meaning is clear. */
  currency?: string;
  /** What else the same characters can mean: `1.234` is `"1234.00"` or `"1.234"`. */
  ambiguous?: string[];
  /** True where letters were read as the digits they resemble. */
  repaired: boolean;
}

export interface AmountOptions {
  /** BCP 47 tag; decides what `1.234` is. Without it such a number is declined. */
  locale?: string;
  /** ISO 4217 where the document's currency is known: sets the number of decimals. */
  currency?: string;
}

const numberCore = new RegExp(`^[${digitLike}](?:[${digitLike}.,'’ ]*[${digitLike}])?$`);
const currencyPart = /^([^\d\s.,'’()+-]+\.?)\s*(.*)$/s;
const currencyTail = /^(.*[\d-])\s*([^\d\s.,'’()+-]+\.?)$/s;

/**
 * Reads one amount of money as printed, whichever way it marks decimals and thousands: `1.471,60`, `1,471.60`,
 * `1 471,60`, `1'471.60`, `RM 12.00`, `$4`, `12,-`, `(3.50)`, `3.50-`. The whole text must be the amount.
 * Undefined for everything else: a wrong amount is worse than none.
 */
export function parseAmount(text: string, options: AmountOptions = {}): Amount | undefined {
  const locale = options.locale ?? '';
  let rest = text
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .replace(/[−–—]/g, '-')
    .trim();
  let negative = false;
  if (/^\(.*\)$/.test(rest)) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  let currency: string | undefined;
  let signs = 0;
  const takeCurrency = (token: string): boolean => {
    if (!looksLikeCurrency(token)) return false;
    currency ??= parseCurrency(token, locale);
    return true;
  };
  const sign = () => {
    if (/^[-+]/.test(rest)) {
      negative ||= rest[0] === '-';
      signs++;
      rest = rest.slice(1).trim();
    }
  };
  sign();
  const head = currencyPart.exec(rest);
  if (head && /\d/.test(head[2] ?? '') && takeCurrency(head[1]!)) rest = head[2]!;
  const tail = currencyTail.exec(rest);
  if (tail && takeCurrency(tail[2]!)) rest = tail[1]!.trim();
  sign();
  // `12,-` and `12:-` (Sweden, Germany, Switzerland): no minor units.
  rest = rest.replace(/(?<=\d)(?:[.,]|:)[-=]{1,2}$/, '');
  if (/-$/.test(rest)) {
    negative = true;
    rest = rest.slice(0, -1).trim();
  }
  if (signs > 1 || !/\d/.test(rest) || !numberCore.test(rest)) return undefined;
  const digits = repairDigits(rest);
  if (digits === undefined) return undefined;
  const decimals = currencyDecimals(currency ?? options.currency ?? '');
  const number = readNumber(digits, options.locale, decimals);
  if (!number) return undefined;
  const finish = (whole: string, fraction: string) =>
    `${negative && /[1-9]/.test(whole + fraction) ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${decimals + fraction.length ? `.${fraction.padEnd(decimals, '0')}` : ''}`;
  if (number.whole.length > 12) return undefined;
  return {
    value: finish(number.whole, number.fraction),
    ...(currency ? { currency } : {}),
    ...(number.other ? { ambiguous: [finish(...number.other)] } : {}),
    repaired: digits !== rest,
  };
}

/** Ten-thousandths, so that sums of amounts are exact. */
export function minorUnits(value: string): number {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const units = Number(whole) * 10_000 + Number(fraction.slice(0, 4).padEnd(4, '0'));
  return value.startsWith('-') ? -units : units;
}

/** The opposite of {@link minorUnits}, with `decimals` decimals. */
export function fromMinorUnits(units: number, decimals = 2): string {
  const absolute = Math.abs(Math.round(units));
  const text = String(absolute).padStart(5, '0');
  const fraction = text.slice(-4);
  const kept = fraction.slice(0, Math.max(decimals, fraction.replace(/0+$/, '').length));
  return `${units < 0 && absolute > 0 ? '-' : ''}${text.slice(0, -4)}${kept ? `.${kept}` : ''}`;
}
