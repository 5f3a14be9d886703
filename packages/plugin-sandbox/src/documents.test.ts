import { readingOfText } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type LoadedPlugin, loadFirstPartyPlugins, type Sandbox } from './node.ts';

let sandbox: Sandbox;
let plugins: LoadedPlugin[];
beforeAll(async () => {
  [sandbox, plugins] = await Promise.all([createSandbox(), loadFirstPartyPlugins()]);
});
afterAll(() => sandbox?.close());

const pagesOf = (texts: readonly string[]) =>
  texts.map((text, index) => {
    const reading = readingOfText(text);
    return { ...reading, page: { ...reading.page, number: index + 1, of: texts.length } };
  });
const read = (texts: readonly string[], ids?: readonly string[]) =>
  sandbox.runReaders(
    plugins.filter(({ manifest }) => !ids || ids.includes(manifest.id)),
    { pages: pagesOf(texts), settings: {}, locale: 'en-GB', today: '2026-11-21' },
  );
const told = (texts: string[]) =>
  read(texts).records.map(({ type, fields }) =>
    `${type} ${fields.number?.value ?? ''} ${fields.total?.value ?? ''}`.replaceAll(/\s+/g, ' ').trim(),
  );

const head = `Northern Ltd
14 Quay Street, Bristol BS1 4QA

INVOICE
Invoice No: INV-2041
Date: 3 November 2026
Due date: 3 December 2026
Bill to: Harbour Foods Ltd

Description                Amount
Filter cartridges          240.00`;
const sums = `Pump service               160.00

Subtotal                   400.00
VAT 20%                     80.00
Total GBP                  480.00

Bank transfer IBAN DE02 1203 0000 0000 2020 51`;
const terms = `TERMS AND CONDITIONS
Goods remain our property until they are paid for in full.
Interest is charged on late payments at 8% a year.
Complaints have to reach us within 14 days of delivery.`;
const slip = (shop: string, total: string) => `${shop}
12 High Street, Bristol
21/11/2026 14:02
Bread                        2.10
Milk                         1.20
TOTAL GBP                    ${total}
VISA                         ${total}
Thank you`;

test('an invoice whose number is on page 1 and whose sums are on page 2 is one record, each value with its page', () => {
  const { records } = read([head, sums]);
  expect(records).toHaveLength(1);
  const [invoice] = records;
  expect(invoice).toMatchObject({ plugin: 'invoice', type: 'invoice' });
  const { number, total, iban, items } = invoice!.fields;
  expect([number?.value, total?.value, iban?.value]).toEqual([
    'INV-2041',
    '480.00',
    'DE02120300000000202051',
  ]);
  expect(number?.evidence[0]?.page).toBe(1);
  expect(total?.evidence[0]?.page).toBe(2);
  expect(items?.value).toHaveLength(2);
  expect(new Set(items?.evidence.map(({ page }) => page))).toEqual(new Set([1, 2]));
  // In the pixels and by the ids of the page itself.
  const [, page] = pagesOf([head, sums]);
  const { line, box } = total!.evidence[0]!;
  const printed = page!.lines.find(({ id }) => id === line)!;
  expect(printed.text).toContain('480.00');
  expect(box?.[0]?.[1]).toBe(printed.box[0][1]);
  // Checked by the host across both.
  expect(total).toMatchObject({ kind: 'seen' });
  expect(total?.checks.find(({ name }) => name === 'sum')).toMatchObject({ passed: true, by: 'host' });
});

test('an account in which a figure was read as a letter is the one that its check digits prove, and seen', () => {
  const { records } = read([head, sums.replace('1203 0000 0000 2020', '12O3 0000 0000 2O20')]);
  expect(records[0]!.fields.iban).toMatchObject({
    value: 'DE02120300000000202051',
    kind: 'seen',
    checks: [{ passed: true, by: 'host' }],
  });
});

