import type { Cell, ExportColumn, ExportedRow } from './export-rows.ts';

/**
 * RFC 4180, UTF-8 with a byte order mark (spreadsheets take it for Latin-1 otherwise), lines ended by CR LF.
 * A text that a spreadsheet would run as a formula is defused with an apostrophe (OWASP, CSV injection).
 */
export async function* writeCsv(
  columns: ExportColumn[],
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`\uFEFF${columns.map((column) => csvCell(column.title)).join(',')}\r\n`);
  for await (const rows of batches)
    yield encoder.encode(
      rows.map((row) => `${columns.map((column) => csvCell(column.cell(row))).join(',')}\r\n`).join(''),
    );
}

export function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
