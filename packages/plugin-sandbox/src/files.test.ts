// cspell:disable -- an invoice, as printed
import { dataFilesIn } from '@readout/e-invoice';
import { madeByOthers } from '@readout/e-invoice/testing';
import type { FieldData, PluginReading } from '@readout/plugin-kit';
import { readingOfText } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSandbox,
  type LoadedPlugin,
  loadFirstPartyPlugins,
  type PluginRecord,
  type Sandbox,
} from './node.ts';
import { plugin } from './probe-plugins.ts';

let sandbox: Sandbox;
let plugins: LoadedPlugin[];
/** The same invoice in every form another implementation makes. */
const files = new Map<string, string>();
beforeAll(async () => {
  [sandbox, plugins] = await Promise.all([createSandbox(), loadFirstPartyPlugins()]);
  for (const format of ['CII', 'UBL', 'Factur-X-Minimum']) files.set(format, await madeByOthers(format));
});
afterAll(() => sandbox?.close());

/** The page of that invoice as a German business prints it. */
const page = `Nordwerk Pumpen & Söhne GmbH   Kaistraße 4   Haus B   24103 Kiel

Hafen Handel AG
Ringweg 8
50667 Köln

Rechnung

Rechnungsnummer   RE-2026-0042
Rechnungsdatum   12.10.2026
Bestellnummer   PO-77
Leistungszeitraum   01.09.2026 - 30.09.2026
Lieferdatum   01.10.2026
Fällig am   11.11.2026
USt-IdNr.   DE123456788
USt-IdNr. des Kunden   DE811128135

Pos   Beschreibung   Menge   Einheit   Einzelpreis   USt   Betrag
1   Pump service   3   Std   80,00   19 %   240,00
2   Filter   2   Stk   60,00   19 %   110,00
3   Handbook   10   Stk   5,00   7 %   50,00

Zwischensumme   400,00
Rabatt Loyalty   -20,00
Freight   15,00
Netto   395,00
19 % USt auf 345,00   65,55
7 % USt auf 50,00   3,50
Umsatzsteuer   69,05
Gesamtbetrag   464,05 EUR
Bereits gezahlt   -100,00
Rundung   -0,05
Noch zu zahlen   364,00

Zahlbar an Nordwerk Finanz GmbH, IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX
Referenz RF18 5390 0754 7034`;

const embedded = (text: string, name = 'factur-x.xml') => ({ name, bytes: new TextEncoder().encode(text) });

function readWith(text: string, ...attached: { name: string; bytes: Uint8Array }[]): PluginRecord[] {
  const { files: found } = dataFilesIn(attached);
  const reading: PluginReading = { ...readingOfText(text), ...(found ? { files: found } : {}) };
  const { records, runs } = sandbox.runReaders(plugins, {
    reading,
    settings: {},
    locale: 'de-DE',
    today: '2026-10-15',
  });
  for (const run of runs) if (!run.ok) throw new Error(`${run.plugin}: ${run.message}`);
  return records;
}
const read = (text: string, file: string) =>
  readWith(text, embedded(file)).find(({ type }) => type === 'invoice')!.fields;
const toldIn = (fields: Record<string, FieldData>) =>
  Object.entries(fields).flatMap(([name, { checks }]) =>
    checks.flatMap(({ rule, passed }) =>
      rule?.rule === 'page' && !passed
        ? rule.differs!.map(({ row, column }) => (column ? `${name} ${row} ${column}` : name))
        : [],
    ),
  );

/** Pages of the same invoice that leave out or word otherwise. */
const others: [what: string, text: string][] = [
  [
    'English, without items',
    `Nordwerk Pumpen & Söhne GmbH

Invoice no. RE-2026-0042
Date: 12 October 2026
Due date: 11 November 2026

Net amount   EUR 395.00
VAT   EUR 69.05
Total   EUR 464.05`,
  ],
  [
    'of gross prices',
    `Nordwerk Pumpen & Söhne GmbH
Rechnung Nr. RE-2026-0042 vom 12.10.2026

Pos   Beschreibung   Menge   Einzelpreis   Betrag
1   Pump service   3   95,20   285,60
2   Filter   2   65,45   130,90
3   Handbook   10   5,35   53,50

Gesamtbetrag   464,05 EUR
Bitte überweisen Sie 364,00 EUR bis 11.11.2026 auf DE89370400440532013000`,
  ],
  [
    'with what is left to pay in large print',
    `${page}

Zahlbetrag   364,00 EUR`,
  ],
];

