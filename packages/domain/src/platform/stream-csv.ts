import { csvCell } from '../csv.ts';

const rowsAtOnce = 500;

/**
 * RFC 4180 with a byte order mark, cells that a spreadsheet would run as a formula defused. Rows are fetched in pieces
 * as the reader takes them; who is gone by then is left out.
 */
export async function* streamCsv<Row>(
  ids: string[],
  fetch: (ids: string[]) => Promise<Row[]>,
  columns: readonly (readonly [title: string, cell: (row: Row) => string | number])[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`\uFEFF${columns.map(([title]) => csvCell(title)).join(',')}\r\n`);
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const rows = await fetch(ids.slice(at, at + rowsAtOnce));
    yield encoder.encode(
      rows.map((row) => `${columns.map(([, cell]) => csvCell(cell(row))).join(',')}\r\n`).join(''),
    );
  }
}