test.each([
  ['an invoice and its terms', [`${head}\n${sums}`, terms], ['invoice INV-2041 480.00']],
  [
    'an invoice with the slip it was paid by',
    [`${head}\n${sums}`, `${slip('Northern Ltd', '480.00').replace('Bread', 'Invoice INV-2041\nBread')}`],
    ['invoice INV-2041 480.00'],
  ],
  [
    'three receipts',
    [slip('Bar Sol', '3.30'), slip('Kiosk', '4.10'), slip('Bakery', '5.20')],
    ['receipt 3.30', 'receipt 4.10', 'receipt 5.20'],
  ],
  ['one page, as ever', [`${head}\n${sums}`], ['invoice INV-2041 480.00']],
])('%s: one record for each paper', (_, texts, expected) => {
  expect(told(texts).toSorted()).toEqual(expected);
});

test('what no reader made a record of is left to the fallbacks, and only that', () => {
  const letter = 'Page 1 of 1\nDear Sir,\nwe write to you about the roof.\nKind regards';
  const { records } = read([slip('Bar Sol', '3.30'), letter]);
  expect(records.map(({ type }) => type).toSorted()).toEqual(['receipt', 'text']);
  expect(records.find(({ type }) => type === 'text')?.fields.paragraphs?.evidence[0]?.page).toBe(2);
});

test('two hundred pages stay within what a document may cost, and nobody is stopped', () => {
  const some = ['invoice', 'receipt', 'text'];
  const receipts = Array.from({ length: 200 }, (_, index) => slip(`Shop ${index}`, `${index + 10}.40`));
  const many = read(receipts, some);
  expect(many.runs.filter(({ ok }) => !ok)).toEqual([]);
  expect(many.records.map(({ type }) => type)).toEqual(receipts.map(() => 'receipt'));
  const long = read([head, ...Array.from({ length: 198 }, () => terms), sums], some);
  expect(long.runs.filter(({ ok }) => !ok)).toEqual([]);
  expect(
    long.records.map(({ type, fields }) => [type, fields.total?.value, fields.total?.evidence[0]?.page]),
  ).toEqual([['invoice', '480.00', 200]]);
});

test.each([
  ['items', (i: number) => `Service of pump ${i} in the mill   2   ${i}.50   ${2 * i + 1}.00   20%`],
  ['discounts', (i: number) => `Discount   ${i}.50   ${i}.10   ${i}.20   ${i}.30`],
  ['terms', (i: number) => `Payable within ${i % 90} days   ${i}.50   ${i}.10   ${i}.20   ${i}.30`],
  ['figures', (i: number) => `${i}.50   ${i}.10   19%   ${i}.20   ${i}.30   ${i}.40`],
])(
  'a page of five thousand amounts is an invoice with its total, within what a reader may use: %s',
  (_, row) => {
    const rows = Array.from({ length: 1250 }, (_each, at) => row(at));
    const top = ['Example Pumps Ltd', 'Invoice no. 118', 'Invoice date: 02.11.2026', 'Due date: 02.12.2026'];
    const { records, runs } = read([[...top, ...rows, 'Total due   £1,000,000.00'].join('\n')], ['invoice']);
    expect(runs.filter(({ ok }) => !ok)).toEqual([]);
    expect(records.map(({ type, fields }) => [type, fields.total?.value])).toEqual([
      ['invoice', '1000000.00'],
    ]);
  },
);

test('a reader that says nothing of pages is given one after the other, as before', () => {
  const { runs } = sandbox.runReaders(
    [
      {
        ...plugins.find(({ manifest }) => manifest.id === 'text')!,
        sha256: '',
        code: `var readoutPlugin = { default: { read({ reading }) { return [{ type: 'text', confidence: 1, fields: { title: {
          value: reading.lines[0].text, raw: reading.lines[0].text, confidence: 0.9, checks: [],
          evidence: [{ box: reading.lines[0].box, line: reading.lines[0].id }] } } }].concat(reading.pages ? [null] : []); } } };`,
      },
    ],
    { pages: pagesOf(['One', 'Two']), settings: {}, locale: 'en-GB', today: '2026-11-21' },
  );
  expect(runs.map((run) => run.ok && run.records[0]?.fields.title?.evidence[0])).toMatchObject([
    { line: 'l0', page: 1 },
    { line: 'l0', page: 2 },
  ]);
});
