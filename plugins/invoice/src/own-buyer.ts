import { below, type Layout, type OwnCompany, seenLine } from '@readout/plugin-kit';
import type { Buyer } from './buyer.ts';
import { isTown } from './parties.ts';

/** Lines of an address under a name. */
const mostAddressLines = 4;

/** The company whose records these are, with its address under its name: it is the buyer, however it is printed. */
export function ownBuyer(layout: Layout, own: OwnCompany): Buyer {
  const lines = new Set<string>();
  let name: Buyer['name'];
  for (const placed of layout.rows.flatMap((row) => row.lines)) {
    const { line } = placed;
    const isNamed = own.isNamedIn(line.text);
    if (isNamed || own.hasCodeIn(line.text)) lines.add(line.id);
    if (!isNamed) continue;
    name ??= { seen: seenLine(line), line, sure: 0.98 };
    let last = placed;
    for (const one of below(layout, line, 8).slice(0, mostAddressLines)) {
      const isNext =
        one.top - last.bottom <= 1.3 * placed.height &&
        Math.abs(one.left - placed.left) <= 2.5 * placed.height &&
        !/\d[.,]\d{2}\b|:/.test(one.line.text);
      if (!isNext) break;
      lines.add(one.line.id);
      last = one;
      if (isTown(one.line.text)) break;
    }
  }
  return { name, lines };
}
