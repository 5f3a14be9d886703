import {
  type Cell,
  cellsOf,
  joinSightings,
  type Layout,
  repairLetters,
  type Sighting,
} from '@readout/plugin-kit';

export interface Pair {
  label: string;
  value: string;
  sighting: Sighting;
  /** A colon or the size of the letters says which is the label. */
  isMarked: boolean;
  /** Cells it was made of. */
  cells: Cell[];
}

/** Letters first, a few words, no sentence: nothing that ends in a full stop or holds a path. */
const isLabel = (text: string): boolean =>
  /^[\p{L}#№][\p{L}\p{N} .,'’\-_/&#%°()*?]{0,47}$/u.test(text) &&
  /\p{L}{2}|^\p{L}$/u.test(text) &&
  text.split(' ').length <= 6 &&
  !/[.,]$|\p{L}[._/]\p{L}+[._/(]|\.\p{L}{2,3}$/u.test(text);

/** Pairs of every row, cells that stand in none, and rows of several columns without labels. */
export function pairsOf(layout: Layout): { pairs: Pair[]; cells: Cell[]; isTable: boolean } {
  const rows = layout.rows.map((row) => cellsOf(layout, row));
  const cells = rows.flat();
  const used = new Set<Cell>();
  const pairs: Pair[] = [];
  const add = (label: Cell, text: string, value: Cell | undefined, valueText: string, isMarked: boolean) => {
    const own = value ? [label, value] : [label];
    for (const cell of own) used.add(cell);
    pairs.push({
      label: repairLetters(text.trim()),
      value: valueText.trim(),
      sighting: joinSightings(
        own.map((cell) => cell.seen),
        ' ',
      ),
      isMarked,
      cells: own,
    });
  };

  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      if (used.has(cell)) continue;
      const within = /^([^:：]+?)\s?[:：]\s?(\S.*)$/u.exec(cell.text);
      if (within && isLabel(within[1]!) && !/^\/\//.test(within[2]!) && !/\d$/.test(within[1]!))
        add(cell, within[1]!, undefined, within[2]!, true);
      else if (/[:：]$/.test(cell.text) && isLabel(cell.text.slice(0, -1).trim())) {
        const right = row[index + 1];
        const value = right && !endsInColon(right) ? right : underneath(cell, cells, used);
        if (value) add(cell, cell.text.slice(0, -1), value, value.text, true);
      }
    }

  for (const [label, value] of besideEachOther(rows, used)) add(label, label.text, value, value.text, false);
  const stacked = cells.flatMap((label): [Cell, Cell][] => {
    if (used.has(label) || !isLabel(label.text)) return [];
    const value = underneath(label, cells, used);
    return value && label.height < 0.85 * value.height ? [[label, value]] : [];
  });
  if (stacked.length >= 3)
    for (const [label, value] of stacked)
      if (!used.has(label) && !used.has(value)) add(label, label.text, value, value.text, true);

  const wide = rows.filter((row) => row.filter((cell) => !used.has(cell)).length >= 3);
  const order = new Map(cells.map((cell, index) => [cell, index]));
  return {
    pairs: pairs.sort((a, b) => order.get(a.cells[0]!)! - order.get(b.cells[0]!)!),
    cells,
    isTable: wide.length >= 3 && wide.length >= 0.4 * rows.length,
  };
}

const endsInColon = (cell: Cell): boolean => /[:：]$/.test(cell.text);

/** The cell right below, from the same left edge. */
function underneath(label: Cell, cells: readonly Cell[], used: ReadonlySet<Cell>): Cell | undefined {
  return cells.find(
    (cell) =>
      cell !== label &&
      !used.has(cell) &&
      !endsInColon(cell) &&
      Math.abs(cell.left - label.left) < 0.7 * Math.max(cell.height, label.height) &&
      cell.top - label.bottom > -0.5 * label.height &&
      cell.top - label.bottom < 1.1 * label.height &&
      cell.top > label.top + 0.5 * label.height,
  );
}

/** Rows of two cells whose labels share an edge and whose values do: at least three of them. */
function besideEachOther(rows: readonly Cell[][], used: ReadonlySet<Cell>): [Cell, Cell][] {
  const candidates = rows.flatMap((row): [Cell, Cell][] => {
    const [label, value, ...more] = row.filter((cell) => !used.has(cell));
    return label && value && more.length === 0 && isLabel(label.text) ? [[label, value]] : [];
  });
  const near = (a: number, b: number, height: number) => Math.abs(a - b) < 1.2 * height;
  return candidates.filter(
    ([label, value]) =>
      candidates.filter(
        ([otherLabel, otherValue]) =>
          near(label.left, otherLabel.left, label.height) &&
          (near(value.left, otherValue.left, value.height) ||
            near(value.right, otherValue.right, value.height)),
      ).length >= 3,
  );
}
