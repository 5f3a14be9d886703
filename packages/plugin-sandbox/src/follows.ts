import { currencyDecimals, figureAlike, findCurrencies, findDates, findTimes } from '@readout/plugin-kit';
import type { FieldType, ManifestField } from '@readout/plugin-kit/manifest';
import { meaningsOf, plainNumber, printedNumbers } from './printed-numbers.ts';

/** What settles what is ambiguous, as the plugin was told. */
export interface Settled {
  /** BCP 47. */
  locale: string;
  /** ISO 8601. */
  today: string;
}

/** What settles it on the paper. */
export interface SettledByPaper {
  /** As its amounts with two decimals have it. */
  decimalMark: '.' | ',' | undefined;
  /** ISO 4217, where it is printed. */
  currency: string | undefined;
}

type Declared = Pick<ManifestField, 'type' | 'columns'>;

/** A longer text is not gone through: a value stands in a few lines, and a table in a few hundred. */
const mostCharacters = 20_000;
/** What parsing a text costs, in searches of it. */
const parsing = 20;

/** What going through the texts of one run may cost, in characters: a plugin decides how often and in what is looked. */
export interface Budget {
  left: number;
}

/** Some 0.2 seconds of a server core; a page of a thousand fields takes a hundredth. */
export const wholeBudget = (): Budget => ({ left: 100_000_000 });

/** A text of the page, and what is printed in it. */
export interface Print {
  /**
   * Whether a typed value is what is printed, and no more than that: found again by parsers of the host, never by what the
   * plugin says of it. A letter read as a digit, a sign the paper does not print, a sum: what follows only by a rule is not.
   */
  holds(declared: Declared, value: unknown): boolean;
  /**
   * Other dates that what is printed of a date can mean; none where some of it can mean that date alone. Where the date is no
   * later than today, those ahead are none.
   */
  otherDates(date: string): string[];
  /** What else an amount can be that is printed with one mark before three figures, unless the paper settles it. */
  otherAmounts(amount: string, paper: SettledByPaper): string[];
  /** The same of a text. */
  holdsText(value: string): boolean;
  /** Whether it is printed but for letters that look like figures, or the other way around. */
  holdsAlike(value: string): boolean;
}

/**
 * @param text what the host read at the places a field cites
 * @param budget is spent; where nothing is left, nothing is found
 */
