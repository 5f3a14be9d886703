// cspell:disable -- words of many languages, as printed
import type { Role } from './keywords.ts';
import { amountWithoutPoint, type ReceiptRow, type RowAmount } from './rows.ts';

export interface Candidate {
  row: ReceiptRow;
  found: RowAmount;
  score: number;
  /** Why the amount is believed, for the checks. */
  reasons: string[];
  /** What on the paper speaks against it. */
  doubts: string[];
}

export interface Sums {
  total: Candidate | undefined;
  subtotal: { row: ReceiptRow; found: RowAmount } | undefined;
  tax: { rows: ReceiptRow[]; found: RowAmount[]; units: number } | undefined;
  /** First row that belongs to the sums rather than to the items. */
  firstSum: number;
}

const estimated =
  /(?<!\p{L})(?:est(?:imated|\.)?|approx(?:\.|imate(?:ly)?)?|circa|ca\.|gesch[aä]tzt\p{L}*|voraussichtlich\p{L}*|estim[eéa]\p{L}*|aproximad[oa]|stimat[oa]|szacunkow\p{L}*|orientacyjn\p{L}*|geschat\p{L}*|geraamd\p{L}*|presunto|budget|from|ab|[aà] partir de|desde)(?!\p{L})/iu;

const scores: Partial<Record<Role, number>> = { total: 5, gross: 4.4, paid: 1.5, subtotal: 1, rounding: 1 };
/** Words that leave no doubt which of several totals is meant. */
const final =
  /grand|final|rounded|net+\s?total|payable|due|to pay|after adj|bezahlen|zahlbetrag|endbetrag|gesamt|[àaå]\s?payer|betal|pagar|betalen|besar|zaplaty|complessivo|ttc|maksettava/i;
const tolerance = 100; // a hundredth of a unit

/** `GST @ 6%` beside the word total says that the tax is in it. */
const saysInclusive = /in[ck]l/i;

export const near = (a: number, b: number, within = tolerance) => Math.abs(a - b) <= within;

/** The last amount of a row is the one its label is about. */
export const lastOf = (row: ReceiptRow): RowAmount | undefined => row.amounts.at(-1);

/**
 * Weighs every amount beside a word that can mean the total, by that word, by place, and by what adds up to it.
 * @param rows whose total is positive: {@link readSigned}.
 */
