import { below, type Layout, type OwnCompany, postalCountry } from '@readout/plugin-kit';

/** Lines of an address: a name and what stands under it. */
const mostLines = 4;

/** Lines of the company whose records these are, and its address under its name: it is the buyer, however it is printed. */
export function ownLines(layout: Layout, own: OwnCompany): Set<string> {
  const ids = new Set<string>();
  for (const placed of layout.rows.flatMap((row) => row.lines)) {
    const isNamed = own.isNamedIn(placed.line.text);
    if (isNamed || own.hasCodeIn(placed.line.text)) ids.add(placed.line.id);
    if (!isNamed) continue;
    let last = placed;
    for (const one of below(layout, placed.line, 8).slice(0, mostLines)) {
      const isNext =
        one.top - last.bottom <= 1.3 * placed.height &&
        Math.abs(one.left - placed.left) <= 2.5 * placed.height &&
        !/\d[.,]\d{2}\b|:/.test(one.line.text);
      if (!isNext) break;
      ids.add(one.line.id);
      last = one;
      if (/(?<!\d)\d{4,5}(?!\d)|\d{3} \d{2}|\d{2}-\d{3}/.test(one.line.text) || postalCountry(one.line.text))
        break;
    }
  }
  return ids;
}
