import {
  type Barcode,
  type Check,
  check,
  codeField,
  codeValueField,
  type DocumentCode,
  type DraftRecord,
  defineReader,
  expandUpcE,
  type Field,
  field,
  type Gs1Element,
  gs1CheckHolds,
  gs1Date,
  isGtin,
  parseDocumentCode,
  parseGs1,
  parseGs1DigitalLink,
  seenBarcode,
} from '@readout/plugin-kit';

export default defineReader({
  read({ reading, today }) {
    const records: DraftRecord[] = [];
    const known = new Map<string, DraftRecord>();
    for (const barcode of reading.barcodes) {
      if (barcode.text === '') continue;
      const key = `${barcode.format} ${barcode.text}`;
      const same = known.get(key);
      if (same) {
        // The same code printed again on the same label: one record, more evidence.
        for (const value of Object.values(same.fields)) {
          const [first] = value.evidence;
          const again = value.evidence.flatMap((one) =>
            one.box && one.barcode === first?.barcode
              ? [{ ...one, box: barcode.box, barcode: barcode.id }]
              : [],
          );
          value.evidence.push(...again);
        }
        continue;
      }
      const record = recordOf(barcode, today);
      known.set(key, record);
      records.push(record);
    }
    return records;
  },
});

const types: Record<DocumentCode['kind'], string> = { payment: 'payment', till: 'till-receipt' };

function recordOf(barcode: Barcode, today: string): DraftRecord {
  const document = parseDocumentCode(barcode.text);
  if (document) {
    const fields = document.values.map((value) => [value.name, codeValueField(barcode, value)]);
    return { type: types[document.kind], confidence: 0.97, fields: Object.fromEntries(fields) };
  }
  const text = readable(barcode.text);
  const seen = seenBarcode(barcode, text);
  const fields: Record<string, Field> = {
    text: field(seen, text),
    format: field(seenBarcode(barcode, barcode.format), barcode.format),
  };
  const elements = gs1Of(barcode);
  if (elements) {
    const value = Object.fromEntries(elements.map(({ ai, value }) => [ai, value]));
    const checks = elementChecks(elements, today);
    fields.gs1 = field(seen, value, { checks, confidence: checks.every((one) => one.passed) ? 0.99 : 0.6 });
  }
  const gtin = gtinOf(barcode, elements);
  if (gtin) {
    const holds = isGtin(gtin);
    fields.gtin = codeField(seenBarcode(barcode, gtin), gtin, {
      checkDigit: { name: `GTIN-${gtin.length}`, holds, scheme: 'gtin' },
      confidence: holds ? 0.99 : 0.4,
    });
  }
  const failed = Object.values(fields).some((value) => value.checks.some((one) => !one.passed));
  // A code that means something in a known scheme is worth more than bare text.
  return { type: 'barcode', confidence: failed ? 0.6 : fields.gtin || fields.gs1 ? 0.97 : 0.6, fields };
}

/** Content as a person would write it: separators and other control characters would not survive a form. */
function readable(text: string): string {
  const shown = Array.from(text, (character) =>
    character < ' ' && character !== '\n' && character !== '\t' ? ' ' : character,
  ).join('');
  return shown.trim() || '(control characters only)';
}

function gs1Of({ contentType, symbologyIdentifier, text }: Barcode): Gs1Element[] | undefined {
  // AIM identifiers with a GS1 meaning: GS1-128, DataBar, GS1 DataMatrix, GS1 QR Code, GS1 DotCode.
  if (contentType === 'GS1' || /^\](?:C1|e\d|d2|Q3|J1)$/.test(symbologyIdentifier)) return parseGs1(text);
  return /^https?:/i.test(text) ? parseGs1DigitalLink(text) : undefined;
}

function gtinOf({ format, text }: Barcode, elements: Gs1Element[] | undefined): string | undefined {
  const element = elements?.find(({ ai }) => ai === '01' || ai === '02');
  if (element) return element.value;
  const name = format.toUpperCase().replace(/[^A-Z0-9]/g, '');
  // An add-on of two or five digits behind the article number is not part of it.
  const digits = /^\d+/.exec(text)?.[0] ?? '';
  if (name === 'EAN13' || name === 'ISBN') return digits.length >= 13 ? digits.slice(0, 13) : undefined;
  if (name === 'UPCA')
    return digits.length >= 12
      ? digits.slice(0, digits.length >= 13 && digits.startsWith('0') ? 13 : 12)
      : undefined;
  if (name === 'EAN8') return digits.length >= 8 ? digits.slice(0, 8) : undefined;
  if (name === 'UPCE')
    return digits.length === 8
      ? expandUpcE(digits)
      : digits.length >= 12
        ? digits.slice(0, digits.length === 13 ? 13 : 12)
        : undefined;
  if ((name === 'ITF14' || name === 'ITF') && /^\d{14}$/.test(text) && isGtin(text)) return text;
  return undefined;
}

function elementChecks(elements: Gs1Element[], today: string): Check[] {
  const checks: Check[] = [];
  for (const element of elements) {
    const holds = gs1CheckHolds(element);
    if (holds !== undefined)
      checks.push(
        check(
          'check-digit',
          holds,
          `The check digit of (${element.ai}) ${element.title} ${holds ? 'holds' : 'does not hold'}.`,
        ),
      );
    if (/^1[1-7]$/.test(element.ai)) {
      const date = gs1Date(element, today);
      checks.push(
        check(
          'date-plausible',
          date !== undefined,
          `(${element.ai}) ${element.title} is ${date ? `the date ${date}` : 'no date of the calendar'}.`,
        ),
      );
    }
  }
  return checks;
}
