// cspell:disable -- words of many languages, as printed
import { joinSightings, type Layout, type Sighting } from '@readout/plugin-kit';
import { type ItemCell, itemCells } from './cells.ts';
import { type Column, columnsIn } from './columns.ts';
import { type InvoiceAmount, type InvoiceRow, near } from './rows.ts';

/** A line of an invoice (EN 16931, BG-25); what it lacks is left out. */
export interface Item {
  text: string;
  quantity?: number;
  unit?: string;
  unitPrice?: InvoiceAmount;
  /** Percent. */
  taxRate?: number;
  amount: InvoiceAmount;
  /** Whether the quantity times the price is the amount; undefined where one of them is missing. */
  holds?: boolean;
  seen: Sighting;
}

export interface ItemOptions {
  /** BCP 47 tag of numbers as the paper prints them. */
  locale: string;
  /** Rates of the invoice's taxes, percent. */
  rates: readonly number[];
}

/** Sums that are carried from one page to the next. */
const carried =
  /(?<!\p{L})(?:[uü]bertrag|zwischensumme|carried\s*(?:forward|over)|brought\s*forward|[aà]\s*reporter|^\W*report(?=\W*(?:$|de\s|page))|suma\s*(?:y\s*sigue|anterior)|riporto|a\s*riportare|transport|do\s*przeniesienia)(?!\p{L})/iu;
/** Most lines that the text of one item goes on for. */
const maxTextLines = 8;

/** The rows between the heads of the columns and the first sum, each under its heads. */
export function readItems(layout: Layout, rows: InvoiceRow[], first: number, options: ItemOptions): Item[] {
  let columns: Column[] = [];
  const head = rows.findLastIndex((row) => {
    if (row.index >= first || row.amounts.length > 0) return false;
    const found = columnsIn(layout, row.row);
    if (found.length > 0) columns = found;
    return found.length > 0;
  });
  if (head < 0) return [];
  const items: Item[] = [];
  let textLines = 0;
  // The row above, where the text of an item may go on from it.
  let above: InvoiceRow | undefined;
  for (const row of rows.slice(head + 1, first)) {
    const isSum =
      row.isDiscount || (row.role !== undefined && row.role !== 'extra') || carried.test(row.label);
    const cells = isSum ? [] : itemCells(layout, row, columns, options.locale);
    const item = isSum ? undefined : itemOf(cells, columns, options);
    if (item) {
      // What comes to all above it, and is no number of anything, is their sum whatever it is called.
      if (isSumOf(item, items)) break;
      items.push(item);
      [above, textLines] = [row, 0];
      continue;
    }
    const last = items.at(-1);
    if (last && above && !isSum && textLines < maxTextLines && goesOn(cells, above, row)) {
      const seen = joinSightings(
        cells.map((cell) => cell.seen),
        ' ',
      );
      last.text = `${last.text} ${tidy(seen.text)}`;
      last.seen = joinSightings([last.seen, seen], ' ');
      [above, textLines] = [row, textLines + 1];
    } else above = undefined;
  }
  return items;
}

function isSumOf(item: Item, items: readonly Item[]): boolean {
  const isBare = item.quantity === undefined && item.unitPrice === undefined && item.taxRate === undefined;
  const areCounted = items.every(({ quantity, unitPrice }) => quantity !== undefined || unitPrice);
  const sum = items.reduce((all, { amount }) => all + amount.units, 0);
  return isBare && items.length > 0 && (areCounted || items.length > 1) && near(sum, item.amount.units);
}

/** Whether a row holds nothing but text, directly below the row above. */
const goesOn = (cells: readonly ItemCell[], above: InvoiceRow, { row }: InvoiceRow): boolean =>
  row.top - above.row.bottom < 0.9 * row.height &&
  cells.length > 0 &&
  cells.every(({ kind }) => kind === 'text') &&
  cells.some(({ text }) => /\p{L}{2}/u.test(text));

