import type { Line } from '@readout/image-reader';

interface Cell {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Every line of the reading, in reading order. */
export const allText = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

/**
 * Lines that stand side by side, as tab-separated rows: what a spreadsheet takes as cells. Undefined where nothing looks
 * like a table, that is where fewer than two rows hold two cells or more.
 */
export function tableText(lines: readonly Line[]): string | undefined {
  const rows = inRows(lines.map(toCell));
  if (rows.filter((row) => row.length > 1).length < 2) return undefined;
  const columns = inColumns(rows.filter((row) => row.length > 1).flat());
  return rows
    .map((row) => {
      const texts = columns.map(() => '');
      for (const cell of row) {
        const at = bestColumn(cell, columns);
        texts[at] = texts[at] ? `${texts[at]} ${cell.text}` : cell.text;
      }
      return texts.join('\t').trimEnd();
    })
    .join('\n');
}

function toCell({ text, box }: Line): Cell {
  const xs = box.map(([x]) => x);
  const ys = box.map(([, y]) => y);
  return {
    text: text.replaceAll(/[\t\n]+/g, ' '),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Cells whose middles lie within each other's height are one row; each from left to right. */
function inRows(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  for (const cell of cells.toSorted((one, other) => one.top + one.bottom - other.top - other.bottom)) {
    const middle = (cell.top + cell.bottom) / 2;
    const row = rows.at(-1);
    const last = row?.[0];
    if (row && last && middle < last.bottom - (last.bottom - last.top) * 0.2) row.push(cell);
    else rows.push([cell]);
  }
  return rows.map((row) => row.toSorted((one, other) => one.left - other.left));
}

interface Column {
  left: number;
  right: number;
}

/** Cells that share a stretch across are one column, however they are aligned in it. */
function inColumns(cells: readonly Cell[]): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of cells.toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function bestColumn(cell: Cell, columns: readonly Column[]): number {
  const shared = columns.map(({ left, right }) => Math.min(cell.right, right) - Math.max(cell.left, left));
  // A heading over several columns belongs to the first of them.
  const first = shared.findIndex((width) => width > 0);
  return first >= 0 ? first : shared.indexOf(Math.max(...shared));
}