/** What is changed on the page, and the places where it is told. */
const changes: [what: string, from: string, to: string, told: string[]][] = [
  ['the number', 'RE-2026-0042', 'RE-2026-0043', ['number']],
  ['a figure more in the number', 'RE-2026-0042', 'RE-2026-00421', ['number']],
  ['the date', '12.10.2026', '13.10.2026', ['date']],
  ['the day it is due', '11.11.2026', '11.12.2026', ['due']],
  ['date and due in each other’s place', '12.10.2026', '11.11.2026', ['date', 'due']],
  ['the order', 'PO-77', 'PO-78', ['orderNumber']],
  ['the delivery', '01.10.2026', '02.10.2026', ['deliveryDate']],
  ['the begin of the period', '01.09.2026', '02.09.2026', ['periodStart']],
  ['the end of the period', '30.09.2026', '29.09.2026', ['periodEnd']],
  ['the supplier', 'Nordwerk Pumpen & Söhne GmbH', 'Südwerk Pumpen & Söhne GmbH', ['merchant', 'supplier']],
  ['the buyer', 'Hafen Handel AG', 'Hofen Handel AG', ['buyer']],
  ['the tax number', 'DE123456788', 'DE123456798', ['supplierTaxId']],
  ['the buyer’s tax number', 'DE811128135', 'DE811128153', ['buyerTaxId']],
  ['the subtotal', '400,00', '410,00', ['subtotal']],
  ['the discount', '-20,00', '-21,00', ['discount']],
  ['net', '395,00', '396,00', ['net']],
  ['the tax', 'Umsatzsteuer   69,05', 'Umsatzsteuer   69,50', ['tax']],
  ['the tax of a rate', '65,55', '66,55', ['taxes 0 amount']],
  ['what is taxed', '345,00', '344,00', ['taxes 0 base']],
  ['the total', '464,05', '464,50', ['total']],
  ['a nought in the total', '464,05', '4640,50', ['total']],
  ['the currency', 'EUR', 'USD', ['currency']],
  ['the account', 'DE89 3704 0044 0532 0130 00', 'DE02 1203 0000 0000 2020 51', ['iban']],
  ['a figure of the account', '0130 00', '0130 01', ['iban']],
  ['an item', 'Filter', 'Pump', ['items 1 text']],
  ['a quantity', '3   Std', '4   Std', ['items 0 quantity']],
  ['a price', '60,00', '61,00', ['items 1 unitPrice']],
  ['an amount', '110,00', '120,00', ['items 1 amount']],
  ['a rate', '7 %   50,00', '9 %   50,00', ['items 2 taxRate']],
  ['two amounts in each other’s place', '110,00', '   50,00', ['items 1 amount', 'items 2 amount']],
];

const changed = (what: string, from: string, to: string): string =>
  what.endsWith('in each other’s place')
    ? page.replace(from, '#').replace(to, from).replace('#', to)
    : page.replaceAll(from, to);

describe.each(['CII', 'UBL'])('an e-invoice in %s', (syntax) => {
  it('is told to be as its page where nothing differs, each value exact and shown', () => {
    const fields = read(page, files.get(syntax)!);
    expect(toldIn(fields)).toEqual([]);
    expect(fields.total).toMatchObject({ value: '464.05', raw: '464.05', kind: 'seen', confidence: 1 });
    expect(fields.total!.evidence).toMatchObject([
      { file: 'f0', path: expect.any(String) },
      { line: expect.any(String) },
    ]);
  });

  it.each(others)('is told to be as a page %s', (_, text) => {
    expect(toldIn(read(text, files.get(syntax)!))).toEqual([]);
  });

  it.each(changes)('is told to differ in %s', (what, from, to, told) => {
    expect(toldIn(read(changed(what, from, to), files.get(syntax)!)).toSorted()).toEqual(told);
  });
});

