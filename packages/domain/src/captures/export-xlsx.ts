import { Zip, ZipDeflate } from 'fflate';
import type { Cell, ExportColumn, ExportedRow } from './export-rows.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Rows a sheet holds (ECMA-376 implementations agree on 2^20); what is beyond goes on a further sheet. */
const maxSheetRows = 1_048_576;
/** Characters a cell holds. */
const maxCellLength = 32_767;

/**
 * A workbook (ECMA-376, Office Open XML) written as it is sent: the sheet's XML goes through a deflate
 * stream row by row. Texts are inline strings, so that a formula can never come of one.
 */
export async function* writeXlsx(
  columns: ExportColumn[],
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

  let sheets = 0;
  let rowNumber = 0;
  let sheet: ZipDeflate | undefined;
  const openSheet = () => {
    sheets++;
    rowNumber = 0;
    sheet = new ZipDeflate(`xl/worksheets/sheet${sheets}.xml`, { level: 6 });
    zip.add(sheet);
    const views =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
    const widths = `<cols>${columns.map((_, index) => `<col min="${index + 1}" max="${index + 1}" width="18" customWidth="1"/>`).join('')}</cols>`;
    sheet.push(
      encoder.encode(
        `${head}<worksheet xmlns="${spreadsheet}">${views}${widths}<sheetData>${sheetRow(
          ++rowNumber,
          columns.map((column) => column.title),
          1,
        )}`,
      ),
    );
    return sheet;
  };
  const closeSheet = () => sheet?.push(encoder.encode('</sheetData></worksheet>'), true);

  openSheet();
  for await (const rows of batches) {
    let xml = '';
    for (const row of rows) {
      if (rowNumber === maxSheetRows) {
        sheet!.push(encoder.encode(xml));
        xml = '';
        closeSheet();
        openSheet();
      }
      xml += sheetRow(
        ++rowNumber,
        columns.map((column) => column.cell(row)),
        0,
      );
    }
    sheet!.push(encoder.encode(xml));
    yield* drain();
  }
  closeSheet();

  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${spreadsheet}" xmlns:r="${documentRelations}"><sheets>${numbers.map((n) => `<sheet name="Records${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${relations}">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${documentRelations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
  );
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${spreadsheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
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

/** Style of a cell: plain, bold, or a decimal with two places (built-in number format 2, `0.00`). */
const twoPlaces = 2;

function sheetRow(number: number, cells: Cell[], style: 0 | 1): string {
  const s = style ? ` s="${style}"` : '';
  const xml = cells
    .map((cell, index) => {
      const r = `${columnName(index)}${number}`;
      if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${r}"${s}><v>${cell}</v></c>` : '';
      if (typeof cell === 'object')
        return `<c r="${r}"${/\.\d\d$/.test(cell.decimal) ? ` s="${twoPlaces}"` : s}><v>${Number(cell.decimal)}</v></c>`;
      return cell === ''
        ? ''
        : `<c r="${r}"${s} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, maxCellLength))}</t></is></c>`;
    })
    .join('');
  return `<row r="${number}">${xml}</row>`;
}

/** A, B, … Z, AA, … */
function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0, which has no place for most control characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => xmlEntities[character]!);
}
