import {
  type DraftRecord,
  defineReader,
  joinSightings,
  layoutOf,
  listField,
  type Sighting,
} from '@readout/plugin-kit';
import { type GridRow, gridsOf } from './grid.ts';

export default defineReader({
  read({ reading }) {
    return gridsOf(layoutOf(reading)).flatMap((grid): DraftRecord[] => {
      const [first, ...rest] = grid;
      const hasHeader = first !== undefined && isHeader(first, rest);
      const body = hasHeader ? rest : grid;
      const width = grid[0]!.length;
      if (hasLabels(grid)) return [];
      // Two columns are labels and values, or a text beside its numbers, unless they are headed and one of them counts.
      if (width < 3 && !(hasHeader && body.length >= 3 && countsIn(body))) return [];
      const rows = listField(
        body.map((row) => ({
          sighting: joinSightings(
            row.flatMap((cells) => cells ?? []).map((cell) => cell.seen),
            '\t',
          ),
          value: row.map(textOf),
        })),
      );
      if (!rows) return [];
      const columns = hasHeader
        ? listField(first.map((cells) => ({ sighting: seenAt(cells), value: textOf(cells) })))
        : undefined;
      const filled = body.reduce((sum, row) => sum + row.filter(Boolean).length, 0) / (body.length * width);
      const confidence = rows.confidence * filled * (hasHeader ? 0.85 : 0.7);
      return [
        {
          type: 'table',
          confidence: Math.round(confidence * 1000) / 1000,
          fields: { ...(columns ? { columns } : {}), rows },
        },
      ];
    });
  },
});

const textOf = (cells: GridRow[number]): string => (cells ?? []).map((cell) => cell.text).join(' ');

const seenAt = (cells: GridRow[number]): Sighting =>
  joinSightings(
    (cells ?? []).map((cell) => cell.seen),
    ' ',
  );

const holdsDigit = (cells: GridRow[number]): boolean => /\d/.test(textOf(cells));

/** Words without a digit over columns of which at least one holds digits mostly. */
function isHeader(first: GridRow, body: readonly GridRow[]): boolean {
  if (first.some(holdsDigit)) return false;
  return first.some((header, index) => {
    const below = body.flatMap((row) => (row[index] ? [row[index]] : []));
    return header !== undefined && below.length >= 2 && below.filter(holdsDigit).length >= 0.6 * below.length;
  });
}

/** A column of texts that mostly end in a colon: labels of the values beside them, which is a form. */
function hasLabels(grid: readonly GridRow[]): boolean {
  return grid[0]!.some((_, index) => {
    const texts = grid.flatMap((row) => (row[index] ? [textOf(row[index])] : []));
    return texts.filter((text) => /[:：]$/.test(text)).length > 0.5 * texts.length;
  });
}

/** One column holds nothing but numbers, with a unit or sign at most. */
function countsIn(body: readonly GridRow[]): boolean {
  return (body[0] ?? []).some((_, index) =>
    body.every((row) => /^[^\p{L}\d]{0,3}\d[\d.,' ]*\s?[^\d]{0,4}$/u.test(textOf(row[index]))),
  );
}
