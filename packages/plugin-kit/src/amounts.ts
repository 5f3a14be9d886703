import { looksLikeCurrency } from './currencies.ts';
import { type Amount, type AmountOptions, amountOf } from './printed-amounts.ts';
import { plainMarks } from './printed-numbers.ts';

export type { Amount, AmountOptions };

const currencyPart = /^([^\d\s.,'’()+-]+\.?)\s*(.*)$/s;
const currencyTail = /^(.*[\d-])\s*([^\d\s.,'’()+-]+\.?)$/s;

/**
 * Reads one amount of money as printed, whichever way it marks decimals and thousands: `1.471,60`, `1,471.60`,
 * `1 471,60`, `1'471.60`, `1,04,600.00`, `RM 12.00`, `$4`, `12,-`, `(3.50)`, `3.50-`. The whole text must be the amount.
 * Undefined for everything else: a wrong amount is worse than none.
 */
export function parseAmount(text: string, options: AmountOptions = {}): Amount | undefined {
  let rest = plainMarks(text).replace(/[−–—]/g, '-').trim();
  let isNegative = false;
  if (/^\(.*\)$/.test(rest)) {
    isNegative = true;
    rest = rest.slice(1, -1).trim();
  }
  let token: string | undefined;
  let signs = 0;
  const takeCurrency = (candidate: string): boolean => {
    if (!looksLikeCurrency(candidate)) return false;
    token ??= candidate;
    return true;
  };
  const sign = () => {
    if (/^[-+]/.test(rest)) {
      isNegative ||= rest[0] === '-';
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
  if (/^\(.*\)$/.test(rest) && !isNegative) {
    isNegative = true;
    rest = rest.slice(1, -1).trim();
  }
  // `12,-`, `12:-` and `12/-` (Sweden, Germany, Switzerland, India): no minor units.
  const whole = rest.replace(/(?<=\d) ?[.,:/][-=]{1,2}$/, '');
  const isWhole = whole !== rest;
  rest = whole;
  if (/-$/.test(rest)) {
    isNegative = true;
    rest = rest.slice(0, -1).trim();
  }
  return signs > 1 ? undefined : amountOf(rest, { ...options, token, isNegative, isWhole });
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
