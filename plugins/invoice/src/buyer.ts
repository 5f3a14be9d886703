// cspell:disable -- words of many languages, as printed
import { below, type Layout, type PlacedLine, type Sighting, seenLine, seenPart } from '@readout/plugin-kit';
import { isDetail, isSenderLine, isTitle, isTown, type Party } from './parties.ts';
import {
  buyerLabel,
  dateLabels,
  deliverToLabel,
  dueLabel,
  notAName,
  numberLabel,
  orderLabels,
  sellerLabel,
  taxIdLabel,
} from './words.ts';

export interface Buyer {
  name: Party | undefined;
  /** Ids of the lines that name, or follow, whom the invoice is for or the goods go to. */
  lines: Set<string>;
}

const otherLabels = [numberLabel, dueLabel, ...dateLabels.slice(0, 2), ...orderLabels, sellerLabel];
const isLabel = (text: string): boolean =>
  /:\s*$/.test(text) || /^[^:\d]{2,28}:\s/.test(text) || otherLabels.some((label) => label.test(text));
const holdsAmount = (text: string): boolean => /\d[.,]\d{2}\D{0,4}$/.test(text);
/** Stands above a name, or before it. */
const address = /^\W*(?:firma|fa\.|ditta|soci[eé]t[eé]|messrs\.?|m\/s\.?|herrn?|frau|an)\W*$/iu;
const isName = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && text.trim().length <= 70 && !isDetail(text) && !holdsAmount(text);

/** Who is billed, by the words beside the name. */
export function buyerOf(layout: Layout): Buyer {
  const lines = new Set<string>();
  let name: Party | undefined;
  for (const row of layout.rows)
    for (const [at, placed] of row.lines.entries()) {
      const { line } = placed;
      const deliverTo = deliverToLabel.exec(line.text);
      const match = deliverTo ?? buyerLabel.exec(line.text);
      if (!match || line.text.slice(0, match.index).trim() !== '') continue;
      lines.add(line.id);
      const end = match.index + match[0].length;
      const rest = line.text.slice(end);
      if (notAName.test(rest)) continue;
      const found =
        rest.trim() === '' ? beneath(layout, placed, row.lines[at + 1]) : behind(placed, match[0], end);
      if (!found) continue;
      for (const one of blockUnder(layout, found.placed, [placed.left, found.placed.left]))
        lines.add(one.line.id);
      lines.add(found.placed.line.id);
      if (deliverTo || row.lines.some((other) => holdsAmount(other.line.text))) continue;
      if (!name || found.sure > name.sure)
        name = { seen: found.seen, line: found.placed.line, sure: found.sure };
    }
  return { name, lines };
}

interface FoundName {
  placed: PlacedLine;
  seen: Sighting;
  sure: number;
}

/** A name behind its label in the same line. */
function behind(placed: PlacedLine, label: string, end: number): FoundName | undefined {
  const { line } = placed;
  const rest = line.text.slice(end);
  const lead = /^[\s.:–-]*(?:(?:firma|ditta)\s+)?/iu.exec(rest)![0].length;
  const text = rest.slice(lead).trimEnd();
  if (!isName(text)) return undefined;
  // `Customer satisfaction is our goal` names nobody.
  const isMarked = /:|(?<!\p{L})(?:to|an|[aà]|le|aan|til+)\W*$/iu.test(label);
  if (!isMarked && !/^[\p{Lu}\d]/u.test(text)) return undefined;
  // The address may follow in the same line.
  const [name = text, ...others] = text.split(/,\s+|\s+[·•|]\s+/u);
  const length = others.some(isTown) ? name.length : text.length;
  return { placed, seen: seenPart(line, end + lead, length), sure: isMarked ? 0.98 : 0.8 };
}

