// cspell:disable -- words between amounts, as printed
import type { Amount, AmountOptions } from './amounts.ts';
import { currencyDecimals, currencySigns, isPrintedCurrency } from './currencies.ts';
import { digitLike } from './digits.ts';
import { amountOf } from './printed-amounts.ts';

/** An amount of money in a text. */
export interface FoundAmount extends Amount {
  /** As printed, with its sign and the currency beside it. */
  raw: string;
  /** Where `raw` starts in the text. */
  index: number;
  /** True for both ends of a range (`£3,500 – £5,000`): neither is what something costs. */
  isRange?: true;
}

export interface FindAmountsOptions extends AmountOptions {
  /** True where print may have lost a decimal point altogether: a text that is nothing but `12 50` is 12.50. */
  maybeFaint?: boolean;
}

const d = `[${digitLike}]`;
const mark = "[.,'’´`\\u00a0\\u2007\\u2009\\u202f ]";
const two = `\\s?[.,]\\s?\\d${d}(?!\\d)`;
const whole = [
  // As in India: 1,04,600.
  '\\d{1,2}(?:,\\d{2}){1,3},\\d{3}(?!\\d)',
  // A letter may be a misread digit of a group only where decimals follow: `32,00B` has a class of tax behind it.
  `\\d${d}{0,2}(?<mark>${mark})\\d${d}{2}(?:\\k<mark>\\d${d}{2})*(?=${two})`,
  `\\d{1,3}(?<group>${mark})\\d{3}(?:\\k<group>\\d{3})*(?!\\d)`,
  `\\d${d}{0,11}`,
  '(?<=[€£$])[lI|]',
  '(?<=^|[\\s$€£M])(?=[.,]\\d)',
].join('|');
const core = new RegExp(
  `(?:${whole})(?:(?<two>${two})|(?<three>[.,]\\d{3}(?!\\d))|(?<one>[.,]\\d(?!${d})))?`,
  'gu',
);
const token = `(?:(?:(?<!\\p{L})\\p{Lu}{1,3})?[${currencySigns}]|(?<![\\p{L}\\d])\\p{L}{1,8}\\.?)`;
const tokenBefore = new RegExp(`(${token})\\s*$`, 'u');
const tokenBehind = new RegExp(`^\\s{0,2}(${token})(?![\\p{L}\\d])`, 'u');
const signBefore = /[-−–—+(]\s?$/;
const minusBehind = new RegExp(`^\\s?[-−–](?!\\s?[${currencySigns}]?\\s?\\d)`);
const creditMark = /^\s?CR(?!\p{L})/u;
const noMinorUnits = /^\s?(?:[.,:][-–—=]{1,2}|\/[-–—=]{1,2})(?!\d)/;
/** What stands between the two ends of a range, but for dashes. */
const between = /^\s*(?:~|to|bis|à|a|al|hasta|tot|do|till)\s*$/u;
const behindNumber = /\d\s?(?:~|to|bis|hasta|tot|till)\s*$/u;
/** Codes that words are glued to: `TOTALRM12.00`. */
const gluedCode = /(?<=\p{L})(?:RM|EUR|USD|GBP|CHF)$/u;
const measure = /^\s?(?:kg|g|ml|cl|km|kWh|Uhr|lb|oz|m²|m2)(?!\p{L})/u;

// Most lines hold no amount, and a look at their characters is much cheaper than the patterns.
const someDecimals = /[.,] ?[\dOoQDIlSsBZ|]{2}/;
const someCurrency = new RegExp(
  `[${currencySigns}]|[A-Z]{3}|R[MpPsS]|R ?\\d|[Kk][rR]|K[DCč]|Ft|TL|z[łl]|[Ee]uro?|lei|Fr|chf|usd|\\d\\s?[.,:/][-–—=]`,
);
/** Characters beside a number that are looked at: enough for what belongs to it, in a line of any length. */
const reach = 40;
const withoutPoint = /^(-?\d{1,4}) (\d{2})$/;

/** Whether {@link findAmounts} could find something: false for most lines of a page, at little cost. */
export function mayHoldAmount(text: string, { currency, maybeFaint }: FindAmountsOptions = {}): boolean {
  return (
    someDecimals.test(text) ||
    (/\d/.test(text) && (someCurrency.test(text) || currencyDecimals(currency ?? '') !== 2)) ||
    (maybeFaint === true && withoutPoint.test(text.trim()))
  );
}

/**
 * Every amount of money in a text, in the order printed: numbers with the decimals of their currency, and whole ones
 * beside a sign or code (`¥110,800`, `Rs 460/-`, `R18.99`, `1.190,-`). Signs before and behind count, and brackets around
 * an amount as accountants set them. Dates, times, rates and numbers inside codes are none.
 */
export function findAmounts(text: string, options: FindAmountsOptions = {}): FoundAmount[] {
  const found: FoundAmount[] = [];
  if (!mayHoldAmount(text, options)) return found;
  for (const match of text.matchAll(core)) {
    if (match[0] === '') continue;
    const one = amountAt(text, match, options, found.at(-1));
    if (one) found.push(one);
  }
  const lost = options.maybeFaint && found.length === 0 ? withoutPoint.exec(text.trim()) : null;
  const amount =
    lost &&
    amountOf(`${lost[1]!.replace('-', '')}.${lost[2]}`, {
      ...options,
      token: undefined,
      isNegative: lost[1]!.startsWith('-'),
    });
  if (lost && amount) found.push({ ...amount, raw: lost[0], index: text.indexOf(lost[0]) });
  return found;
}

function amountAt(
  text: string,
  match: RegExpMatchArray,
  options: FindAmountsOptions,
  previous: FoundAmount | undefined,
): FoundAmount | undefined {
  const { two, three, one } = match.groups!;
  const end = match.index! + match[0].length;
  const from = previous ? previous.index + previous.raw.length : 0;
  const start = match.index!;
  const lead = leadOf(text, start, from);
  if (!lead) return undefined;
  const number = match[0];
  let tail = text.slice(end, end + reach);
  if (/^(?:\s?[%‰]|\d|[.,:/'’]\d)/.test(tail)) return undefined;
  const dashes = two === undefined ? noMinorUnits.exec(tail)?.[0] : undefined;
  if (dashes) tail = text.slice(end + dashes.length, end + reach);
  const behind = trailOf(tail, lead.token === undefined, lead.opens === true);
  const unit = lead.token ?? behind.token;
  const isWhole = two === undefined && dashes === undefined;
  if (isWhole && (/[\p{L}|]/u.test(number) || (behind.token === undefined && /^\p{L}/u.test(tail))))
    return undefined;
  if (unit === undefined && measure.test(tail)) return undefined;
  // Accounts and articles: a long number, or one that goes on behind a hyphen.
  if (isWhole && three === undefined && one === undefined && /^\d{10,}$/.test(number)) return undefined;
  if (isWhole && unit !== undefined && /\p{L}/u.test(unit) && /^-\d/.test(tail)) return undefined;
  const isMoney =
    unit !== undefined ||
    (lead.isGlued ? previous !== undefined : two !== undefined || dashes !== undefined) ||
    (lead.isRange && previous !== undefined) ||
    countsAsWhole(text, start, end, number, three, options);
  if (!isMoney) return undefined;
  const amount = amountOf(/^[.,]/.test(number) ? `0${number}` : number, {
    ...options,
    token: unit,
    isNegative: lead.isNegative || behind.isNegative,
    isWhole: dashes !== undefined,
  });
  if (!amount) return undefined;
  if (lead.isRange && previous) previous.isRange = true;
  const rawEnd = end + (dashes ?? '').length + behind.length;
  const rawStart = lead.opens && !behind.closes ? start : lead.start;
  return {
    ...amount,
    raw: text.slice(rawStart, rawEnd),
    index: rawStart,
    ...(lead.isRange ? { isRange: true } : {}),
  };
}

/** What stands before a number. */
interface Lead {
  /** Where the amount begins, with its sign, currency and bracket. */
  start: number;
  token?: string | undefined;
  isNegative: boolean;
  /** A bracket opens directly before it. */
  opens?: boolean;
  isRange?: boolean;
  /** The end of a range whose dash touches digits on both sides; codes and dates look the same. */
  isGlued?: boolean;
}

/** Undefined where the number is part of something else. */
function leadOf(text: string, number: number, from: number): Lead | undefined {
  let start = number;
  const back = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(text.slice(Math.max(from, start - 14), start))?.[0];
    start -= found?.length ?? 0;
    return found;
  };
  const near = back(signBefore);
  const window = text.slice(Math.max(from, start - 14), start);
  const word = tokenBefore.exec(window);
  const printed = word && isPrintedCurrency(word[1]!) ? word : gluedCode.exec(window);
  const isCurrency = printed !== null;
  if (isCurrency) start -= printed[0].length;
  const far = isCurrency ? back(signBefore) : undefined;
  const opens = near?.startsWith('(') || far?.startsWith('(') || false;
  const sign = [far, near].find((one) => one !== undefined && !one.startsWith('('));
  const lead: Lead = { start, token: printed?.[1] ?? printed?.[0], isNegative: false, opens };
  const beside = text[start - 1] ?? ' ';
  if (sign === undefined) {
    if (
      from > 0
        ? between.test(text.slice(from, start))
        : behindNumber.test(text.slice(Math.max(0, start - reach), start))
    )
      return { ...lead, isRange: true };
    // A word or code that a number or a sign of currency is glued to.
    if (start === number) return isFree(text, start) ? lead : undefined;
    return /[\d/@#]/.test(beside) && start > from ? undefined : lead;
  }
  if (sign.startsWith('+')) return lead;
  const before = text.slice(Math.max(from, start - reach), start).trimEnd();
  const isBehindDigit = before === '' ? from > 0 : /\d$/.test(before);
  const isSpaced = /\s/.test(beside);
  const own = text.startsWith(sign, start) ? start + sign.length : start;
  // The dash is no part of the amount behind it.
  if (isBehindDigit && isSpaced === /\s$/.test(sign))
    return { ...lead, start: own, isRange: true, ...(isSpaced ? {} : { isGlued: true }) };
  // Dots and dashes that lead from a label to its amount.
  if (/[-−–—]/.test(beside)) return { ...lead, start: own };
  if (/[\d/@#]/.test(beside) && start > from) return undefined;
  // `A-12.50` is a code, `SUMME-12,50` is not.
  if (!isCurrency && /\p{L}/u.test(beside) && !/\p{L}{3}$/u.test(before)) return undefined;
  return { ...lead, isNegative: true };
}

/** Whether a number at `start` begins there: not inside a word, a date, an address or a longer number. */
function isFree(text: string, start: number): boolean {
  const beside = text[start - 1];
  if (beside === undefined) return true;
  if (/[\p{L}\d/@#\\_]/u.test(beside)) return false;
  return !/[.,:'’]/.test(beside) || !/\d/.test(text[start - 2] ?? '');
}

/** What stands behind a number: a currency, if there was none before it, a minus, a bracket that closes. */
function trailOf(
  text: string,
  takesToken: boolean,
  isOpen: boolean,
): { token: string | undefined; isNegative: boolean; closes: boolean; length: number } {
  let length = 0;
  const take = (pattern: RegExp, accepts: (found: RegExpExecArray) => boolean): string | undefined => {
    const found = pattern.exec(text.slice(length));
    if (!found || !accepts(found)) return undefined;
    length += found[0].length;
    return found[1] ?? found[0];
  };
  // With a space before it, a minus is a dash unless nothing follows.
  const minus = ({ 0: found }: RegExpExecArray) =>
    !/^\s/.test(found) || text.slice(length + found.length).trim() === '';
  let isNegative = take(minusBehind, minus) !== undefined;
  const token = take(tokenBehind, ({ 0: found, 1: printed }) => {
    // A sign that leads by habit belongs to the number behind it.
    const isNext = /[£$¥]$/.test(printed!) && /^\s?\d/.test(text.slice(length + found.length));
    // A single R behind an amount is a class of tax.
    return takesToken && !isNext && printed !== 'R' && isPrintedCurrency(printed!);
  });
  if (token !== undefined && take(minusBehind, minus) !== undefined) isNegative = true;
  if (take(creditMark, () => true) !== undefined) isNegative = true;
  const closes = isOpen && take(/^\s?\)/, () => true) !== undefined;
  // Accountants set what is taken off in brackets; in the middle of a text they are only brackets.
  if (closes && text.slice(length).trim() === '') isNegative = true;
  return { token, isNegative, closes, length };
}

/** Whether a number without a currency beside it is money by the document's currency: yen have no decimals, dinars three. */
function countsAsWhole(
  text: string,
  start: number,
  end: number,
  number: string,
  three: string | undefined,
  { currency }: FindAmountsOptions,
): boolean {
  if (currency === undefined) return false;
  const decimals = currencyDecimals(currency);
  if (decimals === 3) return three !== undefined || /^\d{1,3}[.,]\d{3}$/.test(number);
  if (decimals !== 0) return false;
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(number)) return true;
  // A number that is alone in its cell, or of some length at the end of a line.
  return (
    /^\d{1,7}$/.test(number) &&
    text.slice(end).trim() === '' &&
    (text.slice(0, start).trim() === '' || number.length > 2)
  );
}

/**
 * The decimal mark a document prints, by its amounts with two decimals; undefined where there are none, or as many with
 * a point as with a comma.
 */
export function printedDecimalMark(texts: readonly string[]): '.' | ',' | undefined {
  const counts = { '.': 0, ',': 0 };
  for (const text of texts) {
    if (!someDecimals.test(text)) continue;
    for (const found of text.matchAll(
      /(?<![\d.,])(?:\d{1,3}(?:[.,'’ ]\d{3})+|\d+)([.,])\d{2}(?![\d.,%]|\s?%)/g,
    ))
      counts[found[1] as '.' | ',']++;
  }
  const [points, commas] = [counts['.'], counts[',']];
  return points > 2 * commas ? '.' : commas > 2 * points ? ',' : undefined;
}
