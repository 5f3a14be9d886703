import { type Layout, type PlacedLine, placeBox, type Row, wordsOf } from './layout.ts';
import { type Sighting, seenPart } from './sightings.ts';

/** What stands together in a row: a word or several, with more space on both sides than words of a text have. */
export interface Cell {
  seen: Sighting;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  height: number;
}

/**
 * The cells of a row from left to right, whether the engine read each as a line of its own or several as one.
 * @param gap least space between two cells, in heights of the text.
 */
export function cellsOf(layout: Layout, row: Row, gap = 1.2): Cell[] {
  return row.lines.flatMap((placed) => cellsInLine(layout, placed, gap));
}

function cellsInLine(layout: Layout, placed: PlacedLine, gap: number): Cell[] {
  const { line, top, bottom, height } = placed;
  const groups: { start: number; end: number; left: number; right: number }[] = [];
  for (const { word, start, end } of wordsOf(line)) {
    const { left, right } = placeBox(layout, word.box);
    const last = groups.at(-1);
    if (last && left - last.right < gap * height) {
      last.end = end;
      last.right = Math.max(last.right, right);
    } else groups.push({ start, end, left, right });
  }
  if (groups.length === 0)
    groups.push({ start: 0, end: line.text.length, left: placed.left, right: placed.right });
  return groups.flatMap(({ start, end, left, right }): Cell[] => {
    const text = line.text.slice(start, end).replace(/\s+/g, ' ').trim();
    return text === ''
      ? []
      : [{ seen: seenPart(line, start, end - start), text, left, right, top, bottom, height }];
  });
}
