import { Zip, ZipDeflate } from 'fflate';
import type { Cell } from '../csv.ts';
import type { ExportedRow, ExportTable } from './export-table.ts';
import { openSpool } from './spool.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Rows a sheet holds (ECMA-376 implementations agree on 2^20); what is beyond goes on a further sheet. */
const maxSheetRows = 1_048_576;
/** Characters a cell holds. */
const maxCellLength = 32_767;

/**
 * A workbook (ECMA-376, Office Open XML) written as it is sent: the first sheet's XML goes through a deflate stream row by
 * row; what belongs on further sheets waits on the disk, since files of a ZIP come one after the other. Texts are inline
 * strings, so that a formula can never come of one.
 */
export async function* writeXlsx(
  { sheets: [first, ...others] }: ExportTable,
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const drain = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const add = (name: string, text: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(encoder.encode(head + text), true);
  };

  const names: string[] = [];
  /** Goes on with a further sheet where one is full. */
  const openSheet = ({ name, columns }: ExportTable['sheets'][number]) => {
    let rowNumber = 0;
    let parts = 0;
    let file: ZipDeflate | undefined;
    const close = () => file?.push(encoder.encode('</sheetData></worksheet>'), true);
    const open = () => {
      close();
      names.push(sheetName(name, ++parts, names));
      file = new ZipDeflate(`xl/worksheets/sheet${names.length}.xml`, { level: 6 });
      zip.add(file);
      rowNumber = 1;
      const titles = columns.map((column) => column.title);
      const cells = titles.map((title) => cellXml(title, 1)).join('');
      file.push(encoder.encode(`${head}${sheetHead(titles.length)}<row r="1">${cells}</row>`));
    };
    open();
    return {
      write(rows: readonly string[]) {
        let xml = '';
        for (const cells of rows) {
          if (rowNumber === maxSheetRows) {
            file!.push(encoder.encode(xml));
            xml = '';
            open();
          }
          // Cells say no address of their own: a reader counts them (ECMA-376, 18.3.1.4).
          xml += `<row r="${++rowNumber}">${cells}</row>`;
        }
        if (xml) file!.push(encoder.encode(xml));
      },
      close,
    };
  };

  const waiting = await Promise.all(others.map(() => openSpool()));
  try {
    const sheet = openSheet(first);
    for await (const rows of batches) {
      sheet.write(rowsOn(first, rows));
      for (const [index, other] of others.entries()) await waiting[index]!.write(rowsOn(other, rows));
      yield* drain();
    }
    sheet.close();
    for (const [index, other] of others.entries()) {
      const further = openSheet(other);
      for await (const rows of waiting[index]!.read()) {
        further.write(rows);
        yield* drain();
      }
      further.close();
    }
  } finally {
    await Promise.all(waiting.map((spool) => spool.remove()));
  }

  const numbers = names.map((_, index) => index + 1);
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${spreadsheet}" xmlns:r="${documentRelations}"><sheets>${numbers.map((n) => `<sheet name="${escapeXml(names[n - 1]!)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${relations}">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${documentRelations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
  );
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${spreadsheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${[2, 14, 22].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  );
  add(
    '_rels/.rels',
    `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  );
  zip.end();
  yield* drain();
}

/** Styles of cells beside plain (0) and bold (1), by built-in number formats: `0.00`, and days and instants as the reader's own. */
const twoPlaces = 2;
const asDay = 3;
const asInstant = 4;

function sheetHead(columns: number): string {
  const views =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const width = `<cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols>`;
  return `<worksheet xmlns="${spreadsheet}">${views}${width}<sheetData>`;
}

/** The cells of each row. */
const rowsOn = (
  { columns, rowsOf }: ExportTable['sheets'][number],
  records: readonly ExportedRow[],
): string[] =>
  records.flatMap((record) =>
    Array.from({ length: rowsOf(record) }, (_, index) =>
      columns.map((column) => cellXml(column.cell(record, index), 0)).join(''),
    ),
  );

function cellXml(cell: Cell, style: 0 | 1): string {
  const numeric = (value: number, s: number = style) =>
    Number.isFinite(value) ? `<c${s ? ` s="${s}"` : ''}><v>${value}</v></c>` : '<c/>';
  if (typeof cell === 'number') return numeric(cell);
  if (typeof cell === 'string')
    return cell === ''
      ? '<c/>'
      : `<c${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, maxCellLength))}</t></is></c>`;
  if ('decimal' in cell)
    return numeric(Number(cell.decimal), /\.\d\d$/.test(cell.decimal) ? twoPlaces : style);
  const instant = 'date' in cell ? new Date(`${cell.date}T00:00:00Z`) : cell.instant;
  const days = Math.round(instant.getTime() / 1000) / 86_400 + daysTo1970;
  // Spreadsheets know no day before 1900, and one that never was in that year.
  if (days < 61) return cellXml('date' in cell ? cell.date : instant.toISOString(), style);
  return numeric(days, 'date' in cell ? asDay : asInstant);
}

/** From day 0 of a spreadsheet, 30 December 1899. */
const daysTo1970 = 25_569;

/** Unique in the book, at most 31 characters, without what a reference needs (as spreadsheets want it). */
function sheetName(wanted: string, part: number, taken: readonly string[]): string {
  const clean = wanted.replaceAll(/[[\]:*?/\\']/g, ' ').trim() || 'Sheet';
  const isTaken = (name: string) => taken.some((each) => each.toLowerCase() === name.toLowerCase());
  for (let number = part; ; number++) {
    const ending = number > 1 ? ` ${number}` : '';
    const name = `${clean.slice(0, 31 - ending.length)}${ending}`;
    if (!isTaken(name)) return name;
  }
}

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const lineEnds = /[\n\r\u2028\u2029]/g;

/** Text on one line for XML 1.0, which has no place for most control characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => xmlEntities[character]!)
    .replaceAll(lineEnds, (character) => `&#${character.codePointAt(0)};`);
}
