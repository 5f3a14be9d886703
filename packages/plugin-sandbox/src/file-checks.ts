import type { Check, CheckRule, FieldData, PageDifference, RecordData } from '@readout/plugin-kit';
import type { FieldType, ManifestField } from '@readout/plugin-kit/manifest';
import type { Cited, Finder, SeenReading } from './cited.ts';
import type { Budget, Settled } from './follows.ts';
import { limits } from './limits.ts';
import { type ShownText, shownText } from './shown-text.ts';

export type PageRule = Extract<CheckRule, { rule: 'page' }>;

/** Longest text of a page that a disagreement tells. */
const longestPrinted = 200;

/**
 * Whether what a file says is printed: of a value where the field cites the page, else anywhere, if the plugin asks for it; of a
 * list in the rows the plugin names, else anywhere.
 * @param budget characters to search; without any left nothing is compared, and nothing is said
 */
export function shownOnPage({ lines, files }: SeenReading, settled: Settled, budget: Budget) {
  const spend = (characters: number): boolean => {
    budget.left -= characters;
    return budget.left >= 0;
  };
  const textOf = (texts: readonly string[]): ShownText => shownText(texts, settled, spend);
  const byId = new Map(lines.map(({ id, text }) => [id, text]));
  let whole: ShownText | undefined;
  const everywhere = (): ShownText => {
    whole ??= textOf(lines.map(({ text }) => text));
    return whole;
  };
  return (
    { value, evidence }: FieldData,
    declared: ManifestField,
    { texts }: Cited,
    asked: PageRule | undefined,
  ): Check[] => {
    // A page that was drawn from the file says nothing of its own.
    if (files?.some(({ isDocument }) => isDocument)) return [];
    const print = evidence.flatMap(({ line }, index) => (line === undefined ? [] : (texts[index] ?? [])));
    if (declared.type === 'list') {
      const columns = asked?.columns ?? [];
      const rows = Array.isArray(value) ? (value as Record<string, string>[]) : [];
      const types = new Map(declared.columns?.map((column) => [column.name, column.type]));
      const differs = rows.flatMap((row, index) => {
        const printed = asked?.at?.[index]?.flatMap((id) => byId.get(id) ?? []) ?? [];
        return missingOf(row, columns, types, printed, { textOf, everywhere }).map((missing) => ({
          ...missing,
          row: index,
        }));
      });
      return columns.length > 0 && budget.left >= 0 ? [pageCheck({ columns, differs })] : [];
    }
    if (!print.some(Boolean) && !asked) return [];
    const where = print.some(Boolean) ? textOf(print) : everywhere();
    const signs = asked?.unsigned ? ['', '-'] : [''];
    const answers = signs.map((sign) => where.shows(declared.type, `${sign}${value}`));
    const shows = answers.find((answer) => answer === true) ?? answers[0];
    if (shows === undefined) return [];
    const difference = { value: String(value), printed: print.join(' ').slice(0, longestPrinted) };
    return [pageCheck({ differs: shows ? [] : [difference] })];
  };
}

const pageCheck = ({
  columns,
  differs,
}: Pick<PageRule, 'columns'> & { differs: PageDifference[] }): Check => ({
  name: 'matches-page',
  passed: false,
  reason: '',
  rule: {
    rule: 'page',
    ...(columns ? { columns: [...columns] } : {}),
    differs: differs.slice(0, limits.maxDifferences),
  },
});

/** Cells of a row that are not printed. Figures are looked for in the row alone, texts run over several. */
function missingOf(
  row: Readonly<Record<string, string>>,
  columns: readonly string[],
  types: ReadonlyMap<string, FieldType>,
  printed: readonly string[],
  { textOf, everywhere }: { textOf(texts: readonly string[]): ShownText; everywhere(): ShownText },
): PageDifference[] {
  const own = printed.length > 0 ? textOf(printed) : undefined;
  return columns.flatMap((column): PageDifference[] => {
    const [value, type] = [row[column], types.get(column)];
    if (value === undefined || !type) return [];
    // What is nothing is often left out.
    if (type === 'amount' && !/[1-9]/.test(value)) return [];
    const isShown =
      (type === 'text' || !own ? everywhere().shows(type, value) : own.shows(type, value)) !== false ||
      (type === 'text' && textOf([printed.join(' ')]).shows(type, value) === true);
    return !isShown ? [{ value, printed: printed.join(' ').slice(0, longestPrinted), column }] : [];
  });
}

/** Checks of a file whose field it has no value for are told at the first field that rests on the file. */
export function addFileChecks(fields: RecordData['fields'], finder: Finder): void {
  const cites = ({ evidence }: FieldData, id: string): boolean => evidence.some(({ file }) => file === id);
  const ids = new Set(
    Object.values(fields).flatMap(({ evidence }) => evidence.flatMap(({ file }) => file ?? [])),
  );
  for (const id of ids) {
    const [first] = Object.keys(fields).filter((name) => cites(fields[name]!, id));
    for (const says of finder.file(id)?.checks ?? []) {
      const own = Object.hasOwn(fields, says.field) && cites(fields[says.field]!, id) ? says.field : first;
      const field = own === undefined ? undefined : fields[own];
      if (!field || field.checks.length >= limits.maxChecks) continue;
      const { passed, reason } = says;
      field.checks.push({
        name: `file-${says.check.replaceAll('_', '-')}`,
        passed,
        reason,
        rule: { rule: 'file', says },
      });
    }
  }
}