export function printOf(text: string, settled: Settled, budget: Budget): Print {
  if (text === '' || text.length > mostCharacters)
    return {
      ...{ holds: () => false, holdsText: () => false, holdsAlike: () => false },
      ...{ otherDates: () => [], otherAmounts: () => [] },
    };
  const spend = (times: number): boolean => {
    budget.left -= times * text.length;
    return budget.left >= 0;
  };
  const parsed = <Value>(make: () => Iterable<Value>): (() => Set<Value>) =>
    once(() => new Set(spend(parsing) ? make() : []));
  const there = once(() => squeezed(text));
  const spaceless = once(() => text.replaceAll(/\s/g, ''));
  const readNumbers = parsed(() => printedNumbers(text));
  const numbers = once(() => new Set([...readNumbers()].flatMap(meaningsOf)));
  const printedDates = parsed(() =>
    findDates(text, settled).map(({ value, ambiguous = [] }) => [value, ...ambiguous]),
  );
  const dates = once(() => new Set([...printedDates()].flat()));
  const times = parsed(() => findTimes(text).map(({ value }) => value));
  const currencies = parsed(() => findCurrencies(text).flatMap(({ currencies: codes }) => codes));

  /** Letters and figures one after the other, or word by word in the order printed. */
  const holdsText = (value: string): boolean => {
    const wanted = squeezed(value);
    if (wanted === '') return spaceless().includes(value.replaceAll(/\s/g, ''));
    // Searching a text for a longer one is all a plugin could make it cost.
    if (wanted.length > there().length || !spend(2)) return false;
    if (there().includes(wanted)) return true;
    let from = 0;
    return value
      .split(/[^\p{L}\p{N}]+/u)
      .map(squeezed)
      .filter(Boolean)
      .every((word) => {
        const at = there().indexOf(word, from);
        from = at + word.length;
        return at >= 0;
      });
  };
  const holdsPlain = (type: FieldType, value: string): boolean => {
    if (!spend(1)) return false;
    switch (type) {
      case 'amount':
      case 'number':
        return numbers().has(plainNumber(value));
      case 'date':
        return dates().has(value) || dateForms(value).some((form) => spaceless().includes(form));
      case 'time':
        return times().has(value) || timeForm(value).test(text);
      case 'currency':
        return currencies().has(value) || new RegExp(`(?<!\\p{L})${value}(?!\\p{L})`, 'iu').test(text);
      case 'code':
        return squeezed(value) !== '' && there().includes(squeezed(value));
      default:
        return holdsText(value);
    }
  };
  return {
    holdsText,
    otherDates: (date) => {
      const readings = [...printedDates()].filter((each) => each.includes(date));
      if (readings.some((each) => each.length === 1)) return [];
      const { today } = settled;
      const others = readings.flat().filter((each) => each !== date && (each <= today || date > today));
      return [...new Set(others)];
    },
    otherAmounts: (amount, { decimalMark, currency }) => {
      const plain = plainNumber(amount);
      const decimals = currencyDecimals(currency ?? '');
      const others: string[] = [];
      for (const { value, other } of readNumbers()) {
        if (value !== plain && other?.value !== plain) continue;
        if (!other) return [];
        const isDecimal = value === plain;
        if (decimalMark !== undefined && (decimalMark === other.mark) === isDecimal) return [];
        if (decimals === (isDecimal ? 3 : 0)) return [];
        others.push(isDecimal ? `${other.value}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}` : value);
      }
      return [...new Set(others)];
    },
    holdsAlike: (value) => {
      const wanted = alike(squeezed(value));
      return wanted !== '' && spend(2) && alike(there()).includes(wanted);
    },
    holds(declared, value) {
      if (declared.type !== 'list' && declared.type !== 'map')
        return holdsPlain(declared.type, String(value));
      return leavesOf(declared, value).every(([type, leaf]) => holdsPlain(type, leaf));
    },
  };
}

/** Values inside a value with their types. */
function leavesOf(declared: Declared, value: unknown): [type: FieldType, value: string][] {
  if (Array.isArray(value)) return value.flatMap((row) => leavesOf(declared, row));
  if (typeof value !== 'object' || value === null)
    return value === null || value === '' || typeof value === 'boolean'
      ? []
      : [[typeof value === 'number' ? 'number' : 'text', String(value)]];
  return Object.entries(value).flatMap(([name, cell]): [FieldType, string][] => {
    const type = declared.columns?.find((column) => column.name === name)?.type;
    return type && (typeof cell === 'string' || typeof cell === 'number')
      ? [[type, String(cell)]]
      : leavesOf({ type: 'map' }, cell);
  });
}

/** Without marks between them, as in codes and machine-readable zones. */
function dateForms(value: string): string[] {
  const [, century, year, month, day] = /^(\d\d)(\d\d)-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (!century || !year || !month || !day) return [];
  return [
    `${century}${year}${month}${day}`,
    `${day}${month}${century}${year}`,
    `${month}${day}${century}${year}`,
    `${year}${month}${day}`,
    `${day}${month}${year}`,
  ];
}

const timeForm = (time: string): RegExp => new RegExp(`(?<!\\d)${time.replaceAll(':', '[.: h]?')}(?!\\d)`);

const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const figures = new Map(
  Object.entries(figureAlike).map(([letter, figure]) => [letter.toLowerCase(), figure]),
);

const alike = (text: string): string => text.replaceAll(/[a-z]/g, (letter) => figures.get(letter) ?? letter);

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