function itemOf(
  cells: readonly ItemCell[],
  columns: readonly Column[],
  { rates }: ItemOptions,
): Item | undefined {
  const amount = amountOf(cells);
  const text = amount && textOf(cells, columns);
  if (!amount || !text) return undefined;
  const others = cells.flatMap((cell) => (cell.amount && cell.amount !== amount ? [cell] : []));
  let unitPrice = others.find(({ kind }) => kind === 'unitPrice')?.amount;
  let counted = cells.find(
    (cell) => cell.kind === 'quantity' && countOf(cell) !== undefined && cell.amount !== amount,
  );
  const isProduct = (cell: ItemCell, price: InvoiceAmount) => {
    const number = countOf(cell);
    return (
      number !== undefined &&
      cell.kind !== 'position' &&
      cell.amount !== price &&
      cell.amount !== amount &&
      reckons(number, price, amount, cells)
    );
  };
  // What the heads leave open the product may tell.
  if (!unitPrice && counted)
    unitPrice = others.find((cell) => cell.amount && isProduct(counted!, cell.amount))?.amount;
  if (!counted && unitPrice) counted = cells.find((cell) => isProduct(cell, unitPrice!));
  if (!counted && !unitPrice && !columns.some(({ kind }) => kind === 'unitPrice'))
    for (const { amount: price } of others) {
      counted = price && cells.find((cell) => isProduct(cell, price));
      if (counted) {
        unitPrice = price;
        break;
      }
    }
  const quantity = counted && countOf(counted);
  const unit =
    cells.find((cell) => cell.kind === 'unit' && /\p{L}/u.test(cell.text) && cell.number === undefined)
      ?.text ??
    counted?.unit ??
    cells.find((cell) => cell.unit !== undefined && cell.number === undefined && cell.kind === 'quantity')
      ?.unit;
  const taxRate = taxRateOf(cells, columns, rates);
  return {
    text,
    ...(quantity === undefined ? {} : { quantity }),
    ...(unit === undefined ? {} : { unit }),
    ...(unitPrice ? { unitPrice } : {}),
    ...(taxRate === undefined ? {} : { taxRate }),
    amount,
    ...(quantity === undefined || !unitPrice ? {} : { holds: reckons(quantity, unitPrice, amount, cells) }),
    seen: joinSightings(
      cells.map(({ seen }) => seen),
      ' ',
    ),
  };
}

/** What a line comes to: without tax where columns tell it apart, else the last amount. */
function amountOf(cells: readonly ItemCell[]): InvoiceAmount | undefined {
  const amounts = cells.filter((cell) => cell.amount && !cell.amount.amount.isRange);
  for (const kind of ['net', 'amount', 'gross'] as const) {
    const found = amounts.findLast((cell) => cell.kind === kind);
    if (found) return found.amount;
  }
  const last = amounts.at(-1);
  return last && (last.kind === 'other' || last.kind === 'unitPrice') && cells.at(-1) === last
    ? last.amount
    : undefined;
}

function textOf(cells: readonly ItemCell[], columns: readonly Column[]): string | undefined {
  const isText = (cell: ItemCell) => !cell.amount && /\p{L}{2}/u.test(cell.text) && cell.unit === undefined;
  const named = cells.filter((cell) => cell.kind === 'text' && (isText(cell) || /\p{L}|\d/u.test(cell.text)));
  const texts = named.some(isText)
    ? named
    : cells
        .filter(isText)
        .filter(({ kind }) => kind !== 'code' && kind !== 'unit')
        .slice(0, 1);
  const hasPosition = columns.some(({ kind }) => kind === 'position');
  const text = tidy(texts.map((cell) => cell.text).join(' '));
  return text === '' ? undefined : hasPosition ? text : text.replace(/^\d{1,3}[.)]?\s+(?=\p{L})/u, '');
}

/** A quantity may look like an amount: `2,00`. */
const countOf = ({ number, amount }: ItemCell): number | undefined =>
  number ?? (amount ? Number(amount.amount.value) : undefined);

/** Whether a quantity times its price is an amount, less the discount the line names. Prices are rounded. */
function reckons(
  quantity: number,
  price: InvoiceAmount,
  amount: InvoiceAmount,
  cells: readonly ItemCell[],
): boolean {
  const whole = quantity * price.units;
  const off = cells.find(({ kind }) => kind === 'discount');
  const rounding = 50 * Math.abs(quantity);
  // On a credit note the amount alone may be negative.
  const size = Math.abs(amount.units);
  const same = (units: number) => near(Math.abs(units), size) || Math.abs(Math.abs(units) - size) <= rounding;
  if (same(whole)) return true;
  const share =
    off?.percent ?? off?.number ?? (off?.amount ? Math.abs(off.amount.units) / 10_000 : undefined);
  if (share === undefined) return false;
  return same(whole * (1 - share / 100)) || same(whole - share * 10_000);
}

function taxRateOf(
  cells: readonly ItemCell[],
  columns: readonly Column[],
  rates: readonly number[],
): number | undefined {
  const isPlausible = (rate: number | undefined): rate is number =>
    rate !== undefined && rate >= 0 && rate <= 30;
  for (const { kind, percent, number, amount, column } of cells) {
    if (kind !== 'tax') continue;
    // Amounts of the tax stand in such columns as well.
    const written = /%|rate|satz|taux|tipo|aliq|stawka|tarief/iu.test(column?.head ?? '')
      ? amount?.units
      : undefined;
    const rate = percent ?? number ?? (written === undefined ? undefined : written / 10_000);
    if (isPlausible(rate)) return rate;
  }
  if (columns.some(({ kind }) => kind === 'discount')) return undefined;
  const [only, another] = cells.flatMap(({ percent }) => percent ?? []);
  return only !== undefined && another === undefined && rates.includes(only) ? only : undefined;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
