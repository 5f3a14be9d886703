// cspell:ignore Markt Müller Söhne Vorsteuer
import type { JsonValue } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import type { HledgerSettings } from '../export-profiles/rules.ts';
import { hledgerEntry, hledgerHead } from './hledger.ts';

const settings: HledgerSettings = {
  expenseAccount: 'expenses:office supplies',
  taxAccount: 'assets:Vorsteuer',
  balanceAccount: 'liabilities:payable',
};
const record = (values: Record<string, JsonValue>) => ({
  id: 'r1',
  documentId: 'd1',
  fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
});
const invoice = {
  supplier: 'Müller; Söhne',
  number: 'RE (2026)/0815',
  date: '2026-03-05',
  currency: 'EUR',
  total: '1297.00',
  taxes: [
    { rate: 19, base: '1000.00', amount: '190.00' },
    { rate: 7, base: '100.00', amount: '7.00' },
  ],
};
const entryOf = (values: Record<string, JsonValue>, given = settings): string => {
  const made = hledgerEntry(given, record(values));
  if ('lacks' in made) throw new Error(made.lacks.join());
  return made.lines.join('');
};
const lacksOf = (values: Record<string, JsonValue>, given = settings) => {
  const made = hledgerEntry(given, record(values));
  return 'lacks' in made ? made.lacks : [];
};

/** The parts of one transaction by the rules of https://hledger.org/hledger.html#transactions and #postings. */
function parsed(entry: string) {
  const [blank, head = '', comment = '', ...postings] = entry.trimEnd().split('\n');
  expect([blank, comment]).toEqual(['', expect.stringMatching(/^ {4}; record:r1, document:d1$/)]);
  const { date, code, description } =
    /^(?<date>\d{4}-\d\d-\d\d)(?: \((?<code>[^)]*)\))?(?: (?<description>[^;|]*))?$/.exec(head)?.groups ?? {};
  return {
    date,
    code,
    description,
    postings: postings.map((line) => {
      const match =
        /^ +(?<account>\S+(?: \S+)*) {2,}(?<amount>-?\d+\.\d\d) (?<currency>[A-Z]{3})(?: {2};.*)?$/.exec(
          line,
        );
      return [match?.groups?.account, Number(match?.groups?.amount), match?.groups?.currency];
    }),
  };
}

test('a record is a transaction that balances, with its tax by rate', () => {
  expect(hledgerHead({ now: new Date('2026-03-31T10:00:00Z'), label: 'Books\n; x' })).toBe(
    '; Readout: Books , x, 2026-03-31\ndecimal-mark .\n',
  );
  const entry = entryOf(invoice);
  expect(entry).toContain('  ; rate:19\n');
  expect(parsed(entry)).toEqual({
    date: '2026-03-05',
    code: 'RE 2026/0815',
    description: 'Müller, Söhne',
    postings: [
      ['expenses:office supplies', 1100, 'EUR'],
      ['assets:Vorsteuer', 190, 'EUR'],
      ['assets:Vorsteuer', 7, 'EUR'],
      ['liabilities:payable', -1297, 'EUR'],
    ],
  });
  // Of a receipt, whose tax is one sum; a payee never becomes a status or a code.
  const receipt = {
    merchant: '* (!) Kiosk  am|Markt\n',
    date: '2026-03-05',
    currency: 'CHF',
    total: '10.80',
    tax: '0.80',
  };
  expect(parsed(entryOf(receipt))).toMatchObject({
    code: undefined,
    description: 'Kiosk am/Markt',
    postings: [
      ['expenses:office supplies', 10, 'CHF'],
      ['assets:Vorsteuer', 0.8, 'CHF'],
      ['liabilities:payable', -10.8, 'CHF'],
    ],
  });
  for (const given of [
    {
      ...invoice,
      total: '-1297.00',
      taxes: invoice.taxes.map((tax) => ({ ...tax, base: `-${tax.base}`, amount: `-${tax.amount}` })),
    },
    { ...invoice, creditNote: true },
  ])
    expect(parsed(entryOf(given)).postings.map(([, amount]) => amount)).toEqual([-1100, -190, -7, 1297]);
  const whole = { ...settings, taxAccount: '' };
  expect(parsed(entryOf({ ...invoice, taxes: null }, whole)).postings.map(([, amount]) => amount)).toEqual([
    1297, -1297,
  ]);
  for (const values of [invoice, receipt])
    expect(
      parsed(entryOf(values)).postings.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0),
    ).toBe(0);
});

test('what a journal needs and a record lacks is named', () => {
  expect(lacksOf({})).toEqual(['date', 'total', 'any_currency', 'tax']);
  expect(lacksOf({}, { ...settings, taxAccount: '' })).toEqual(['date', 'total', 'any_currency']);
  expect(lacksOf({ ...invoice, total: '0.00' })).toEqual(['total', 'sum']);
  expect(lacksOf({ ...invoice, total: '1297.01' })).toEqual(['sum']);
  expect(lacksOf({ ...invoice, currency: '€' })).toEqual(['any_currency']);
  expect(lacksOf({ ...invoice, taxes: [{ rate: 19, base: '1000.00' }] })).toEqual(['tax']);
});