/** A name under its label, or to its right where something else stands under it. */
function beneath(layout: Layout, label: PlacedLine, right: PlacedLine | undefined): FoundName | undefined {
  const under = below(layout, label.line, 2.2).filter(
    (one) => Math.abs(one.left - label.left) < 2.5 * label.height && !address.test(one.line.text),
  )[0];
  const fits = (one: PlacedLine | undefined) =>
    one !== undefined && isName(one.line.text) && !isLabel(one.line.text) && !isTitle(one.line.text);
  if (under && fits(under)) return { placed: under, seen: seenLine(under.line), sure: 0.98 };
  return right && fits(right) && !buyerLabel.test(right.line.text) && !deliverToLabel.test(right.line.text)
    ? { placed: right, seen: seenLine(right.line), sure: 0.95 }
    : undefined;
}

/** What follows a name directly: its address and tax number. */
function blockUnder(layout: Layout, name: PlacedLine, edges: readonly number[]): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let last = name;
  for (const one of below(layout, name.line, 12)) {
    const { text } = one.line;
    if (one.top - last.bottom > 1.7 * name.height || lines.length === 6) break;
    if (!edges.some((edge) => Math.abs(one.left - edge) < 2.5 * name.height)) continue;
    if (holdsAmount(text) || isTitle(text) || (isLabel(text) && !taxIdLabel.test(text))) break;
    lines.push(one);
    last = one;
  }
  return lines;
}

/** A tax number right under an address is of whom the address is. */
function taxIdUnder(layout: Layout, town: PlacedLine): PlacedLine[] {
  const [under] = below(layout, town.line, 2);
  return under &&
    under.top - town.bottom < 1.3 * town.height &&
    Math.abs(under.left - town.left) < town.height &&
    taxIdLabel.test(under.line.text)
    ? [under]
    : [];
}

/**
 * Who is billed where no word says so: the only other address above the items, as in the window of an envelope.
 * @param taken ids of lines that belong to somebody else.
 * @param until row of the first sum.
 */
export function buyerByPlace(
  layout: Layout,
  supplier: Party,
  taken: ReadonlySet<string>,
  until: number,
): Buyer | undefined {
  const lines = layout.rows.slice(0, until).flatMap((row) => row.lines);
  const isAgain = ({ line }: PlacedLine) =>
    line !== supplier.line && line.text.startsWith(supplier.seen.text);
  const isWindowLine = ({ line }: PlacedLine) =>
    (line === supplier.line && supplier.address !== undefined) || isSenderLine(line);
  const isFree = (one: PlacedLine) => {
    const { id, text } = one.line;
    return (
      !taken.has(id) &&
      !isAgain(one) &&
      !isSenderLine(one.line) &&
      !isTitle(text) &&
      !isDetail(text) &&
      !isLabel(text) &&
      !holdsAmount(text)
    );
  };
  const found: PlacedLine[][] = [];
  for (const town of lines) {
    if (!isFree(town) || !isTown(town.line.text)) continue;
    const block = [town];
    const above = () => {
      const [first] = block;
      return lines.findLast(
        (one) =>
          one.middle < first!.middle - 0.5 * first!.height &&
          first!.top - one.bottom < 1.3 * first!.height &&
          Math.abs(one.left - first!.left) < first!.height,
      );
    };
    let next = above();
    for (; next && isFree(next) && block.length < 6; next = above()) block.unshift(next);
    // What stands directly under the supplier's name is the supplier's, but for the line of the sender in a window.
    if (next && !isWindowLine(next) && (taken.has(next.line.id) || isDetail(next.line.text))) continue;
    const [name, ...others] = block.filter(({ line }) => !address.test(line.text));
    if (
      name &&
      others.length >= 2 &&
      /\p{L}{3}/u.test(name.line.text) &&
      others.slice(0, -1).some(({ line }) => /\d/.test(line.text))
    )
      found.push(block);
  }
  const [block, another] = found;
  const name = block?.find(({ line }) => !address.test(line.text));
  if (!block || !name || another) return undefined;
  return {
    name: { seen: seenLine(name.line), line: name.line, sure: 0.75 },
    lines: new Set([...block, ...taxIdUnder(layout, block.at(-1)!)].map(({ line }) => line.id)),
  };
}
