// cspell:ignore Markt Müller Söhne Vorsteuer
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JsonValue } from '@readout/plugin-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hledgerEntry, hledgerHead } from './hledger.ts';
import type { HledgerSettings } from './profiles/rules.ts';

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

/** hledger itself reads what is written for it. */
const hledger = [process.env.HLEDGER_PATH, '/usr/bin/hledger', '/opt/homebrew/bin/hledger'].find(
  (place) => place && existsSync(place),
);

// Not everywhere: with `npm run test:long`.
if (process.env.READOUT_LONG_TESTS && !hledger)
  console.warn('Not run: journals in hledger, which is not installed (hledger, or HLEDGER_PATH).');
if (process.env.READOUT_LONG_TESTS && hledger)
  describe('hledger takes journals for what they are', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'readout-hledger-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const papers: Record<string, JsonValue>[] = [
      {
        supplier: 'Müller; Söhne | Köln',
        number: 'RE (2026)/0815',
        date: '2026-03-05',
        currency: 'EUR',
        total: '1297.00',
        taxes: [
          { rate: '19', base: '1000.00', amount: '190.00' },
          { rate: '7.5', base: '100.00', amount: '7.00' },
        ],
      },
      {
        merchant: '* (!) Kiosk: 12,50\n;',
        date: '2026-02-28',
        currency: 'CHF',
        total: '1234567.80',
        tax: '0.80',
      },
      { merchant: 'Abbey Paper', date: '2026-03-01', currency: 'JPY', total: '-1200', tax: '-200' },
      {
        supplier: 'Rivage',
        date: '2024-02-29',
        currency: 'EUR',
        total: '59.50',
        tax: '9.50',
        creditNote: true,
      },
    ];

    test('every transaction balances and keeps its date, code, payee, amounts and tags', async () => {
      const journal = path.join(folder, 'books.journal');
      const entries = papers.flatMap((values, index) => {
        const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
        const made = hledgerEntry(settings, { id: `r${index}`, documentId: `d${index}`, fields });
        if ('lacks' in made) throw new Error(made.lacks.join());
        return made.lines;
      });
      await writeFile(
        journal,
        [hledgerHead({ now: new Date('2026-03-31T10:00:00Z'), label: 'Books\n; x' }), ...entries].join(''),
      );
      const asked = async (...args: string[]) =>
        (
          await promisify(execFile)(hledger, ['-f', journal, ...args], {
            env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder },
          })
        ).stdout;
      expect(await asked('check')).toBe('');
      const register = await asked('register', '-O', 'csv');
      const rows = register
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.slice(1, -1).split('","').slice(1, 6).join(' | '));
      expect(rows).toEqual([
        '2024-02-29 |  | Rivage | expenses:office supplies | -50.00 EUR',
        '2024-02-29 |  | Rivage | assets:Vorsteuer | -9.50 EUR',
        '2024-02-29 |  | Rivage | liabilities:payable | 59.50 EUR',
        '2026-02-28 |  | Kiosk: 12,50 , | expenses:office supplies | 1234567.00 CHF',
        '2026-02-28 |  | Kiosk: 12,50 , | assets:Vorsteuer | 0.80 CHF',
        '2026-02-28 |  | Kiosk: 12,50 , | liabilities:payable | -1234567.80 CHF',
        '2026-03-01 |  | Abbey Paper | expenses:office supplies | -1000.00 JPY',
        '2026-03-01 |  | Abbey Paper | assets:Vorsteuer | -200.00 JPY',
        '2026-03-01 |  | Abbey Paper | liabilities:payable | 1200.00 JPY',
        '2026-03-05 | RE 2026/0815 | Müller, Söhne / Köln | expenses:office supplies | 1100.00 EUR',
        '2026-03-05 | RE 2026/0815 | Müller, Söhne / Köln | assets:Vorsteuer | 190.00 EUR',
        '2026-03-05 | RE 2026/0815 | Müller, Söhne / Köln | assets:Vorsteuer | 7.00 EUR',
        '2026-03-05 | RE 2026/0815 | Müller, Söhne / Köln | liabilities:payable | -1297.00 EUR',
      ]);
      const tagged = await asked('register', 'tag:record=r0', 'tag:rate=7.5', '-O', 'csv');
      expect(tagged.trim().split('\n').slice(1)).toEqual([expect.stringContaining('"7.00 EUR"')]);
    });
  });
