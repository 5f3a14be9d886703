import { datevColumns } from '../exports/datev.ts';

// Expressions of https://developer.datev.de/datev/platform/de/dtvf/formate/header, by number of the field.
const headerRules: Record<number, RegExp> = {
  1: /^"EXTF"$/,
  2: /^700$/,
  3: /^21$/,
  4: /^"Buchungsstapel"$/,
  5: /^13$/,
  6: /^20\d{15}$/,
  11: /^(100[1-9]|10[1-9]\d|1[1-9]\d\d|[2-9]\d{3}|\d{5,7})$/,
  12: /^[1-9]\d{0,4}$/,
  13: /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  14: /^[4-8]$/,
  15: /^20\d{6}$/,
  16: /^20\d{6}$/,
  17: /^".{0,30}"$/,
  19: /^1$/,
  21: /^[01]$/,
  22: /^"EUR"$/,
};
// … and of https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel.
const lineRules: Record<number, RegExp> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  9: /^"(\d{4})?"$/,
  10: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  11: /^"[\w$%\-/]{0,36}"$/,
  14: /^".{0,64}"$/,
  20: /^"BEDI ""[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"""$/,
  114: /^[01]$/,
};
const headerLength = 31;

/** Cells of a line as they are written, quotes and all. */
export const datevCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)].map(([, cell]) => cell ?? '');

/** What of a booking batch the published format does not allow, each with its place; none where DATEV takes it in. */
export function datevProblems(file: string): string[] {
  const [header = '', columns = '', ...bookings] = file.split('\r\n');
  const end = bookings.pop();
  const problems = [
    ...(end === '' ? [] : ['the last line does not end']),
    ...(file.replaceAll('\r\n', '').includes('\n') ? ['a line ends with a line feed alone'] : []),
    ...(columns === datevColumns.join(';') ? [] : ['the columns are not those of the format']),
    ...lengthProblem(datevCells(header), headerLength, 'head'),
    ...broken(datevCells(header), headerRules, 'head'),
  ];
  for (const [index, line] of bookings.entries()) {
    const [cells, name] = [datevCells(line), `booking ${index + 1}`];
    problems.push(
      ...lengthProblem(cells, datevColumns.length, name),
      ...broken(cells, lineRules, name),
      ...cells.flatMap((cell, at) =>
        lineRules[at + 1] || cell === '' ? [] : [`${name}, field ${at + 1}: ${cell}`],
      ),
    );
  }
  return problems;
}

const lengthProblem = (cells: readonly string[], length: number, name: string): string[] =>
  cells.length === length ? [] : [`${name}: ${cells.length} fields`];

const broken = (cells: readonly string[], rules: Record<number, RegExp>, name: string): string[] =>
  Object.entries(rules)
    .filter(([number, rule]) => !rule.test(cells[Number(number) - 1] ?? ''))
    .map(([number]) => `${name}, field ${number}: ${cells[Number(number) - 1]}`);
