import type { FileCheckName } from './file-check-names.ts';

export type { FileCheckName };

/**
 * What a reader plugin receives and returns. Structurally the same as the engine's reading, so that the
 * host hands it over as it is; kept here because a plugin may import nothing but this kit.
 */

/** `[x, y]` in pixels of the upright picture. */
export type Point = [x: number, y: number];

/** Four corners, clockwise from the top left as the text or symbol itself reads. */
export type Quad = [Point, Point, Point, Point];

export interface Word {
  text: string;
  box: Quad;
  /** 0 to 1. */
  confidence: number;
}

export interface Line {
  /** Stable within the reading: `l0`, `l1`, … in reading order. */
  id: string;
  text: string;
  box: Quad;
  /** 0 to 1. */
  confidence: number;
  words: Word[];
}

export interface Barcode {
  /** Stable within the reading: `b0`, `b1`, …. */
  id: string;
  /** Symbology as ZXing-C++ names it. */
  format: string;
  text: string;
  /** Digits of the add-on (EAN-2 or EAN-5) beside an EAN or UPC; they are no part of `text`. */
  addOn?: string;
  contentType: string;
  symbologyIdentifier: string;
  box: Quad;
}

export interface Page {
  number: number;
  of: number;
  width: number;
  height: number;
  /** Degrees clockwise by which the content must be turned to be upright. */
  rotation: 0 | 90 | 180 | 270;
  quad?: Quad;
}

/** A page among those of a paper that are read as one. */
export interface PlacedPage extends Page {
  /** Where it begins in the joined reading, pixels from its upper edge. */
  top: number;
}

export interface PluginReading {
  /** Of several pages read as one: the first number, and the size of all of them one below the other. */
  page: Page;
  /**
   * The pages of the paper, one below the other, each turned upright; absent where it is one page, and for readers whose
   * manifest does not ask for them `together`.
   */
  pages?: PlacedPage[];
  lines: Line[];
  barcodes: Barcode[];
  /** Files that carry the document's data, such as the e-invoice in a PDF; absent where there is none that was read. */
  files?: DataFile[];
  /** BCP 47 tags of the company's languages, most important first. */
  languages: string[];
}

/** An element or attribute of a file, and the bytes it stands in: of its text as UTF-8 without a mark, from 0. */
export interface FilePlace {
  /** `/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID`. */
  path: string;
  from: number;
  to: number;
}

/** What a file says of one field, in the form of our values; the host's own parse of it. */
export interface FileValue {
  /** As the first-party readers call the field. */
  name: string;
  type: FieldType;
  value: string;
  /** As the file has it. */
  raw: string;
  /** Several where it is made of several elements, as an address is. */
  places: FilePlace[];
}

/** Rows of one kind, as the items of an invoice. */
export interface FileList {
  name: string;
  /** From the first row to the last; its path is that of all of them. */
  place: FilePlace;
  rows: Record<string, string>[];
}

export interface FileCheck {
  check: FileCheckName;
  passed: boolean;
  /** The field it is about. */
  field: string;
  /** Of a list, from 0. */
  row?: number;
  /** What it comes to, and what the file says instead. */
  made?: string;
  said?: string;
  /** One English sentence. */
  reason: string;
}

/** A file that carries the data of its document. */
export interface DataFile {
  /** Stable within the reading: `f0`, `f1`, …. */
  id: string;
  /** As the file around it calls it, without folders; several may have the same. */
  name: string;
  /** `CII D16B`, `UBL 2.1 Invoice`, …. */
  format: string;
  /** What it says it keeps to: `EN 16931`, `XRechnung`, …. */
  profile: string;
  /** The file is the document itself, and its pages are drawn from it: there is nothing to compare. */
  isDocument?: boolean;
  values: FileValue[];
  lists: FileList[];
  checks: FileCheck[];
}

/** A file that looks as if it carried data, and is not read; or that is in an e-invoice, and is not shown. */
export interface RefusedFile {
  name: string;
  code:
    | 'too_large'
    | 'encoding'
    | 'not_xml'
    | 'doctype'
    | 'too_deep'
    | 'too_many_elements'
    | 'other_document'
    | 'not_shown'
    | 'too_many_pages';
  /** One English sentence. */
  reason: string;
}