describe('a plugin', () => {
  const run = (change: string) => {
    const { files: found } = dataFilesIn([embedded(files.get('CII')!)]);
    const input = {
      reading: { ...readingOfText('Total 99.00'), files: found! },
      settings: {},
      locale: 'en-GB',
      today: '2026-10-15',
    };
    const body = `const [file] = input.reading.files;
      const { places, raw } = file.values.find(({ name }) => name === 'total');
      const [{ path, from, to }] = places;
      const field = { value: '464.05', raw, confidence: 1, evidence: [{ file: file.id, path, from, to }], checks: [] };
      ${change};
      return [{ type: 'note', confidence: 1, fields: { text: field } }];`;
    const fields = [{ name: 'text', label: 'Text', type: 'amount' as const }];
    const records = [{ type: 'note', label: 'Note', title: 'text', fields }];
    return sandbox.run(plugin(body, { reads: ['files'], records }), input);
  };
  const fieldOf = (change: string) => {
    const made = run(change);
    if (!made.ok) throw new Error(made.message);
    return made.records[0]!.fields.text!;
  };

  it('cites what the file says, and only that is seen', () => {
    expect(fieldOf('')).toMatchObject({ kind: 'seen', raw: '464.05', confidence: 1 });
    expect(fieldOf("field.raw = 'as I say'")).toMatchObject({ kind: 'seen', raw: '464.05' });
    expect(fieldOf("field.value = '4640.50'").kind).toBe('computed');
  });

  it('is given no files unless it asks for them', () => {
    const { files: found } = dataFilesIn([embedded(files.get('CII')!)]);
    const reading = { ...readingOfText('Total 99.00'), files: found! };
    const given = { reading, settings: {}, locale: 'en-GB', today: '2026-10-15' };
    const body = "if (input.reading.files) throw new Error('It was given files.'); return [];";
    expect(sandbox.run(plugin(body), given)).toMatchObject({ ok: true });
    expect(sandbox.run(plugin(body, { reads: ['files'] }), given)).toMatchObject({ ok: false });
  });

  it('cannot cite a place that the file has nothing at, nor a file that is not there', () => {
    for (const change of [
      'field.evidence[0].to += 1',
      "field.evidence[0].path = '/a'",
      "field.evidence[0].file = 'f1'",
    ])
      expect(run(change)).toMatchObject({ ok: false, message: expect.stringContaining('no such place') });
  });

  it('cannot say itself that the page shows it, or that the file holds its rules', () => {
    const asked =
      "field.checks = [{ name: 'matches-page', passed: true, reason: 'Yes.', rule: { rule: 'page' } }]";
    expect(fieldOf(asked)).toMatchObject({
      confidence: 0.5,
      checks: expect.arrayContaining([
        expect.objectContaining({
          passed: false,
          by: 'host',
          reason: 'The file says 464.05, the page does not show it.',
        }),
      ]),
    });
    expect(run(asked.replace("rule: 'page' }", "rule: 'page', differs: [] }")).ok).toBe(false);
    expect(run(asked.replace("{ rule: 'page' }", "{ rule: 'file', says: {} }")).ok).toBe(false);
  });
});

it('is read without its page, and by no name; of two that differ none is taken', () => {
  const cii = files.get('CII')!;
  expect(
    readWith('', embedded(cii, 'anything')).map(({ type, fields }) => [type, fields.total?.value]),
  ).toEqual([['invoice', '464.05']]);
  const twice = readWith(page, embedded(cii), embedded(cii.replaceAll('464.05', '464.00')));
  expect(twice.find(({ type }) => type === 'invoice')!.fields.total).toMatchObject({
    value: '464.05',
    evidence: [{ line: expect.any(String) }],
  });
});

it('is told to be no invoice where its profile has no items', () => {
  const fields = read(page, files.get('Factur-X-Minimum')!);
  const failed = Object.values(fields).flatMap(({ checks }) => checks.filter(({ passed }) => !passed));
  expect(failed.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining('not an invoice by German tax law'),
  );
});
