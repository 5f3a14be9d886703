import { type DateOptions, findDates } from './dates.ts';
import { amountForm, codeForm, hasWords, plainWords } from './printed-forms.ts';
import { seenLine, seenPart } from './sightings.ts';
import type { Evidence, FileValue, Line } from './types.ts';

/** Lines that a name can run over. */
const mostLines = 3;

/** Where a page prints what a file says, the first time; nothing where it does not. */
export function whereShown(
  lines: readonly Line[],
  { type, value }: Pick<FileValue, 'type' | 'value'>,
  written: Pick<DateOptions, 'locale' | 'today'>,
): Evidence[] {
  switch (type) {
    case 'amount':
    case 'number':
      return firstMatch(lines, value.replace(/\.?0*$/, '').replaceAll(/\D/g, ''), amountForm(value));
    case 'code':
    case 'currency':
      return firstMatch(lines, plainWords(value).join(''), codeForm(value));
    case 'date':
      for (const line of lines)
        for (const { value: day, ambiguous = [], index, raw } of findDates(line.text, written))
          if (day === value || ambiguous.includes(value)) return seenPart(line, index, raw.length).evidence;
      return [];
    case 'text':
    case 'address':
      return shownText(lines, plainWords(value));
    default:
      return [];
  }
}

/** @param letters that a line must have one after the other for the form to be in it */
function firstMatch(lines: readonly Line[], letters: string, form: RegExp | undefined): Evidence[] {
  if (!form) return [];
  for (const line of lines) {
    const match = lettersOf(line).includes(letters) ? form.exec(line.text) : undefined;
    if (match) return seenPart(line, match.index, match[0].length).evidence;
  }
  return [];
}

/** The fewest lines that say it: one with all its words, or several that go on one from the other. */
function shownText(lines: readonly Line[], words: readonly string[]): Evidence[] {
  const [first, wanted] = [words[0], words.join('')];
  if (first === undefined) return [];
  const own = lines.find((line) => lettersOf(line).includes(first) && hasWords(line.text, words));
  if (own) return seenLine(own).evidence;
  for (let count = 2; count <= mostLines; count++)
    for (let at = 0; at + count <= lines.length; at++) {
      const run = lines.slice(at, at + count);
      if (run.map(lettersOf).join('').includes(wanted)) return run.flatMap((line) => seenLine(line).evidence);
    }
  return [];
}

const known = new WeakMap<Line, string>();

/** Letters and figures of a line one after the other: what cannot be in it is told without looking closer. */
function lettersOf(line: Line): string {
  let letters = known.get(line);
  if (letters === undefined) {
    letters = plainWords(line.text).join('');
    known.set(line, letters);
  }
  return letters;
}
