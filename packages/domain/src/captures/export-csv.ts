import type { ExportLanguage } from '../exports/rules.ts';
import type { Cell, ExportedRow, ExportTable } from './export-rows.ts';

/** How people who speak it write numbers and dates, and what their spreadsheets expect between two cells. */
const writing = {
  en: { separator: ',', decimal: '.', date: (y: string, m: string, d: string) => `${y}-${m}-${d}` },
  de: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}.${m}.${y}` },
  es: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}/${m}/${y}` },
  fr: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}/${m}/${y}` },
} as const satisfies Record<ExportLanguage, object>;

/**
 * RFC 4180, UTF-8 with a byte order mark (spreadsheets take it for Latin-1 otherwise), lines ended by CR LF; a semicolon
 * between cells where the comma is the decimal sign. A text that a spreadsheet would run as a formula is defused with an
 * apostrophe (OWASP, CSV injection).
 */
export async function* writeCsv(
  { sheets: [sheet], language }: ExportTable,
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const { columns, rowsOf } = sheet;
  const line = (cells: readonly Cell[]) => csvRow(cells, language);
  yield encoder.encode(`\uFEFF${line(columns.map(({ title }) => title))}`);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows)
      for (let index = 0; index < rowsOf(row); index++)
        text += line(columns.map((column) => column.cell(row, index)));
    yield encoder.encode(text);
  }
}

/** As programs read it. */
export const csvCell = (cell: Cell): string => textOf(cell, 'en');

/** A row as spreadsheets of the language read it. */
export const csvRow = (cells: readonly Cell[], language: ExportLanguage): string =>
  `${cells.map((cell) => textOf(cell, language)).join(writing[language].separator)}\r\n`;

function textOf(cell: Cell, language: ExportLanguage): string {
  const { separator, decimal, date } = writing[language];
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object') {
    if ('decimal' in cell) return cell.decimal.replace('.', decimal);
    const [day, time] = ('date' in cell ? cell.date : cell.instant.toISOString()).split('T');
    const [y, m, d] = day!.split('-');
    if (time === undefined) return date(y!, m!, d!);
    return language === 'en' ? `${day}T${time}` : `${date(y!, m!, d!)} ${time.slice(0, 8)}`;
  }
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
