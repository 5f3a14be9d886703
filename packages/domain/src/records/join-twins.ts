import type { FieldEvidence, RecordData } from '@readout/plugin-kit';
import type { ProposedRecord } from './proposal-rows.ts';
import type { Twin } from './rules.ts';

/** Shorter ones are the same by chance. */
const shortestCode = 6;
/** What a barcode may have before the code: an application identifier. */
const longestPrefix = 4;

/**
 * Records that are one twice become one: what only says what is in a barcode, beside the record of another reader that has
 * its value from that barcode. The more specific one stays and keeps what the other said.
 */
export function joinTwins(records: readonly ProposedRecord[]): ProposedRecord[] {
  const twins = new Map<ProposedRecord, Twin[]>();
  const left = records.filter((record) => {
    const code = codeOf(record);
    const other =
      code && records.find((each) => each.plugin !== record.plugin && !codeOf(each) && says(each, code));
    if (!other) return true;
    const twin = { plugin: record.plugin, type: record.type, text: code.texts[0] ?? '' };
    twins.set(other, [...(twins.get(other) ?? []), twin]);
    return false;
  });
  return left.map((record) => {
    const alsoRead = twins.get(record);
    return alsoRead ? { ...record, alsoRead } : record;
  });
}

interface Code {
  barcodes: ReadonlySet<string>;
  texts: readonly string[];
  /** Values with the characters they are cited at. */
  parts: ReadonlySet<string>;
}

/** Undefined where a record says more than what one code is: other print, or several elements of a code. */
function codeOf({ fields }: RecordData): Code | undefined {
  const all = Object.values(fields);
  const barcodes = new Set<string>();
  const parts = new Set<string>();
  for (const { evidence, value } of all) {
    if (
      evidence.length === 0 ||
      (typeof value === 'object' && value !== null && Object.keys(value).length > 1)
    )
      return undefined;
    for (const piece of evidence) {
      if (piece.barcode === undefined) return undefined;
      barcodes.add(placeOf(piece));
      if (piece.from !== undefined) parts.add(partOf(value, piece));
    }
  }
  const texts = all.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return texts.length > 0 ? { barcodes, texts, parts } : undefined;
}

function says({ fields }: RecordData, { barcodes, texts, parts }: Code): boolean {
  return Object.values(fields).some(({ value, evidence }) => {
    if (evidence.some((piece) => parts.has(partOf(value, piece)))) return true;
    const code = lettersOf(value);
    return (
      code.length >= shortestCode &&
      evidence.some((piece) => piece.barcode !== undefined && barcodes.has(placeOf(piece))) &&
      texts.some((text) => {
        const whole = lettersOf(text);
        return whole.endsWith(code) && whole.length - code.length <= longestPrefix;
      })
    );
  });
}

/** Each page of a document numbers its barcodes. */
const placeOf = ({ page = 1, barcode }: FieldEvidence): string => `${page} ${barcode}`;

const partOf = (value: unknown, piece: FieldEvidence): string =>
  [placeOf(piece), piece.from, piece.to, JSON.stringify(value)].join(' ');

const lettersOf = (value: unknown): string =>
  typeof value === 'string' ? value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '') : '';
