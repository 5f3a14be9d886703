import { below, type Layout, type Line, type Sighting, seenPart } from '@readout/plugin-kit';

/**
 * What `find` makes of the text behind a label in its line, else of the next line in the row, else of the nearest below.
 * The first label on the page that leads to a value wins.
 */
export function beside<Found extends { index: number; raw: string }>(
  layout: Layout,
  label: RegExp,
  find: (text: string) => Found | undefined,
): { found: Found; seen: Sighting; line: Line } | undefined {
  const take = (line: Line, from: number) => {
    const found = find(line.text.slice(from));
    return found && { found, line, seen: seenPart(line, from + found.index, found.raw.length) };
  };
  for (const row of layout.rows)
    for (const [at, { line }] of row.lines.entries()) {
      const match = label.exec(line.text);
      if (!match) continue;
      const end = match.index + match[0].length;
      const own = take(line, end);
      if (own) return own;
      if (/[\p{L}\d]/u.test(line.text.slice(end))) continue;
      const right = row.lines[at + 1];
      const next = (right && take(right.line, 0)) ?? undefined;
      if (next) return next;
      const [under] = below(layout, line, 1.5);
      const value = under && take(under.line, 0);
      if (value) return value;
    }
  return undefined;
}
