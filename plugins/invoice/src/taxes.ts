// cspell:disable -- words of many languages, as printed
import { type InvoiceAmount, type InvoiceRow, last, near, type VatLine } from './rows.ts';

const taxWords =
  /(?<!\p{L})(?:vat|mwst|u?st|umsatzsteuer|mehrwertsteuer|steuer(?:betrag)?|t\.?v\.?a|i\.?v\.?a|moms|mva|btw|alv|igic|tax|gst|podatek|imposta|imp[oô]t|impuesto|cuota)(?!\p{L})/giu;
const baseWords =
  /(?<!\p{L})(?:net(?:to|t)?|base|basis|basisbetrag|bemessungs\p{L}*|grundbetrag|h\.?t|imponibile|imponible|taxable|goods|warenwert|stawka|satz|steuersatz|mwst-satz|rate|taux|tipo|aliquota|tarief|maatstaf|warto[sś][cć]|code)(?!\p{L})|%/giu;
/** Heads of the columns of items, which have rates, too. */
const itemHeads =
  /(?<!\p{L})(?:description|item|article|qty|quantity|unit|bezeichnung|beschreibung|artikel|menge|anzahl|pos|d[eé]signation|quantit[eéà]|qt[eé]|descripci[oó]n|concepto|cantidad|descrizione|omschrijving|aantal|nazwa|ilo[sś][cć]|beskrivning|ben[aä]mning|antal)(?!\p{L})/iu;
const wordsBesideTaxes =
  /(?<!\p{L})(?:auf|on|of|at|von|sur|de|sobre|w|tym|inkl?|incl|zzgl|plus|darin|davon|enthalten\p{L}*|standard|reduced|normal|erm[aä][sß]+igt\p{L}*|reduziert|r[eé]duit|general|reducido|laag|hoog|eur|euro|usd|gbp|chf|pln|sek|kr|z[lł])(?!\p{L})/giu;

const percent = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g;

/** Marks the rows that hold a tax with its rate; in tables of taxes also those that name no tax themselves. */
export function markTaxes(rows: InvoiceRow[], unit: number): void {
  let isInTable = false;
  for (const row of rows) {
    if (row.amounts.length === 0) {
      isInTable = isTaxHead(row.row.text) || (isInTable && row.row.text.trim().length < 4);
      continue;
    }
    const isNamed = row.role === 'tax';
    if (row.amounts.some(({ amount }) => amount.isRange)) continue;
    if (!isNamed && !(isInTable && row.role === undefined && lettersOf(row.label) <= 2)) {
      isInTable &&= row.role !== undefined;
      continue;
    }
    const vat = vatOf(row, isInTable, unit);
    // A row that names no tax is one only if the arithmetic agrees.
    if (!vat || !(isNamed || vat.holds)) continue;
    row.vat = vat;
    row.role = 'tax';
    row.strength = 1;
  }
}

function isTaxHead(text: string): boolean {
  const count = (words: RegExp) => text.match(words)?.length ?? 0;
  return (
    text.length < 120 &&
    count(taxWords) > 0 &&
    count(taxWords) + count(baseWords) >= 2 &&
    !itemHeads.test(text)
  );
}

const lettersOf = (text: string): number =>
  text.replace(taxWords, ' ').replace(baseWords, ' ').replace(wordsBesideTaxes, ' ').match(/\p{L}/gu)
    ?.length ?? 0;

function vatOf(row: InvoiceRow, isInTable: boolean, unit: number): VatLine | undefined {
  const { amounts, label } = row;
  const [printed, another] = [...label.matchAll(percent)];
  if (another) return undefined;
  if (printed) return reckoned(rateIn(printed[1]!), amounts, unit);
  if (!isInTable) return undefined;
  // Under its head a rate needs no sign; two decimals make it look like an amount.
  const bare = /^\D*(\d{1,2}(?:[.,]\d)?)\s*$/.exec(label.trim());
  if (bare) return reckoned(rateIn(bare[1]!), amounts, unit);
  for (const one of amounts.slice(0, 3)) {
    const rate = one.units / 10_000;
    const vat =
      rate > 0 && rate <= 30
        ? reckoned(
            rate,
            amounts.filter((other) => other !== one),
            unit,
          )
        : undefined;
    if (vat?.holds) return vat;
  }
  return undefined;
}

const rateIn = (text: string): number => Number(text.replace(',', '.'));

/** Which of the amounts of a row is the tax at a rate, and on which other. */
function reckoned(rate: number, amounts: readonly InvoiceAmount[], unit: number): VatLine | undefined {
  const [only, second] = amounts;
  if (!only) return undefined;
  if (!second) return { rate, amount: only };
  const few = amounts.slice(0, 6);
  for (const base of few)
    for (const amount of few)
      if (
        base !== amount &&
        Math.abs((base.units * rate) / 100 - amount.units) <= unit &&
        (rate > 0 || base.units !== 0)
      )
        return { rate, base, amount, holds: true };
  // The amount with the tax in it beside the tax.
  for (const gross of few)
    for (const amount of few)
      if (gross !== amount && Math.abs((gross.units * rate) / (100 + rate) - amount.units) <= unit)
        return { rate, amount };
  for (const gross of few) {
    const parts = few.filter((one) => one !== gross);
    const [a, b] = parts;
    if (a && b && parts.length === 2 && near(a.units + b.units, gross.units)) return inDoubt(rate, a, b);
  }
  return few.length === 2 ? inDoubt(rate, only, second) : undefined;
}

const inDoubt = (rate: number, a: InvoiceAmount, b: InvoiceAmount): VatLine => {
  const [amount, base] = Math.abs(a.units) < Math.abs(b.units) ? [a, b] : [b, a];
  return { rate, base, amount, holds: false };
};

/** Two taxes of one rate that come together. */
const sisters = /(?<!\p{L})(?:[cs]gst|utgst|tps|tvq|hst|pst|qst)(?!\p{L})/iu;
const nameOf = ({ row }: InvoiceRow): string => sisters.exec(row.text)?.[0].toLowerCase() ?? '';
const rateOf = ({ vat, row }: InvoiceRow): string =>
  vat ? String(vat.rate) : (/\d+(?:[.,]\d+)?\s?%/.exec(row.text)?.[0] ?? '');

/** Taxes that a table and the sums print twice count once; the one that says what is taxed is kept. */
export function distinctTaxes(rows: readonly InvoiceRow[]): InvoiceRow[] {
  const kept: InvoiceRow[] = [];
  for (const row of rows) {
    const at = kept.findIndex(
      (other) =>
        near(last(other).units, last(row).units) &&
        rateOf(other) === rateOf(row) &&
        nameOf(other) === nameOf(row),
    );
    if (at < 0) kept.push(row);
    else if (row.vat?.base && !kept[at]!.vat?.base) kept[at] = row;
  }
  return kept;
}
