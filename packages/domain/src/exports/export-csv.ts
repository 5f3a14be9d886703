import { type Cell, csvRow } from '../csv.ts';
import type { ExportedRow, ExportTable } from './export-table.ts';

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
