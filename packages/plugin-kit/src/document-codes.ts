import type { CodeValue, CodeValueName } from './document-codes/code-values.ts';
import { parseEpc } from './document-codes/epc.ts';
import { parseKassenSichV } from './document-codes/kassensichv.ts';
import { parsePortugal } from './document-codes/portugal.ts';
import { parseRksv } from './document-codes/rksv.ts';
import { parseSpain } from './document-codes/spain.ts';
import { parseSpayd } from './document-codes/spayd.ts';
import { parseSwissQrBill } from './document-codes/swiss-qr-bill.ts';
import { parseUpnQr } from './document-codes/upn-qr.ts';
import { type FieldOptions, field } from './fields.ts';
import type { Sighting } from './sightings.ts';
import type { Barcode, Field } from './types.ts';

export type { CodeValue, CodeValueName };

/** A code that says what a document comes to: how it is to be paid, or what a till or an invoice has to say to a tax office. */
export interface DocumentCode {
  kind: 'payment' | 'till';
  standard: 'epc' | 'swiss-qr-bill' | 'spayd' | 'upn-qr' | 'kassensichv' | 'rksv' | 'portugal' | 'spain';
  values: CodeValue[];
}

const standards: readonly [
  DocumentCode['standard'],
  DocumentCode['kind'],
  (text: string) => CodeValue[] | undefined,
][] = [
  ['epc', 'payment', parseEpc],
  ['swiss-qr-bill', 'payment', parseSwissQrBill],
  ['spayd', 'payment', parseSpayd],
  ['upn-qr', 'payment', parseUpnQr],
  ['kassensichv', 'till', parseKassenSichV],
  ['rksv', 'till', parseRksv],
  ['portugal', 'till', parsePortugal],
  ['spain', 'till', parseSpain],
];

/** A QR code holds no more. */
const longest = 7_100;

/** What a barcode's text says by one of these standards; undefined where it breaks the rules of all: a broken code says nothing. */
export function parseDocumentCode(text: string): DocumentCode | undefined {
  if (text.length > longest) return undefined;
  for (const [standard, kind, parse] of standards) {
    const values = parse(text);
    if (values) return { kind, standard, values };
  }
  return undefined;
}

/** A document's code where it was seen. */
export interface SeenCode {
  barcode: Barcode;
  code: DocumentCode;
}

/** The code of a kind among those that were seen; undefined where several say different things. */
export function documentCodeIn(
  barcodes: readonly Barcode[],
  kind: DocumentCode['kind'],
): SeenCode | undefined {
  const found = barcodes.flatMap((barcode): SeenCode[] => {
    const code = parseDocumentCode(barcode.text);
    return code?.kind === kind ? [{ barcode, code }] : [];
  });
  return new Set(found.map(({ barcode }) => barcode.text.trim())).size === 1 ? found[0] : undefined;
}

/** How sure a value of a code is: its error detection makes a misread very unlikely, not impossible. */
const sureOfCode = 0.99;

/** What a code says, with the characters it says it in. */
export function seenCodeValue({ id, text, box }: Barcode, { parts }: CodeValue): Sighting {
  return {
    text: parts.map(({ from, to }) => text.slice(from, to)).join('\n'),
    confidence: sureOfCode,
    evidence: parts.map(({ from, to }) => ({ box, barcode: id, from, to })),
  };
}

/** A field by what a code says alone. */
export const codeValueField = (barcode: Barcode, value: CodeValue, options?: FieldOptions): Field =>
  field(seenCodeValue(barcode, value), value.value, options);

/**
 * A field that is printed, and what a code says of it. Where both say the same it is proved, and where the print could mean
 * several things the code decides; where they differ the printed value stays, and the host says what the code has instead.
 */
export function besideCode(printed: Field | undefined, barcode: Barcode, value: CodeValue): Field {
  if (!printed) return codeValueField(barcode, value);
  const { ambiguous, ...rest } = printed;
  const isSame = printed.value === value.value || ambiguous?.includes(value.value) === true;
  const evidence = [...printed.evidence, ...seenCodeValue(barcode, value).evidence];
  return isSame
    ? { ...rest, value: value.value, confidence: Math.max(printed.confidence, sureOfCode), evidence }
    : { ...printed, confidence: Math.min(printed.confidence, differing), evidence };
}

const differing = 0.5;

/**
 * Puts what a code says beside the fields of a record.
 * @param compared values that papers print as the code has them; others only fill what is not printed
 */
export function putCodeValues(
  fields: Record<string, Field>,
  { barcode, code }: SeenCode,
  compared: readonly CodeValueName[],
  filled: readonly CodeValueName[] = [],
): void {
  for (const value of code.values) {
    const printed = fields[value.name];
    if (compared.includes(value.name) || (!printed && filled.includes(value.name)))
      fields[value.name] = besideCode(printed, barcode, value);
  }
}
