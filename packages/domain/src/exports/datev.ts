import type { JsonValue } from '@readout/plugin-kit';
import { toText } from '../records/record-rows.ts';
import { cents } from './cents.ts';
import type { DatevSettings } from './profiles/rules.ts';
import type { BookingLack } from './rules.ts';

interface DatevRecord {
  /** Of its document: what its files are found by. */
  documentId: string;
  fields: Readonly<Record<string, { value: JsonValue }>>;
}

const columnCount = 125;

// cspell:disable
/** Names of the columns, in their order. */
export const datevColumns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
];
// cspell:enable

function numbered(count: number, ...names: string[]): string[] {
  return Array.from({ length: count }, (_, index) => names.map((name) => `${name} ${index + 1}`)).flat();
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * The booking batch of DATEV-Format, header version 700, category 21, format version 13, as published under
 * https://developer.datev.de/datev/platform/de/dtvf/formate/header and …/formate/buchungsstapel; separators, quotes and line
 * ends as under https://developer.datev.de/datev/platform/de/dtvf/einstieg.
 *
 * Here both lines above the bookings.
 */
export function datevHead(settings: DatevSettings, { now, label }: { now: Date; label: string }): string {
  const start = settings.fiscalYearStart.replaceAll('-', '');
  const header = [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    now.toISOString().replaceAll(/\D/g, ''),
    '',
    '"RE"',
    '""',
    '""',
    String(settings.consultant),
    String(settings.client),
    start,
    String(settings.accountLength),
    start,
    lastDayOf(settings).replaceAll('-', ''),
    quoted(plain(label, 30)),
    '""',
    '1',
    '0',
    '0',
    '"EUR"',
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ];
  return `${header.join(';')}\r\n${datevColumns.join(';')}\r\n`;
}

/** The last day of the fiscal year. */
export function lastDayOf({ fiscalYearStart }: Pick<DatevSettings, 'fiscalYearStart'>): string {
  const [year, month, day] = fiscalYearStart.split('-').map(Number);
  return new Date(Date.UTC(year! + 1, month! - 1, day! - 1)).toISOString().slice(0, 10);
}

/** Lines of a record, one for each rate of tax; or what keeps it back. */
export function datevLines(
  settings: DatevSettings,
  record: DatevRecord,
): { lines: string[] } | { lacks: BookingLack[] } {
  const value = (name: string): JsonValue => record.fields[name]?.value ?? null;
  const lacks: BookingLack[] = [];
  const date = toText(value('date'));
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) lacks.push('date');
  else if (date < settings.fiscalYearStart || date > lastDayOf(settings)) lacks.push('fiscal_year');
  const total = cents(value('total'));
  if (total === undefined || total === 0) lacks.push('total');
  if (toText(value('currency')) !== 'EUR') lacks.push('currency');
  const number = toText(value('number')).replaceAll(/[^\w$%\-/]+/g, '');
  if (number.length > 36) lacks.push('number');
  const shares = sharesOf(value('taxes'), total ?? 0, cents(value('tax')));
  if (shares === undefined) lacks.push('tax');
  const booked = (shares ?? []).map((share) => ({
    ...share,
    as: settings.rates.find(({ rate }) => Number(rate) === share.rate),
  }));
  if (booked.some(({ as }) => !as)) lacks.push('rate');
  if (shares && total !== undefined && shares.reduce((sum, { gross }) => sum + gross, 0) !== total)
    lacks.push('sum');
  if (lacks.length > 0) return { lacks };
  // A credit note is printed with and without a minus.
  const isCredit = value('creditNote') === true || total! < 0;
  const text = plain(toText(value('supplier')) || toText(value('merchant')), 60);
  return {
    lines: booked
      .filter(({ gross }) => gross !== 0)
      .map(({ gross, as }) => {
        const isBack = isCredit === (gross < 0 === total! < 0);
        const cells = Array.from({ length: columnCount }, () => '');
        const set = (column: number, cell: string) => {
          cells[column - 1] = cell;
        };
        set(1, (Math.abs(gross) / 100).toFixed(2).replace('.', ','));
        set(2, isBack ? '"H"' : '"S"');
        set(3, '"EUR"');
        set(7, as!.account);
        set(8, settings.contraAccount);
        set(9, as!.taxKey === '' ? '""' : quoted(as!.taxKey));
        set(10, `${date.slice(8)}${date.slice(5, 7)}`);
        set(11, quoted(number));
        set(14, quoted(text));
        set(20, quoted(`BEDI "${record.documentId.toUpperCase()}"`));
        set(114, '0');
        return `${cells.join(';')}\r\n`;
      }),
  };
}

interface Share {
  rate: number;
  /** With tax, in cents. */
  gross: number;
}

/** What of the total is taxed at which rate; undefined where the record does not say. */
function sharesOf(taxes: JsonValue, total: number, tax: number | undefined): Share[] | undefined {
  if (!Array.isArray(taxes) || taxes.length === 0) return tax === 0 ? [{ rate: 0, gross: total }] : undefined;
  const shares = taxes.map((each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return undefined;
    const [rate, base, amount] = [
      Number(toText(each.rate ?? null) || Number.NaN),
      cents(each.base ?? null),
      cents(each.amount ?? null),
    ];
    return Number.isNaN(rate) || base === undefined || amount === undefined
      ? undefined
      : { rate, gross: base + amount };
  });
  return shares.every((share) => share !== undefined) ? shares : undefined;
}

/** On one line, of so many characters, all of which Windows-1252 has. */
function plain(text: string, max: number): string {
  return [
    ...text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .map((character) => (byteOf(character) === undefined ? (character.normalize('NFD')[0] ?? '') : character))
    .filter((character) => byteOf(character) !== undefined)
    .slice(0, max)
    .join('')
    .trim();
}

/** What Windows-1252 has between 0x80 and 0x9f, where ISO 8859-1 has control characters. */
const between = new Map(
  [
    ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)),
  ].map((character, index) => [character, 0x80 + index]),
);

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0)!;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : between.get(character);
}

/** Windows-1252, as DATEV reads it. */
export const toWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (character) => byteOf(character) ?? 0x3f);

export interface DocumentFiles {
  documentId: string;
  names: readonly string[];
}

/**
 * `document.xml` in the ZIP file of the documents, by which Belegtransfer finds the document of a booking: version 6.0, as
 * published under https://developer.datev.de/datev/platform/de/dxso/formats/document
 */
export function documentXml(documents: readonly DocumentFiles[], now: Date): string {
  const content = documents.map(({ documentId, names }) => {
    const files = names.map((name) => `<extension xsi:type="File" name="${inAttribute(name)}"/>`).join('');
    return `<document guid="${documentId.toUpperCase()}">${files}</document>\n`;
  });
  const space = 'http://xml.datev.de/bedi/tps/document/v06.0';
  return `<?xml version="1.0" encoding="utf-8"?>
<archive xmlns="${space}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${space} Document_v060.xsd" version="6.0" generatingSystem="Readout">
<header><date>${now.toISOString().slice(0, 19)}</date></header>
<content>
${content.join('')}</content>
</archive>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inAttribute = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
