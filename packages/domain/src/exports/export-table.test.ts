// cspell:ignore Aufgenommen Beratung Brutto Datensätze Früher Müller Söhne Stunden
import type { FieldData, JsonValue } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeCsv } from './export-csv.ts';
import { type ExportedRow, exportTable } from './export-table.ts';
import { writeXlsx } from './export-xlsx.ts';
import type { ExportLanguage, ItemPlace } from './rules.ts';

const invoice = {
  records: [
    {
      type: 'invoice',
      label: 'Invoice',
      title: 'supplier',
      fields: [
        { name: 'supplier', label: 'Supplier', type: 'text' },
        { name: 'number', label: 'Number', type: 'code' },
        { name: 'date', label: 'Date', type: 'date' },
        { name: 'total', label: 'Total', type: 'amount' },
        {
          name: 'taxes',
          label: 'Tax',
          type: 'list',
          columns: [
            { name: 'rate', label: 'Rate', type: 'number' },
            { name: 'base', label: 'Base', type: 'amount' },
            { name: 'amount', label: 'Amount', type: 'amount' },
          ],
        },
        {
          name: 'items',
          label: 'Items',
          type: 'list',
          columns: [
            { name: 'text', label: 'Text', type: 'text' },
            { name: 'unit', label: 'Unit', type: 'text' },
            { name: 'amount', label: 'Amount', type: 'amount' },
          ],
        },
      ],
    },
  ],
} as unknown as Manifest;

const table = (language: ExportLanguage, items: ItemPlace) =>
  exportTable({
    manifests: { find: () => invoice },
    makers: [{ plugin_id: 'invoice', plugin_version: '1.0.0', type: 'invoice' }],
    language,
    items,
    rates: ['7', '19'],
    withLocation: false,
  });

const row = (values: Record<string, JsonValue>, number = 1): ExportedRow => ({
  id: `record-${number}`,
  capture_id: `capture-${number}`,
  document_id: `capture-${number}`,
  file_name: 'a.pdf',
  page_number: 1,
  source: 'upload',
  created_at: new Date('2026-03-06T10:00:00Z'),
  plugin_id: 'invoice',
  plugin_version: '1.0.0',
  type: 'invoice',
  state: 'confirmed',
  rejected_reason: null,
  confidence: 0.9,
  fields: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, raw: '', confidence: 1, evidence: [], checks: [] } satisfies FieldData,
    ]),
  ),
  confirmed_at: new Date('2026-03-06T11:30:00Z'),
  revision: 1,
});

const two = row({
  supplier: 'Müller; Söhne',
  number: '00123',
  date: '2026-03-05',
  total: '1190.00',
  taxes: [{ rate: 19, base: '1000.00', amount: '190.00' }],
  items: [
    { text: '=1+1', unit: 'HUR', amount: '600.00' },
    { text: 'Beratung', amount: '400.00' },
  ],
});
const none = row({ supplier: 'Café', date: 'bald', total: '-12.50' }, 2);

async function* batches(...rows: ExportedRow[]) {
  yield rows;
}
const csvOf = async (language: ExportLanguage, items: ItemPlace) =>
  Buffer.concat(await Array.fromAsync(writeCsv(table(language, items), batches(two, none)))).toString();
const xlsxOf = async (items: ItemPlace, ...rows: ExportedRow[]) =>
  unzipSync(Buffer.concat(await Array.fromAsync(writeXlsx(table('de', items), batches(...rows)))));

test('a German file has semicolons, decimal commas and German dates, and a column for each rate of tax', async () => {
  const [head, first, second] = (await csvOf('de', 'none')).split('\r\n');
  expect(head).toMatch(
    /^\uFEFFSupplier;Number;Date;Total;Tax 7 %: Base;Tax 7 %: Amount;Tax 19 %: Base;Tax 19 %: Amount;Aufgenommen/,
  );
  expect(first).toMatch(
    /^"Müller; Söhne";00123;05\.03\.2026;1190,00;;;1000,00;190,00;06\.03\.2026 10:00:00;a\.pdf;/,
  );
  expect(first).toContain(';0,9;');
  // What is not a date stays as it is.
  expect(second).toMatch(/^Café;;bald;-12,50;/);
});

test('an English file is as programs read it', async () => {
  const [head, first] = (await csvOf('en', 'none')).split('\r\n');
  expect(head).toContain('Captured,File,Page');
  expect(first).toMatch(
    /^Müller; Söhne,00123,2026-03-05,1190\.00,,,1000\.00,190\.00,2026-03-06T10:00:00\.000Z,/,
  );
});

test('line items are rows with what the record says, a record without any keeps its row', async () => {
  const lines = (await csvOf('de', 'rows')).trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(`;1;'=1+1;Stunden;600,00;`);
  expect(lines[1]).toContain(';2;Beratung;;400,00;');
  expect(lines[1]).toMatch(/^"Müller; Söhne";00123;/);
  expect(lines[2]).toMatch(/^Café;/);
});

test('a workbook has days and amounts a spreadsheet calculates with, and line items on a sheet of their own', async () => {
  const files = await xlsxOf('sheet', two, none);
  expect(strFromU8(files['xl/workbook.xml']!)).toMatch(/<sheet name="Datensätze".*<sheet name="Items"/);
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  // 5 March 2026 in days since 30 December 1899, in the format of the person who opens it.
  expect(sheet).toContain('<c s="3"><v>46086</v></c>');
  expect(sheet).toContain('<c s="2"><v>1190</v></c>');
  expect(sheet.match(/<row /g)).toHaveLength(3);
  expect(sheet).not.toContain('Beratung');
  const items = strFromU8(files['xl/worksheets/sheet2.xml']!);
  expect(items.match(/<row /g)).toHaveLength(3);
  expect(items).toContain('Beratung');
  expect(items).toContain('record-1');
  expect(items).not.toContain('<f>');
});

test('a profile says which columns there are, how they are called and in which order', async () => {
  const made = exportTable({
    manifests: { find: () => invoice },
    makers: [{ plugin_id: 'invoice', plugin_version: '1.0.0', type: 'invoice' }],
    language: 'de',
    items: 'none',
    rates: ['19'],
    withLocation: false,
    columns: [
      { source: 'total', title: 'Brutto' },
      { source: '@file', title: 'Beleg' },
      { source: 'taxes', title: 'USt' },
      { source: 'gone', title: 'Früher' },
    ],
  });
  const csv = Buffer.concat(await Array.fromAsync(writeCsv(made, batches(two)))).toString();
  expect(csv).toBe(
    '\uFEFFBrutto;Beleg;USt 19 %: Base;USt 19 %: Amount;Früher\r\n1190,00;a.pdf;1000,00;190,00;\r\n',
  );
});
