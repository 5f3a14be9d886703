// cspell:disable -- an invoice and its code, as printed
import { readingOfText } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type LoadedPlugin, loadFirstPartyPlugins, type Sandbox } from './node.ts';

let sandbox: Sandbox;
let plugins: LoadedPlugin[];
beforeAll(async () => {
  [sandbox, plugins] = await Promise.all([createSandbox(), loadFirstPartyPlugins()]);
});
afterAll(() => sandbox?.close());

const printed = {
  number: '10201409',
  date: '12.05.2026',
  total: '108.10',
  currency: 'CHF',
  iban: 'CH44 3199 9123 0008 8901 2',
};
const coded = {
  iban: 'CH4431999123000889012',
  amount: '108.10',
  currency: 'CHF',
  number: '10201409',
  date: '260512',
};

function read(print: Partial<typeof printed> = {}, code: Partial<typeof coded> = {}) {
  const p = { ...printed, ...print };
  const c = { ...coded, ...code };
  const text = `Nordwerk Pumpen AG
Musterstrasse 123
8000 Seldwyla

Rechnung
Rechnungsnummer   ${p.number}
Datum   ${p.date}

Wartung der Pumpe   100.00
Netto   100.00
MWST 8.1 %   8.10
Total   ${p.currency} ${p.total}
Konto ${p.iban}`;
  const bill = `SPC
0200
1
${c.iban}
S
Nordwerk Pumpen AG
Musterstrasse
123
8000
Seldwyla
CH${'\n'.repeat(8)}${c.amount}
${c.currency}${'\n'.repeat(8)}QRR
210000000003139471430009017

EPD
//S1/10/${c.number}/11/${c.date}`;
  const { records } = sandbox.runReaders(plugins, {
    reading: readingOfText(text, [{ format: 'QRCode', text: bill }]),
    settings: {},
    locale: 'de-CH',
    today: '2026-11-21',
  });
  const invoice = records.find(({ type }) => type === 'invoice');
  return { types: records.map(({ type }) => type), fields: invoice?.fields ?? {} };
}
/** Fields of which print and code say different things. */
const differing = ({ fields }: ReturnType<typeof read>) =>
  Object.entries(fields).flatMap(([name, { checks }]) =>
    checks.some((check) => check.name === 'matches-print' && check.by === 'host' && !check.passed)
      ? [name]
      : [],
  );

test('print and code of an invoice that say the same are proved by the host, and nothing is told', () => {
  const all = read();
  expect(all.types).toEqual(['payment', 'invoice']);
  expect(differing(all)).toEqual([]);
  for (const name of ['total', 'currency', 'number', 'date', 'iban'])
    expect(all.fields[name]).toMatchObject({ kind: 'seen', confidence: 0.99 });
  expect(all.fields.reference).toMatchObject({ kind: 'seen', value: '210000000003139471430009017' });
});

test.each<[string, Partial<typeof printed>, Partial<typeof coded>, string[]]>([
  ['total in print', { total: '108.70' }, {}, ['total']],
  ['total in print, with a digit less', { total: '8.10' }, {}, ['total']],
  ['total in the code', {}, { amount: '1108.10' }, ['total']],
  ['number in print', { number: '10201490' }, {}, ['number']],
  ['number in the code', {}, { number: '102014091' }, ['number']],
  ['day in print', { date: '13.05.2026' }, {}, ['date']],
  ['day in the code', {}, { date: '270512' }, ['date']],
  ['currency in the code', {}, { currency: 'EUR' }, ['currency']],
  ['account in print', { iban: 'CH58 0079 1123 0008 8901 2' }, {}, ['iban']],
  [
    'account and total in print',
    { iban: 'CH58 0079 1123 0008 8901 2', total: '180.10' },
    {},
    ['total', 'iban'],
  ],
])('another %s is told, and nothing else', (_, print, code, expected) =>
  expect(differing(read(print, code)).sort()).toEqual(expected.sort()),
);

test('another account in the code than its digits allow breaks the code: it says nothing', () => {
  const all = read({}, { iban: 'CH4431999123000889013' });
  expect(all.types).toEqual(['invoice', 'barcode']);
  expect(all.fields.iban?.evidence.every(({ barcode }) => barcode === undefined)).toBe(true);
});
