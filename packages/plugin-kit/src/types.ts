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
  /** BCP 47 tags of the company's languages, most important first. */
  languages: string[];
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

/** Where a value was seen. At least one of `line` and `barcode` is set unless the value spans free pixels. */
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
}

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
   * The check digit of an element of a machine-readable zone (ICAO Doc 9303) holds, and the value is that element; `whole` is the
   * zone itself, by the digit over all of it.
   * @property text the lines of the zone, a newline between them
   */
  | { rule: 'zone'; element: ZoneElement; text: string };

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
  /** Where it was seen; never empty in what a plugin returns. */
  evidence: Evidence[];
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
