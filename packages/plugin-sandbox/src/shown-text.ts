import { findCurrencies, findDates, findTimes } from '@readout/plugin-kit';
import { codeForm, hasWords, plainWords } from '@readout/plugin-kit/evidence';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { Settled } from './follows.ts';
import { meaningsOf, plainNumber, printedNumbers } from './printed-numbers.ts';

/** Lines one below the other, and what is printed on them. */
export interface ShownText {
  /**
   * Whether a value of a file is printed, as papers print it: a credit note often without its minus, a name over several lines. A
   * number or code is shown only as a whole: `RE-4` is not in `RE-42`. Undefined where nothing can be said of the type, or the
   * search has cost too much.
   */
  shows(type: FieldType, value: string): boolean | undefined;
}

/** Lines a name or code can run over. */
const mostLines = 3;

/** @param spend what a search of so many characters costs; false where it is too much */
export function shownText(
  lines: readonly string[],
  settled: Settled,
  spend: (characters: number) => boolean,
): ShownText {
  const size = lines.reduce((sum, line) => sum + line.length, 0);
  const of = <Value>(find: (line: string) => Iterable<Value>): (() => Set<Value>) => {
    let all: Set<Value> | undefined;
    return () => {
      all ??= new Set(lines.flatMap((line) => [...find(line)]));
      return all;
    };
  };
  const numbers = of((line) => printedNumbers(line).flatMap(meaningsOf));
  const dates = of((line) =>
    findDates(line, settled).flatMap(({ value, ambiguous = [] }) => [value, ...ambiguous]),
  );
  const times = of((line) => findTimes(line).map(({ value }) => value));
  const currencies = of((line) => findCurrencies(line).flatMap(({ currencies: codes }) => codes));
  const text = lines.join('\n');
  let letters: string[] | undefined;
  const joined = (): string[] => {
    letters ??= lines.map((_, index) => lettersOf(lines.slice(index, index + mostLines).join(' ')));
    return letters;
  };
  return {
    shows(type, value) {
      switch (type) {
        case 'amount':
        case 'number': {
          const plain = plainNumber(value);
          return numbers().has(plain) || (plain.startsWith('-') && numbers().has(plain.slice(1)));
        }
        case 'date':
          return dates().has(value);
        case 'time':
          return times().has(value);
        case 'currency':
          return currencies().has(value) || new RegExp(`(?<!\\p{L})${value}(?!\\p{L})`, 'iu').test(text);
        case 'code': {
          const form = codeForm(value);
          return form && spend(size) ? form.test(text) : undefined;
        }
        case 'text':
        case 'choice':
        case 'address': {
          const words = plainWords(value);
          const wanted = words.join('');
          if (wanted === '' || !spend(mostLines * size)) return undefined;
          return (
            joined().some((line) => line.includes(wanted)) || lines.some((line) => hasWords(line, words))
          );
        }
        default:
          return undefined;
      }
    },
  };
}

const lettersOf = (text: string): string => plainWords(text).join('');