export function readSums(rows: ReceiptRow[], itemSum: (before: number) => number): Sums {
  const withRole = (role: Role) => rows.filter((row) => row.role === role && row.amounts.length > 0);
  const summary = rows.find((row) => row.role === 'summary')?.index ?? Number.POSITIVE_INFINITY;
  const firstSum =
    rows.find(
      (row) =>
        row.amounts.length > 0 && (row.role === 'subtotal' || row.role === 'total' || row.role === 'gross'),
    )?.index ??
    rows.find((row) => row.amounts.length > 0 && (row.role === 'paid' || row.role === 'tax'))?.index ??
    rows.length;
  const paid = withRole('paid').map((row) => lastOf(row)!.units);
  const change = withRole('change').map((row) => lastOf(row)!.units);
  const net = paid.flatMap((p) => change.map((c) => p - c)).filter((value) => value > 0);
  const rounding = withRole('rounding')
    .map((row) => lastOf(row)!.units)
    .filter((units) => units !== 0 && Math.abs(units) < 10_000);
  const taxes = withRole('tax').map((row) => lastOf(row)!.units);
  const services = [0, ...withRole('service').map((row) => lastOf(row)!.units)];
  const subtotals = withRole('subtotal').map((row) => lastOf(row)!.units);
  const items = itemSum(firstSum);
  const heights = rows.map((row) => row.row.height).sort((a, b) => a - b);
  const medianHeight = heights[Math.floor(heights.length / 2)] ?? 1;

  /** Net and tax where a row shows both. */
  const tables = rows
    .filter(
      (row) =>
        row.amounts.length === 2 &&
        row.amounts[1]!.units > 0 &&
        row.amounts[1]!.units < 0.3 * row.amounts[0]!.units,
    )
    .map((row): [number, number] => [row.amounts[0]!.units, row.amounts[1]!.units]);
  const parts = rows.filter(
    (row) => (row.role === 'total' || row.role === 'gross') && row.amounts.length === 1,
  );
  const partsOf = (units: number, of: ReceiptRow) =>
    parts.some((a) =>
      parts.some(
        (b) =>
          a.index < b.index &&
          b.index < of.index &&
          a.amounts[0]!.units < units &&
          b.amounts[0]!.units < units &&
          near(a.amounts[0]!.units + b.amounts[0]!.units, units),
      ),
    );

  /** What comes on top of a subtotal; cash rounding moves the sum by up to five hundredths. */
  const addsUp = (units: number, before: number[]) =>
    before.some((s) =>
      [0, ...taxes].some((t) => services.some((v) => t + v > 0 && near(s + t + v, units, 500))),
    );

  const isGivenBack = change.some((units) => units > 0);
  /** Rows with an amount that is another one and what comes on top of it, in the order printed. */
  const sumsOnTop = (row: ReceiptRow, units: number) =>
    rows.filter(
      (other) =>
        other.index > row.index &&
        other.index - row.index <= farthest &&
        !(other.role === 'paid' && isGivenBack) &&
        other.role !== 'change' &&
        other.role !== 'tax' &&
        other.amounts.some(
          (printed) =>
            printed.units > units &&
            printed.units < 1.6 * units &&
            isOnTop(rows, row, other, printed.units - units),
        ),
    );
  const grown = new Set(
    [...withRole('subtotal'), ...withRole('total')].flatMap((row) =>
      sumsOnTop(row, lastOf(row)!.units).map(({ index }) => index),
    ),
  );

  const candidates: Candidate[] = [];
  for (const row of rows) {
    // A label that could not be read still counts where its amount is exactly what cash and change leave.
    const isNet =
      row.role === undefined &&
      row.index >= firstSum - 4 &&
      net.some((value) => near(value, lastOf(row)?.units ?? -1));
    const base = isNet ? 0.5 : ((row.role && scores[row.role]) ?? (grown.has(row.index) ? 2 : undefined));
    if (base === undefined || estimated.test(row.label)) continue;
    for (const found of row.role === 'total' || row.role === 'gross' ? row.amounts : row.amounts.slice(-1)) {
      const { units } = found;
      if (units <= 0 || found.amount.isRange || (row.role === 'rounding' && units < 10_000)) continue;
      let score = base;
      const reasons: string[] = [];
      const believe = (points: number, reason?: string) => {
        score += points;
        if (reason) reasons.push(reason);
      };
      if (row.role === 'total' && final.test(row.label)) believe(1.5);
      // A total for one rate of tax, not for all.
      if (/\d\s?%/.test(row.label) && !saysInclusive.test(row.label)) believe(-2);
      if (partsOf(units, row)) believe(2.5, 'the totals of its parts');
      if (tables.some(([a, b]) => near(a + b, units))) believe(3, 'the tax table');
      if (net.some((value) => near(value, units))) believe(4, 'cash less change');
      else if (row.role === 'total' && paid.some((value) => near(value, units)))
        believe(1.5, 'what was paid');
      const before = [
        ...subtotals,
        ...parts.filter((other) => other.index < row.index).map((other) => other.amounts[0]!.units),
      ];
      if (row.role !== 'subtotal' && addsUp(units, before)) believe(3, 'subtotal and tax');
      // Where tax or service comes on top and the sum of them is printed, this is what they come on top of.
      const isPart = sumsOnTop(row, units).length > 0;
      if (isPart) believe(-4);
      else if (items > 0 && near(items, units, 300))
        believe(2, row.role === 'subtotal' ? undefined : 'the items');
      // Tills round the amount to be paid: the one after rounding is the total.
      for (const other of rows)
        if (
          other.index < row.index &&
          (other.role === 'total' || other.role === 'gross' || other.role === 'subtotal')
        )
          if (
            other.amounts.some((a) => a.units !== units && rounding.some((r) => near(a.units + r, units, 50)))
          ) {
            believe(3, 'the sum and its rounding');
            break;
          }
      // What comes on top follows below: a somewhat larger total further down is the final one.
      if (
        rows.some(
          (other) =>
            other.role === 'total' &&
            other.index > row.index &&
            other.index < summary &&
            other.amounts.length === 1 &&
            other.amounts[0]!.units > units &&
            other.amounts[0]!.units < 1.35 * units,
        )
      )
        believe(-2);
      if (row.role === 'paid' && change.some((c) => c > 0)) believe(-3);
      if (row.index > summary) believe(-4);
      // The columns of a tax table: net, tax and gross side by side.
      if (row.amounts.length > 1)
        believe(found !== lastOf(row) ? -2 : units < 0.3 * row.amounts[0]!.units ? -5 : 0);
      if (row.row.height > 1.25 * medianHeight) believe(1);
      score += Math.min(2, candidates.filter((other) => other.found.units === units).length * 0.6);
      score += 0.4 * (row.index / Math.max(1, rows.length));
      if (found.amount.repaired) believe(-0.5);
      candidates.push({ row, found, score, reasons, doubts: [] });
    }
  }
  const [best, ...rest] = candidates.sort((a, b) => b.score - a.score);
  const rival = rest.find(({ found }) => best && !near(found.units, best.found.units));
  const total =
    best && best.score >= 1.5
      ? { ...best, doubts: doubtsOf(best, rival, paid, change) }
      : netWithoutPoint(rows.slice(Math.max(0, firstSum - 4)), net);
  const subtotal = withRole('subtotal')
    .filter((row) => row.index < summary)
    .map((row) => ({ row, found: lastOf(row)! }))
    .find(({ row }) => row !== total?.row);
  return { total, subtotal, tax: readTax(rows, total, subtotal?.found, services), firstSum };
}

