import {
  type Check,
  type CheckRule,
  check,
  type Field,
  field,
  joinSightings,
  listField,
  type Sighting,
  type SumPart,
  seenPart,
} from '@readout/plugin-kit';
import type { Item } from './items.ts';
import { type InvoiceRow, near, type VatLine } from './rows.ts';
import type { Sums } from './sums.ts';

/** What an invoice comes to, each sum compared with the others. */
export function putSums(
  put: (name: string, value: Field | undefined) => void,
  sums: Sums,
  items: Item[],
  money: (units: number) => string,
  sign: 1 | -1,
): void {
  const { total, subtotal, net, tax, extra, discount, proof, doubts } = sums;
  const off = discount?.units ?? 0;
  const allItems = items.reduce((sum, { amount }) => sum + amount.units, 0);
  // A subtotal stands above the discount or below it.
  const below = subtotal?.units ?? total.units - (tax?.units ?? 0);
  const itemSum = near(allItems - off, below) ? allItems - off : allItems;
  const what = itemSum === allItems ? 'The items' : 'The items less the discount';
  const checks: Check[] = [];
  const compare = (
    units: number,
    target: number,
    sum: string,
    other: string,
    of: SumPart[] | undefined,
    is?: string,
  ) =>
    check(
      'sum',
      near(units, target),
      `${sum} add up to ${money(units)}, ${other} is ${money(target)}.`,
      ...(of ? [{ rule: 'sum', of, ...(is ? { is } : {}) } satisfies CheckRule] : []),
    );
  const onTop = sums.extraParts?.map(({ amount, units }): SumPart => {
    const isMinus = units * sign < 0;
    return {
      amount: money(units).replace('-', ''),
      evidence: amount.seen.evidence,
      ...(isMinus ? { minus: true } : {}),
    };
  });
  const netParts: SumPart[] = [{ field: 'net' }, { field: 'tax' }];
  const itemParts: SumPart[] = [
    { field: 'items', column: 'amount' },
    ...(itemSum === allItems ? [] : [{ field: 'discount', minus: true }]),
  ];
  if (subtotal && tax)
    checks.push(
      compare(
        subtotal.units + tax.units + extra,
        total.units,
        'Subtotal and tax',
        'the total',
        onTop && [{ field: 'subtotal' }, { field: 'tax' }, ...onTop],
      ),
    );
  else if (items.length > 0 && !subtotal) {
    const isTaxed = tax !== undefined && !near(itemSum, total.units);
    checks.push(
      compare(
        itemSum + (isTaxed ? tax.units + extra : 0),
        total.units,
        what,
        'the total',
        isTaxed ? onTop && [...itemParts, { field: 'tax' }, ...onTop] : itemParts,
      ),
    );
  }
  const sure = checks.length === 0 ? 0.9 : checks.every(({ passed }) => passed) ? 1 : 0.6;
  put(
    'total',
    field(total.seen, money(total.units), {
      checks,
      confidence:
        total.seen.confidence *
        (proof ? 1 : sure) *
        (total.amount.ambiguous ? 0.7 : 1) *
        0.85 ** doubts.length *
        // Nothing but the title says that it is money back.
        (sign < 0 ? 0.9 : 1),
      ...(total.amount.ambiguous ? { ambiguous: total.amount.ambiguous } : {}),
    }),
  );
  if (subtotal)
    put(
      'subtotal',
      field(subtotal.seen, money(subtotal.units), {
        confidence: subtotal.seen.confidence * (proof ? 1 : 0.8),
        checks: items.length > 0 ? [compare(itemSum, subtotal.units, what, 'the subtotal', itemParts)] : [],
      }),
    );
  if (net)
    put(
      'net',
      field(net.seen, money(net.units), {
        confidence: net.seen.confidence * (proof ? 1 : 0.8),
        checks: tax
          ? [
              compare(
                net.units + tax.units,
                total.units - (net === (subtotal ?? net) ? extra : 0),
                'Net and tax',
                'the total',
                net === (subtotal ?? net) ? onTop && [...netParts, ...onTop] : netParts,
                'total',
              ),
            ]
          : [],
      }),
    );
  if (discount) {
    const seen = joinSightings(discount.seen, '\n');
    const isProved = discount.isProved || itemSum !== allItems;
    put('discount', field(seen, money(off), { confidence: seen.confidence * (isProved ? 1 : 0.7) }));
  }
  if (tax) {
    const seen = joinSightings(tax.seen, '\n');
    put('tax', field(seen, money(tax.units), { confidence: seen.confidence * (proof ? 1 : 0.75) }));
  }
}

/** Taxes by rate, with what is taxed where it is printed (EN 16931, BG-23). */
export function taxesField(sums: Sums, money: (units: number) => string, unit: number): Field | undefined {
  const { taxes, tax, net } = sums;
  if (taxes.length === 0 || !tax) return undefined;
  const lines = taxes.map((row) => withBase(row, taxes, net, unit));
  const sum = lines.reduce((all, { amount }) => all + amount.units, 0);
  const checks: Check[] = [
    check(
      'sum',
      Math.abs(sum - tax.units) <= unit * lines.length,
      `The taxes add up to ${money(sum)}, the tax is ${money(tax.units)}.`,
      { rule: 'sum', of: [{ field: 'taxes', column: 'amount' }], is: 'tax' },
    ),
  ];
  const reckoned = lines.filter(({ base }) => base);
  const wrong = reckoned.find(({ holds }) => !holds);
  if (reckoned.length > 0)
    checks.push(
      check(
        'tax-rate',
        !wrong,
        wrong
          ? `${wrong.rate} % of ${money(wrong.base!.units)} is ${money((wrong.base!.units * wrong.rate) / 100)}, not ${money(wrong.amount.units)}.`
          : 'Every rate of its base is its tax.',
      ),
    );
  return listField(
    lines.map(({ rate, base, amount }, index) => ({
      sighting: joinSightings(
        [...rateSeen(taxes[index]!, rate), ...(base ? [base.seen] : []), amount.seen],
        ' ',
      ),
      value: { rate, ...(base ? { base: money(base.units) } : {}), amount: money(amount.units) },
    })),
    {
      checks,
      confidence:
        Math.min(...lines.map(({ amount }) => amount.seen.confidence)) *
        (checks.every(({ passed }) => passed) ? 1 : 0.6) *
        (sums.proof ? 1 : reckoned.length === lines.length ? 0.9 : 0.8),
    },
  );
}

/** Where a row prints its rate. */
function rateSeen({ row }: InvoiceRow, rate: number): Sighting[] {
  for (const { line } of row.lines)
    for (const match of line.text.matchAll(/(?<![\d.,])\d{1,2}(?:[.,]\d{1,3})?(?![.,]?\d)/g))
      if (Number(match[0].replace(',', '.')) === rate) return [seenPart(line, match.index, match[0].length)];
  return [];
}

/** With the net amount as the base of the only tax, where the rate of the one is the other. */
function withBase({ vat }: InvoiceRow, taxes: InvoiceRow[], net: Sums['net'], unit: number): VatLine {
  const line = vat!;
  return taxes.length === 1 &&
    net &&
    !line.base &&
    Math.abs((net.units * line.rate) / 100 - line.amount.units) <= unit
    ? { ...line, base: net, holds: true }
    : line;
}
