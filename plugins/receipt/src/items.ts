// cspell:disable -- words of many languages, as printed
import { joinSightings, repairLetters, type Sighting, seenLine } from '@readout/plugin-kit';
import { namesPaper } from './keywords.ts';
import { letters, plain, type ReceiptRow, type RowAmount, rowLines } from './rows.ts';

export interface Item {
  text: string;
  quantity?: number;
  amount: string;
  units: number;
  sighting: Sighting;
}

/** `2 x 6.50`, `3pc @ 13.69`, `2 @`; not the measure in `PINE 2X4`. */
const times =
  /(?<![\d.,])(\d{1,3})\s?(?:x|X|×|\*|@|pcs?\b|stk\.?|st\b|szt\.?|kpl\b|ea\b)(?!\d{3}|\d+(?![\d.,]))/;
const leading = /^(\d{1,2})\s+(?=\p{L}{2})/u;
const columnHeads =
  /\b(?:qty|quantity|amount|price|description|item|u\/?price|menge|preis|artikel|bezeichnung|qté|prix|désignation|antal|pris|cantidad|precio|quantità|prezzo|aantal|prijs)\b/gi;

/** Rows between the heading and the sums that have an amount, with the text beside, above or below it. */
export function readItems(rows: ReceiptRow[], from: number, to: number): Item[] {
  const body = rows.filter((row) => row.index >= from && row.index < to);
  const starts = body.findIndex((row) => row.amounts.length > 0 && isItem(row));
  if (starts < 0) return [];
  const used = new Set<ReceiptRow>();
  const isText = (row: ReceiptRow | undefined): row is ReceiptRow =>
    row !== undefined &&
    !used.has(row) &&
    row.amounts.length === 0 &&
    row.role === undefined &&
    letters(row.text) >= 3 &&
    (row.text.match(columnHeads)?.length ?? 0) < 2 &&
    !namesPaper(row.text);
  const first = body[starts]!;
  // Tills print the name of an article above or below its price; the first article shows which.
  const named = letters(cleanLabel(first)) >= 3;
  const above = named || isText(body[starts - 1]);
  const items: Item[] = [];
  /** `2 x 0,89` on a row of its own, before the article it is about. */
  let ahead: { quantity: number; units: number } | undefined;
  for (const [index, row] of body.entries()) {
    const found = row.amounts.at(-1);
    if (!found || row.borrowed || !isItem(row)) continue;
    const own = cleanLabel(row);
    const parts: ReceiptRow[] = [];
    if (letters(own) < 3) {
      const near = above ? [body[index - 1], body[index - 2]] : [body[index + 1]];
      const neighbour = near.find(isText);
      if (neighbour) {
        used.add(neighbour);
        parts.push(neighbour);
      }
    }
    const text = letters(own) >= 3 ? own : parts.map((part) => cleanLabel(part)).join(' ');
    if (letters(text) < 2) {
      const count = Number(times.exec(row.text)?.[1]);
      ahead = count > 0 ? { quantity: count, units: Math.round(count * found.units) } : undefined;
      continue;
    }
    const counted = ahead?.units === found.units ? { quantity: ahead.quantity } : quantityOf(row, found);
    ahead = undefined;
    used.add(row);
    items.push({
      text,
      ...counted,
      amount: found.amount.value,
      units: found.units,
      sighting: joinSightings(
        [...parts, row].flatMap((part) =>
          rowLines(part).map((line) => seenLine({ ...line, text: plain(line.text) })),
        ),
        ' ',
      ),
    });
  }
  return items;
}

function isItem(row: ReceiptRow): boolean {
  return (
    (row.role === undefined || row.role === 'discount' || row.role === 'service') &&
    row.amounts.at(-1) !== undefined &&
    !/^\W*(?:\d{1,2}|[A-Z])?\W*\d{1,2}(?:[.,]\d+)?\s?%/.test(row.label)
  );
}

/** The label without article numbers, quantities, unit prices' marks and tax classes. */
function cleanLabel(row: ReceiptRow): string {
  return repairLetters(row.label)
    .replace(/\b\d{6,14}\b/g, ' ')
    .replace(times, ' ')
    .replace(leading, '')
    .replace(/[@*#]+(?=\s|$)/g, ' ')
    .replace(/\s(?:SR|ZRL?|[A-Z]|\d|S\/?R|TX|\*[A-Z])\s*$/g, ' ')
    .replace(/\bRM\b/g, ' ')
    .replace(/^[\s.,:;=-]+|[\s.,:;=-]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function quantityOf(row: ReceiptRow, last: RowAmount): { quantity?: number } {
  const stated = Number(
    times.exec(row.text)?.[1] ??
      leading.exec(repairLetters(row.text))?.[1] ??
      /^(\d{1,3})$/.exec(row.label.trim())?.[1] ??
      Number.NaN,
  );
  const unit = row.amounts.length > 1 ? row.amounts.at(-2)!.units : undefined;
  // Price times quantity settles what a bare number beside them is.
  const computed = unit ? last.units / unit : 0;
  if (computed > 0 && Number.isInteger(computed) && computed <= 999) {
    if (Number.isNaN(stated) || stated === computed) return { quantity: computed };
  }
  return stated > 0 ? { quantity: stated } : {};
}