/** Rows between a sum and the one with tax and service on top. */
const farthest = 30;

/** What is added to a subtotal under names of its own: a rate, a fee. */
const onTop =
  /\d\s?%|(?<!\p{L})(?:service|levy|fee|surcharge|cover|couverts?|coperto|zuschlag|aufschlag|cubierto|servicio|servizio)(?!\p{L})/iu;

/** Whether rows of tax and service between two others add up to a difference, in ten-thousandths. */
function isOnTop(rows: ReceiptRow[], lower: ReceiptRow, upper: ReceiptRow, difference: number): boolean {
  const added = rows
    .slice(lower.index + 1, upper.index)
    .filter(
      ({ role, label }) => role === 'tax' || role === 'service' || (role === undefined && onTop.test(label)),
    )
    .flatMap((row) => lastOf(row)?.units ?? [])
    .filter((units) => units > 0)
    .slice(0, 6);
  // Any of them, because a rate may be printed as well as its sum.
  let sums = [0];
  for (const units of added) sums = [...sums, ...sums.map((one) => one + units)];
  return sums.some((one) => one > 0 && near(one, difference, 200));
}

function doubtsOf(best: Candidate, rival: Candidate | undefined, paid: number[], change: number[]): string[] {
  const { units } = best.found;
  const given = [...paid, sum(paid)];
  const kept = change.length > 0 ? given.flatMap((one) => change.map((back) => one - back)) : given;
  const doubts: string[] = [];
  if (best.row.role === 'subtotal') doubts.push('No row names a total; this is a subtotal.');
  // Cash is rounded, and a note may be printed without what came back.
  if (
    paid.length > 0 &&
    !kept.some((one) => near(one, units, 500)) &&
    kept.every((one) => one < units || change.length > 0)
  )
    doubts.push('What was paid is another amount.');
  if (rival && rival.score > best.score - 1) doubts.push('Another amount is as likely to be the total.');
  return doubts;
}

/** Faint print: of all totals only one without its point could be read, and it is what cash less change leaves. */
function netWithoutPoint(rows: ReceiptRow[], net: number[]): Candidate | undefined {
  for (const row of rows)
    for (const units of net) {
      const found = row.amounts.length === 0 ? amountWithoutPoint(row, units) : undefined;
      if (found) return { row, found, score: 1.5, reasons: ['cash less change'], doubts: [] };
    }
  return undefined;
}