/** What hosts keep with the reading of the page that has the files; readers are given those that were read. */
export interface FoundFiles {
  files?: DataFile[];
  refusedFiles?: RefusedFile[];
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** How papers name the company that keeps its records here. */
export interface CompanyIdentity {
  /** The first is what it is called here. */
  names: string[];
  /** Without spaces, in capitals: `DE123456789`. */
  taxIds: string[];
  /** Without spaces, in capitals. */
  ibans: string[];
}

/** Everything a reader sees. */
export interface ReaderInput {
  reading: PluginReading;
  /** Settings of the installation, as the manifest declares them. */
  settings: Record<string, JsonValue>;
  /** BCP 47 tag used where a value is ambiguous (date order, decimal mark), for instance `de-DE`. */
  locale: string;
  /** Day of the capture, ISO 8601; plugins have no clock. */
  today: string;
  /** For readers whose manifest asks for it; absent where no company reads, as in fixtures and for visitors. */
  company?: CompanyIdentity;
}

/** Where a value was seen on the page. At least one of `line` and `barcode` is set unless the value spans free pixels. */
export interface Evidence {
  box: Quad;
  /** Id of the line. */
  line?: string;
  /** Id of the barcode. */
  barcode?: string;
  /** Characters of the barcode's text, `from` to before `to`, in UTF-16 code units; without, all of it. */
  from?: number;
  to?: number;
  /**
   * Page of the document, from 1; the host says it, where the document has several. `box`, `line` and `barcode` are of that
   * page's own reading.
   */
  page?: number;
  file?: undefined;
}

/** Where a file says a value: on no page. */
export interface FileEvidence extends FilePlace {
  /** Id of the file in the reading. */
  file: string;
  /** Page whose reading has the file; the host says it, where the document has several. */
  page?: number;
  box?: undefined;
  line?: undefined;
  barcode?: undefined;
}

/** What a value rests on: pixels, a code on the page, or an element of a file. */
export type FieldEvidence = Evidence | FileEvidence;

/** A test a value went through, with the reason a person reads. */
export interface Check {
  /** Stable, kebab-case: `sum`, `date-plausible`, `check-digit`. */
  name: string;
  passed: boolean;
  /** One sentence: what was compared with what. */
  reason: string;
  /** What is compared: with it the host makes the check itself, and again whenever a value of it is changed. */
  rule?: CheckRule;
  /** The host made it; without, it is the word of the plugin. */
  by?: 'host';
}

/** Numbering schemes with check digits that the host knows. */
export type DigitScheme =
  | 'iban'
  | 'gtin'
  | 'sscc'
  | 's10'
  | 'ups'
  | 'usps'
  | 'fedex-12'
  | 'fedex-15'
  | 'fedex-20'
  | 'dhl-waybill'
  | 'deutsche-post'
  | 'luhn';

/** A summand: the amount of a field of the record, of every row in a column of it, or one that is only printed. */
export type SumPart = { minus?: boolean } & (
  | { field: string; column?: string }
  | { amount: string; evidence: Evidence[] }
);

/** A comparison that the host can make with the values of a record alone. */
export type CheckRule =
  /** The parts add up to the amount of the field `is`; without it, of the field that is checked. */
  | { rule: 'sum'; of: SumPart[]; is?: string }
  | { rule: 'digits'; scheme: DigitScheme }
  /** Not before and not after: days (ISO 8601), or names of fields that hold one. */
  | { rule: 'day'; from?: string; to?: string }
  /**
   * The same letters and figures are in the text of a barcode on the page; with `as`, the value is exactly that one, which the
   * host itself made of a code of a known standard.
   */
  | { rule: 'code'; text: string; as?: FieldType }
  /**
   * What a file says is printed, too: where the field cites the page, else anywhere on it.
   * @property columns of a list, those that are compared
   * @property at lines that print the rows of a list, one entry a row; a plugin says it
   * @property unsigned what is taken off is printed with a minus or without
   * @property differs what is not printed; the host alone says it
   */
  | {
      rule: 'page';
      columns?: string[];
      at?: string[][];
      unsigned?: true;
      differs?: PageDifference[];
    }
  /** A rule that the values of a file keep to or break by themselves; made by the host alone. */
  | { rule: 'file'; says: FileCheck }
  /**
   * The check digit of an element of a machine-readable zone (ICAO Doc 9303) holds, and the value is that element; `whole` is the
   * zone itself, by the digit over all of it.
   * @property text the lines of the zone, a newline between them
   */
  | { rule: 'zone'; element: ZoneElement; text: string };

/** A value of a file that the page has not. */
export interface PageDifference {
  /** What the file says. */
  value: string;
  /** What is printed where the field cites the page, at most 200 characters; empty where it is nowhere. */
  printed: string;
  /** Of a list, from 0. */
  row?: number;
  column?: string;
}

/** What of a machine-readable zone has a check digit. */
export type ZoneElement = 'number' | 'birth' | 'expiry' | 'optional' | 'whole';

/** How the host shows and edits a field, as the manifest declares it. */
export type FieldType =
  | 'text'
  | 'amount'
  | 'number'
  | 'date'
  | 'time'
  | 'currency'
  | 'code'
  | 'address'
  | 'list'
  | 'map'
  | 'choice'
  | 'boolean';

/** A field as data: what hosts store and hand on. Plugins make {@link Field}s, with the builders. */
export interface FieldData<Value = JsonValue> {
  /** Typed and normalised (amounts `"1471.60"`, dates `"2026-03-05"`, codes without spaces). */
  value: Value;
  /** As printed. */
  raw: string;
  /** 0 to 1. */
  confidence: number;
  /** What it rests on; never empty in what a plugin returns. */
  evidence: FieldEvidence[];
  checks: Check[];
  /** Other values the same characters could mean, for instance a date with day and month swapped. */
  ambiguous?: JsonValue[];
  /** Whether the value is printed where it was seen, or follows from that by a rule of the plugin's; the host decides. */
  kind?: 'seen' | 'computed';
}

/** Exists for the compiler only: a field has no such property when it runs. */
declare const builtFromEvidence: unique symbol;

/**
 * A value with the place it was seen at. Only the builders of this kit make one (`textField`, `amountField`, `field`, …),
 * and each of them takes a sighting: a value without its pixels is a type error.
 */
export interface Field<Value = JsonValue, Type extends FieldType = FieldType> extends FieldData<Value> {
  readonly [builtFromEvidence]: Type;
}

/** A record as data: what hosts store and hand on. */
export interface RecordData {
  /** One of the manifest's record types. */
  type: string;
  /** 0 to 1. */
  confidence: number;
  fields: Record<string, FieldData>;
}

/** What a reader made of a reading. */
export interface DraftRecord extends RecordData {
  fields: Record<string, Field>;
}

export interface Reader {
  /** Records in the reading, none where the reader does not apply: declining beats guessing. */
  read(input: ReaderInput): DraftRecord[];
}
