// cspell:ignore fods Müller Söhne soffice
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCsv } from './export-csv.ts';
import { type ExportedRow, exportTable } from './export-table.ts';
import { writeXlsx } from './export-xlsx.ts';
import type { ExportLanguage } from './rules.ts';

/**
 * What a spreadsheet makes of exports: LibreOffice opens them as a person of the file's language would, and says of each cell
 * what it took it for (OpenDocument 1.3, part 3, 19.385 `office:value-type`).
 */
const office = [
  process.env.SOFFICE_PATH,
  '/usr/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
].find((place) => place && existsSync(place));

/** Language ids of Windows, as LibreOffice's CSV filter names languages: https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html */
const languageIds: Record<ExportLanguage, number> = { en: 1033, de: 1031, fr: 1036, es: 1034 };

const manifest = {
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
      ],
    },
  ],
} as unknown as Manifest;
const values = { supplier: '=1+1; Müller', number: '00123', date: '2026-03-05', total: '-1190.50' };
const row: ExportedRow = {
  ...{ id: 'r', capture_id: 'c', document_id: 'c', file_name: 'a.pdf', page_number: 1, source: 'upload' },
  ...{
    plugin_id: 'invoice',
    plugin_version: '1.0.0',
    type: 'invoice',
    state: 'confirmed',
    rejected_reason: null,
  },
  ...{ confidence: 0.9, revision: 1, confirmed_at: null, created_at: new Date('2026-03-06T10:00:00Z') },
  fields: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, raw: '', confidence: 1, evidence: [], checks: [] },
    ]),
  ),
};
const tableIn = (language: ExportLanguage) =>
  exportTable({
    manifests: { find: () => manifest },
    makers: [{ plugin_id: 'invoice', plugin_version: '1.0.0', type: 'invoice' }],
    ...{ language, items: 'none', rates: [], withLocation: false },
    columns: ['supplier', 'number', 'date', 'total', '@captured'].map((source) => ({
      source,
      title: source,
    })),
  });

/** Each cell of the second row: what it is, and its value. */
function cellsOf(sheet: string): string[] {
  const rows = sheet.match(/<table:table-row[^>]*>.*?<\/table:table-row>/gs) ?? [];
  return [...(rows[1] ?? '').matchAll(/<table:table-cell([^>]*)>(.*?)<\/table:table-cell>/gs)].map(
    ([, attributes = '', content = '']) => {
      const said = (name: string) => new RegExp(`office:${name}="([^"]*)"`).exec(attributes)?.[1];
      const type = said('value-type') ?? 'none';
      return `${type}: ${
        said('date-value') ??
        said('value') ??
        content
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll('&apos;', "'")
          .trim()
      }`;
    },
  );
}

test('what a cell is taken for is told from a flat OpenDocument file', () => {
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const cell = (attributes: string, text: string) =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const head = row(cell('office:value-type="string"', 'Total'), cell('office:value-type="string"', 'Date'));
  const values = [
    cell('office:value-type="float" office:value="12.5"', '12,50'),
    cell('office:value-type="date" office:date-value="2026-03-05"', '05.03.26'),
    cell('office:value-type="string"', '&apos;=1'),
  ];
  expect(cellsOf(`${head}\n${row(...values)}`)).toEqual(['float: 12.5', 'date: 2026-03-05', "string: '=1"]);
});

// Seconds each, and not everywhere: with `npm run test:long`.
if (process.env.READOUT_LONG_TESTS && !office)
  console.warn(
    'Not run: exports in LibreOffice, which is not installed (libreoffice-calc, or SOFFICE_PATH).',
  );
if (process.env.READOUT_LONG_TESTS && office)
  describe('LibreOffice takes exports for what they are', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'readout-office-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const opened = async (file: string, content: Uint8Array, filter: string[] = []): Promise<string[]> => {
      await writeFile(path.join(folder, file), content);
      const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
      const asked = [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder];
      await promisify(execFile)(office, [...asked, path.join(folder, file)], {
        env: { ...process.env, HOME: folder },
      });
      return cellsOf(await readFile(path.join(folder, file.replace(/\.\w+$/, '.fods')), 'utf8'));
    };
    async function* rows() {
      yield [row];
    }
    const bytes = async (parts: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(parts));

    test.each(['de', 'en', 'fr', 'es'] as const)(
      'CSV of %s: days and amounts to calculate with, and no formula',
      async (language) => {
        const comma = language === 'en' ? 44 : 59;
        const options = `Text - txt - csv (StarCalc):${comma},34,76,1,,${languageIds[language]},false,true`;
        const cells = await opened(`${language}.csv`, await bytes(writeCsv(tableIn(language), rows())), [
          `--infilter=${options}`,
        ]);
        expect(cells).toEqual([
          `string: '=1+1; Müller`,
          // A CSV file cannot say that a code is text; a workbook can.
          'float: 123',
          'date: 2026-03-05',
          'float: -1190.5',
          // English is as programs read it.
          language === 'en' ? 'string: 2026-03-06T10:00:00.000Z' : 'date: 2026-03-06T10:00:00',
        ]);
      },
    );

    test('XLSX: the same, in any language, and no formula', async () => {
      expect(await opened('table.xlsx', await bytes(writeXlsx(tableIn('de'), rows())))).toEqual([
        'string: =1+1; Müller',
        'string: 00123',
        'date: 2026-03-05',
        'float: -1190.5',
        expect.stringMatching(/^date: 2026-03-06T10:00:00/),
      ]);
    });
  });