/** Tax by rows that name it, or by a table of net, tax and gross whose rows add up to the total. */
function readTax(
  rows: ReceiptRow[],
  total: Candidate | undefined,
  subtotal: RowAmount | undefined,
  services: number[],
): Sums['tax'] {
  const limit = total?.found.units ?? Number.POSITIVE_INFINITY;
  const singles = rows.filter(
    (row) =>
      row.role === 'tax' &&
      row.amounts.length === 1 &&
      row.amounts[0]!.units < 0.4 * limit &&
      row !== total?.row,
  );
  const one = (row: ReceiptRow, found: RowAmount) => ({ rows: [row], found: [found], units: found.units });
  if (total && subtotal)
    for (const row of singles)
      if (
        services.some((service) =>
          near(subtotal.units + service + row.amounts[0]!.units, total.found.units, 600),
        )
      )
        return one(row, row.amounts[0]!);
  const table: { row: ReceiptRow; net: number; tax: RowAmount }[] = [];
  for (const row of rows) {
    if (row === total?.row || row.amounts.length < 2 || row.amounts.length > 3) continue;
    const [a, b, c] = row.amounts as [RowAmount, RowAmount, RowAmount | undefined];
    const rate = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/.exec(row.text)?.[1];
    const isRate = (net: number, tax: number) =>
      rate !== undefined && near((net * Number(rate.replace(',', '.'))) / 100, tax, 300 + net / 500);
    if (c) {
      // Net, tax, gross in whichever order the till prints them.
      const orders: [RowAmount, RowAmount, RowAmount][] = [
        [a, b, c],
        [b, a, c],
        [b, c, a],
        [a, c, b],
      ];
      const fit = orders.find(
        ([net, tax, whole]) => tax.units < 0.4 * net.units && near(net.units + tax.units, whole.units),
      );
      if (fit && (rate === undefined || isRate(fit[0].units, fit[1].units)))
        table.push({ row, net: fit[0].units, tax: fit[1] });
    } else if (b.units < 0.4 * a.units && (isRate(a.units, b.units) || near(a.units + b.units, limit, 600)))
      table.push({ row, net: a.units, tax: b });
    else if (a.units < 0.4 * b.units && isRate(b.units, a.units)) table.push({ row, net: b.units, tax: a });
  }
  const rated = table.filter(({ row }) => /%/.test(row.text) || row.role === 'tax');
  const chosen = rated.length > 0 ? rated : table.slice(0, 1);
  const sum = chosen.reduce((units, entry) => units + entry.net + entry.tax.units, 0);
  if (chosen.length > 0 && near(sum, limit, 600))
    return {
      rows: chosen.map((entry) => entry.row),
      found: chosen.map((entry) => entry.tax),
      units: chosen.reduce((units, entry) => units + entry.tax.units, 0),
    };
  const several = addedUp(singles, total, subtotal, services);
  if (several) return several;
  const [single, ...more] = singles;
  // Several taxes and nothing that says how they belong together: better none than one of them.
  if (single && more.every((row) => row.amounts[0]!.units === single.amounts[0]!.units))
    return one(single, single.amounts[0]!);
  return undefined;
}

const wholeTax = /total|summe|suma|summa|gesamt|totaal|totale|samlet|i alt/i;

/** Taxes of several rates or kinds: the row that adds them up, or all of them where that explains the total. */
function addedUp(
  singles: ReceiptRow[],
  total: Candidate | undefined,
  subtotal: RowAmount | undefined,
  services: number[],
): Sums['tax'] {
  if (!total || singles.length < 2) return undefined;
  const unitsOf = (row: ReceiptRow) => row.amounts[0]!.units;
  const whole = singles.find((row) => {
    const others = singles.filter((other) => other !== row);
    return wholeTax.test(row.label) && near(sum(others.map(unitsOf)), unitsOf(row), 200);
  });
  if (whole) return { rows: [whole], found: [whole.amounts[0]!], units: unitsOf(whole) };
  const units = sum(singles.map(unitsOf));
  const result = { rows: singles, found: singles.map((row) => row.amounts[0]!), units };
  if (subtotal && services.some((service) => near(subtotal.units + service + units, total.found.units, 600)))
    return result;
  // Taxes within the prices: each rate once, and none larger than its rate of the total.
  const rates = singles.map((row) =>
    Number(/(\d{1,2}(?:[.,]\d{1,2})?)\s?%/.exec(row.text)?.[1]?.replace(',', '.')),
  );
  const inside = singles.every(
    (row, index) => unitsOf(row) <= (total.found.units * rates[index]!) / (100 + rates[index]!) + 200,
  );
  return new Set(rates).size === rates.length && inside && !rates.some(Number.isNaN) ? result : undefined;
}

const sum = (units: number[]) => units.reduce((all, one) => all + one, 0);
