// cspell:ignore Belege Müller Söhne
import type { JsonValue } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { datevCells, datevProblems } from '../testing/datev-rules.ts';
import { datevColumns, datevHead, datevLines, documentXml, toWindows1252 } from './datev.ts';
import type { DatevSettings } from './profiles/rules.ts';

const settings: DatevSettings = {
  consultant: 29098,
  client: 55003,
  fiscalYearStart: '2026-01-01',
  accountLength: 4,
  contraAccount: '70000',
  rates: [
    { rate: '19', account: '5400', taxKey: '' },
    { rate: '7', account: '5300', taxKey: '0008' },
    { rate: '0', account: '4900', taxKey: '' },
  ],
};
const now = new Date('2026-03-31T10:20:30.456Z');
const documentId = '0f9a2f3e-1111-4222-8333-444455556666';
const record = (values: Record<string, JsonValue>) => ({
  documentId,
  fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
});
const invoice = {
  supplier: 'Müller "Söhne" €uro 中',
  number: 'RE 2026/0815',
  date: '2026-03-05',
  currency: 'EUR',
  total: '1297.00',
  taxes: [
    { rate: 19, base: '1000.00', amount: '190.00' },
    { rate: 7, base: '100.00', amount: '7.00' },
  ],
};
const linesOf = (values: Record<string, JsonValue>) => {
  const made = datevLines(settings, record(values));
  if ('lacks' in made) throw new Error(made.lacks.join());
  const batch = datevHead(settings, { now, label: 'Belege' }) + made.lines.join('');
  expect(datevProblems(batch)).toEqual([]);
  return made.lines.map((line) => datevCells(line.trimEnd()));
};
test('the head has every field that the published format demands, each as it demands it', () => {
  const head = datevHead(settings, { now, label: 'Belege März; "2026"' });
  expect(datevProblems(head)).toEqual([]);
  expect(datevCells(head).slice(12, 16)).toEqual(['20260101', '4', '20260101', '20261231']);
  expect(datevColumns).toHaveLength(125);
});

test('an invoice is a booking for each rate, each as the published format demands it', () => {
  const lines = linesOf(invoice);
  expect(lines.map((cells) => [cells[0], cells[1], cells[6], cells[7], cells[8]])).toEqual([
    ['1190,00', '"S"', '5400', '70000', '""'],
    ['107,00', '"S"', '5300', '70000', '"0008"'],
  ]);
  for (const cells of lines) {
    expect([cells[9], cells[10], cells[13]]).toEqual(['0503', '"RE2026/0815"', '"Müller ""Söhne"" €uro"']);
  }
});

test.each([
  [{ creditNote: true }, '"H"'],
  [
    {
      total: '-1297.00',
      taxes: [
        { rate: 19, base: '-1000.00', amount: '-190.00' },
        { rate: 7, base: '-100.00', amount: '-7.00' },
      ],
    },
    '"H"',
  ],
  [
    {
      creditNote: true,
      total: '-1297.00',
      taxes: [
        { rate: 19, base: '-1000.00', amount: '-190.00' },
        { rate: 7, base: '-100.00', amount: '-7.00' },
      ],
    },
    '"H"',
  ],
  [{}, '"S"'],
])('what is given back is booked the other way round, with an amount above nothing: %j', (values, side) => {
  for (const cells of linesOf({ ...invoice, ...values }))
    expect([cells[1], cells[0]!.startsWith('-')]).toEqual([side, false]);
});

test.each([
  [{ date: null }, ['date']],
  [{ date: 'bald' }, ['date']],
  [{ date: '2025-12-31' }, ['fiscal_year']],
  [{ total: null }, ['total']],
  [{ currency: null }, ['currency']],
  [{ currency: 'USD' }, ['currency']],
  [{ taxes: null, tax: '190.00' }, ['tax']],
  [{ taxes: [{ rate: 16, base: '1000.00', amount: '297.00' }] }, ['rate']],
  [{ total: '1300.00' }, ['sum']],
  [{ number: '1'.repeat(37) }, ['number']],
])('a record is held back for what it lacks: %j', (values, lacks) => {
  expect(datevLines(settings, record({ ...invoice, ...values }))).toEqual({ lacks });
});

test('without any tax the whole is booked at nought', () => {
  expect(linesOf({ ...invoice, taxes: null, tax: '0.00' }).map((cells) => [cells[0], cells[6]])).toEqual([
    ['1297,00', '4900'],
  ]);
});

test('the file is Windows-1252', () => {
  expect([...toWindows1252('ü€"A')]).toEqual([0xfc, 0x80, 0x22, 0x41]);
});

test('document.xml names each document by what its booking is linked with', () => {
  const xml = documentXml([{ documentId, names: ['a & b.pdf', 'a_2.pdf'] }], now);
  expect(xml).toContain('<archive xmlns="http://xml.datev.de/bedi/tps/document/v06.0"');
  expect(xml).toContain('<date>2026-03-31T10:20:30</date>');
  expect(xml).toContain(
    `<document guid="${documentId.toUpperCase()}"><extension xsi:type="File" name="a &amp; b.pdf"/><extension xsi:type="File" name="a_2.pdf"/></document>`,
  );
});
