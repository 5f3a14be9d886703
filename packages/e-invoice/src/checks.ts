import { holdsIban, ibanLength } from '@readout/plugin-kit';
import { decimal, dividedBy, millionths, sumOf, times } from './decimals.ts';
import type { EInvoice, FileRow, InvoiceCheck, InvoiceCheckName, TermValue, Unread } from './invoice.ts';
import { findAll, findElements } from './paths.ts';
import { isNoInvoiceInGermany, type Profile } from './profiles.ts';
import type { SyntaxId } from './syntaxes.ts';
import { itemAllowances, mandatory, terms } from './terms.ts';
import type { XmlElement } from './xml.ts';

/** What a product of amounts may be off, in millionths: papers round to the smallest coin. */
const rounding = 10_000n;

interface Given {
  syntax: SyntaxId;
  /** The elements of the items, in their order. */
  items: readonly XmlElement[];
  values: EInvoice['values'];
  lists: EInvoice['lists'];
  unread: readonly Unread[];
  profile: Profile;
}

/**
 * The rules of an invoice that can be told without a second opinion: EN 16931-1, BR-CO-10 and 13 to 17, BR-S-8 and its like, BR-2 to
 * BR-16, and the check digits of the account. A rule whose values are not there is not made.
 */
export function checksOf(given: Given): InvoiceCheck[] {
  const { values, lists, unread, profile } = given;
  const amount = (name: string): bigint | undefined => units(values[name]);
  const equal = (
    name: InvoiceCheckName,
    field: string,
    what: string,
    parts: readonly (bigint | undefined)[],
  ): InvoiceCheck[] => {
    const target = amount(field);
    if (target === undefined || parts.some((part) => part === undefined)) return [];
    const made = sumOf(parts as bigint[]);
    return [
      {
        name,
        field,
        passed: made === target,
        reason: `${what} ${said(made)}, the invoice says ${said(target)}.`,
        made: said(made),
        said: said(target),
      },
    ];
  };
  const orNought = (name: string): bigint => amount(name) ?? 0n;
  const columns = (list: readonly FileRow[], name: string) => list.map((row) => units(row[name]));
  return [
    ...lists.items.flatMap((item, row) => lineAmount(given, item, row)),
    ...(lists.items.length > 0
      ? equal('line_sum', 'subtotal', 'The items add up to', columns(lists.items, 'amount'))
      : []),
    ...equal('net', 'net', 'The items less allowances and with charges come to', [
      amount('subtotal'),
      -orNought('discount'),
      orNought('charges'),
    ]),
    ...lists.taxes.flatMap(taxRate),
    ...taxBases(lists),
    ...(lists.taxes.length > 0
      ? equal('tax_sum', 'tax', 'The taxes add up to', columns(lists.taxes, 'amount'))
      : []),
    ...equal('total', 'total', 'Net and tax add up to', [
      amount('net'),
      lists.taxes.length > 0 ? amount('tax') : orNought('tax'),
    ]),
    // The smallest profile has no place for what was paid.
    ...(profile === 'MINIMUM'
      ? []
      : equal('payable', 'payable', 'The total less what was paid comes to', [
          amount('total'),
          -orNought('prepaid'),
          orNought('rounding'),
        ])),
    ...iban(values.iban),
    ...due(values),
    ...missing(values, lists, profile),
    ...unread.map(
      ({ reason, term, path, text }): InvoiceCheck => ({
        name: reason,
        field: terms.find((each) => each.term === term)?.field ?? term,
        passed: false,
        reason:
          reason === 'repeated'
            ? `${term} is said several times in different ways, first at ${path}.`
            : `${term} is not in its form at ${path}: ${text}`,
        said: text,
      }),
    ),
    ...(isNoInvoiceInGermany(profile)
      ? [
          {
            name: 'profile',
            field: 'specification',
            passed: false,
            said: profile,
            reason: `By its profile (${profile}) it has no items: it is not an invoice by German tax law.`,
          } satisfies InvoiceCheck,
        ]
      : []),
  ];
}

const units = (value: TermValue | undefined): bigint | undefined => value && millionths(value.value);
const said = (amount: bigint): string => decimal(amount, 2);
const isNear = (a: bigint, b: bigint, most = rounding): boolean => (a < b ? b - a : a - b) <= most;

