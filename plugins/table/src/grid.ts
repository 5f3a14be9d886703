import { type Cell, cellsOf, type Layout } from '@readout/plugin-kit';

/** A row of a table: what stands in each column, nothing in some. */
export type GridRow = (Cell[] | undefined)[];

interface PrintedRow {
  cells: Cell[];
  middle: number;
  height: number;
}

/** Rows that stand under each other at one distance, in letters of one size. */
interface Block {
  rows: PrintedRow[];
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Every table of the page, from top to bottom, as rows of columns; header and body alike. */
export function gridsOf(layout: Layout): GridRow[][] {
  return blocksOf(layout).flatMap((block) => {
    const grid = gridOf(block, layout.lineHeight);
    return grid ? [grid] : [];
  });
}

function blocksOf(layout: Layout): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  // A row of one cell, which may be one of the table's that spans its columns.
  let spanning: PrintedRow | undefined;
  const pitches: number[] = [];
  for (const row of layout.rows) {
    const printed: PrintedRow = { cells: cellsOf(layout, row), middle: row.middle, height: row.height };
    const last = spanning ?? open?.rows.at(-1);
    const distance = last ? printed.middle - last.middle : 0;
    const pitch = median(pitches);
    const isNear =
      last !== undefined &&
      distance < 4 * Math.max(last.height, printed.height) &&
      (pitches.length < 2 || distance < 1.8 * pitch) &&
      Math.max(last.height, printed.height) < 1.5 * Math.min(last.height, printed.height);
    if (
      open &&
      last &&
      last !== spanning &&
      isNear &&
      printed.cells.length === 1 &&
      distance < 0.8 * (pitch || 2 * printed.height)
    ) {
      // A text that goes on below in its own cell.
      last.cells.push(...printed.cells);
      continue;
    }
    const goesOn = !spanning || (open !== undefined && sharesColumns(open, printed, layout.lineHeight));
    if (open && isNear && printed.cells.length >= 2 && goesOn) {
      open.rows.push(...(spanning ? [spanning] : []), printed);
      pitches.push(distance);
      spanning = undefined;
    } else if (printed.cells.length >= 2) {
      open = { rows: [printed] };
      pitches.length = 0;
      spanning = undefined;
      blocks.push(open);
    } else if (open && isNear && !spanning && open.rows.length > 1) spanning = printed;
    else {
      open = undefined;
      spanning = undefined;
    }
  }
  return blocks;
}

/** Whether a row's cells stand under those of a block: at least two of them, and no fewer than are beside them. */
function sharesColumns({ rows }: Block, { cells }: PrintedRow, lineHeight: number): boolean {
  const above = rows.at(-1)?.cells ?? [];
  const isUnder = (cell: Cell): boolean =>
    above.some(
      (other) =>
        Math.abs(other.left - cell.left) < 0.8 * lineHeight ||
        Math.abs(other.right - cell.right) < 0.8 * lineHeight,
    );
  const under = cells.filter(isUnder).length;
  return under >= 2 && 2 * under >= cells.length;
}

interface Column {
  left: number;
  right: number;
}

/** The block's cells by column, undefined where they do not stand in columns. */
function gridOf({ rows }: Block, lineHeight: number): GridRow[] | undefined {
  const usual = median(rows.map(({ cells }) => cells.length));
  const columns = columnsOf(rows.filter(({ cells }) => cells.length >= usual));
  if (columns.length < Math.max(2, usual)) return undefined;
  const grid = rows.map(({ cells }): GridRow => {
    const row: GridRow = columns.map(() => undefined);
    for (const cell of cells) {
      const at = nearest(columns, cell);
      row[at] = [...(row[at] ?? []), cell];
    }
    return row;
  });
  // A column hardly anything stands in was opened by what follows the table, such as the buttons of a dialog.
  const isSparse = columns.some((_, index) => grid.filter((row) => row[index]).length < 0.4 * grid.length);
  if (isSparse) return rows.length > 3 ? gridOf({ rows: rows.slice(0, -1) }, lineHeight) : undefined;
  const filled = grid.reduce((sum, row) => sum + row.filter(Boolean).length, 0);
  const isFull = filled >= 0.65 * grid.length * columns.length;
  const isAligned = columns.every((_, index) =>
    aligned(
      grid.flatMap((row) => row[index]?.slice(0, 1) ?? []),
      lineHeight,
    ),
  );
  return grid.length >= 3 && isFull && isAligned ? grid : undefined;
}

/** Stretches from left to right that cells stand in, with free space between them. */
function columnsOf(rows: readonly PrintedRow[]): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of rows.flatMap(({ cells }) => cells).sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function nearest(columns: readonly Column[], cell: Cell): number {
  const distance = ({ left, right }: Column) => Math.max(left - cell.right, cell.left - right);
  let best = 0;
  for (const [index, column] of columns.entries())
    if (distance(column) < distance(columns[best]!)) best = index;
  return best;
}

/** Cells of a column share their left edge, their right edge or their middle. */
function aligned(cells: readonly Cell[], lineHeight: number): boolean {
  if (cells.length < 3) return true;
  return [
    (cell: Cell) => cell.left,
    (cell: Cell) => cell.right,
    (cell: Cell) => (cell.left + cell.right) / 2,
  ].some((edge) => {
    const middle = median(cells.map(edge));
    return median(cells.map((cell) => Math.abs(edge(cell) - middle))) < 0.8 * lineHeight;
  });
}