/** Quantity by price, less allowances of the item. */
function lineAmount({ syntax, items }: Given, item: FileRow, row: number): InvoiceCheck[] {
  const [quantity, price, amount] = [units(item.quantity), units(item.unitPrice), units(item.amount)];
  if (quantity === undefined || price === undefined || amount === undefined) return [];
  const per = units(item.priceQuantity) ?? millionths('1')!;
  if (per === 0n) return [];
  const { path, amount: at, indicator } = itemAllowances[syntax];
  const extras = findElements(items[row]!, path).map((each) => {
    const extra = millionths(findAll(each, at)[0]?.text ?? '') ?? 0n;
    return findAll(each, indicator)[0]?.text === 'true' ? extra : -extra;
  });
  const made = dividedBy(times(quantity, price), per) + sumOf(extras);
  return [
    {
      name: 'line_amount',
      field: 'items',
      row,
      passed: isNear(made, amount),
      reason: `Quantity and price of item ${row + 1} make ${said(made)}, the invoice says ${said(amount)}.`,
      made: said(made),
      said: said(amount),
    },
  ];
}

function taxRate(tax: FileRow, row: number): InvoiceCheck[] {
  const [rate, base, amount] = [units(tax.rate), units(tax.base), units(tax.amount)];
  if (rate === undefined || base === undefined || amount === undefined) return [];
  const made = times(base, rate) / 100n;
  return [
    {
      name: 'tax_rate',
      field: 'taxes',
      row,
      passed: isNear(made, amount),
      reason: `${tax.rate!.value} % of ${said(base)} is ${said(made)}, the invoice says ${said(amount)}.`,
      made: said(made),
      said: said(amount),
    },
  ];
}

/** What is taxed by a category and rate: the items, allowances and charges that are of it. */
function taxBases({ items, taxes, allowances, surcharges }: EInvoice['lists']): InvoiceCheck[] {
  if (items.length === 0 || !items.every(({ amount, category }) => amount && category)) return [];
  const kind = (category: TermValue | undefined, rate: TermValue | undefined) =>
    `${category?.value ?? ''} ${rate?.value ?? '0'}`;
  return taxes.flatMap((tax, row): InvoiceCheck[] => {
    const base = units(tax.base);
    if (base === undefined || !tax.category) return [];
    const of = kind(tax.category, tax.rate);
    const summed = (list: readonly FileRow[]) =>
      sumOf(
        list
          .filter((each) => kind(each.category, each.taxRate) === of)
          .flatMap((each) => units(each.amount) ?? []),
      );
    const made = summed(items) - summed(allowances) + summed(surcharges);
    return [
      {
        name: 'tax_base',
        field: 'taxes',
        row,
        passed: made === base,
        reason: `What is taxed at ${tax.rate?.value ?? '0'} % comes to ${said(made)}, the invoice says ${said(base)}.`,
        made: said(made),
        said: said(base),
      },
    ];
  });
}

function iban(account: TermValue | undefined): InvoiceCheck[] {
  // Other accounts have no check digits.
  if (!account || ibanLength(account.value) === undefined) return [];
  const passed = holdsIban(account.value);
  return [
    {
      name: 'iban',
      field: 'iban',
      passed,
      reason: `The check digits of the IBAN ${passed ? 'hold' : 'do not hold'}.`,
    },
  ];
}

function due({ date, due }: EInvoice['values']): InvoiceCheck[] {
  if (!date || !due) return [];
  return [
    {
      name: 'due',
      field: 'due',
      passed: due.value >= date.value,
      reason: `It is due on ${due.value}, and dated ${date.value}.`,
      made: date.value,
      said: due.value,
    },
  ];
}

function missing(values: EInvoice['values'], lists: EInvoice['lists'], profile: Profile): InvoiceCheck[] {
  const isShort = isNoInvoiceInGermany(profile);
  const absent = terms.filter(
    ({ term, field }) => mandatory.includes(term) && !values[field] && !(isShort && term === 'BT-106'),
  );
  return [
    ...absent.map(
      ({ term, field }): InvoiceCheck => ({
        name: 'mandatory',
        field,
        passed: false,
        reason: `${term} is missing, which every invoice has by EN 16931.`,
      }),
    ),
    ...(lists.items.length === 0 && !isShort
      ? [
          {
            name: 'mandatory',
            field: 'items',
            passed: false,
            reason: 'BG-25 is missing: it has no items.',
          } satisfies InvoiceCheck,
        ]
      : []),
  ];
}
