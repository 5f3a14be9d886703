// cspell:disable -- words of many languages, as printed
import {
  below,
  type Layout,
  type Line,
  type PlacedLine,
  postalCountry,
  type Sighting,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { sellerLabel, titleWithNumber } from './words.ts';

/** Who sends or receives the invoice, as named on it. */
export interface Party {
  seen: Sighting;
  line: Line;
  /** How sure the place makes it, 0 to 1. */
  sure: number;
  /** Where the name's own line goes on with the address. */
  address?: Sighting[];
}

const companyForm =
  /(?<![\p{L}])(?:gmbh|mbh|ag|kg|ohg|ug|ltd|limited|plc|llp|inc|llc|corp|co|sarl|selarl|eurl|sasu|sci|snc|sas|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l|s\.?l|b\.?v|n\.?v|ab|a\/s|aps|as|oy|oyj|pty|sp\.? ?z ?o\.?\s?o|s\.?r\.?o|kft|e\.\s?k)\.?(?![\p{L}])/iu;
const detail =
  /@|www\.|https?:|(?<!\p{L})(?:tel|phone|fax|telefon)\b|iban|bic|swift|gstin|\b(?:vat|ust|tva|p\.?\s?iva|nif|cif|nip|btw|org\.?\s?nr|cvr)\b/iu;
export const isDetail = (text: string): boolean => detail.test(text);
export const isTitle = (text: string): boolean =>
  titleWithNumber.test(text) ||
  /(?<!\p{L})(?:[il]nv[o0][il1]ce|factur[ae]|fattura|fatura|lasku)(?!\p{L})|rechnung|factuur|faktur[ay]|gutschrift|credit note/iu.test(
    text,
  );

/** Who sends the invoice: beside its word, the first company that is not the buyer, else the largest line at the top. */
export function supplierOf(layout: Layout, buyers: ReadonlySet<string>, firstSum: number): Party | undefined {
  const lines = layout.rows.slice(0, firstSum).flatMap((row) => row.lines);
  for (const placed of lines) {
    const match = sellerLabel.exec(placed.line.text);
    if (!match || buyers.has(placed.line.id)) continue;
    const rest = placed.line.text.slice(match[0].length);
    if (/\p{L}{2}/u.test(rest))
      return { seen: seenPart(placed.line, match[0].length, rest.length), line: placed.line, sure: 1 };
    const [under] = below(layout, placed.line, 1.5);
    if (under && /\p{L}{2}/u.test(under.line.text))
      return { seen: seenLine(under.line), line: under.line, sure: 1 };
  }
  const names = lines.filter(
    ({ line }) =>
      !buyers.has(line.id) &&
      (line.text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
      !isTitle(line.text) &&
      !detail.test(line.text) &&
      !/[:：]|\d[.,]\d{2}\b/.test(line.text),
  );
  const company = names.find(({ line }) => companyForm.test(line.text) && line.text.length < 60);
  if (company) return { ...senderLine(company.line), line: company.line, sure: 0.95 };
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 1;
  const [top] = names.filter(({ line }) => !/\d/.test(line.text));
  return top && layout.rows.findIndex((row) => row.lines.includes(top)) <= 2 && top.height > 1.15 * usual
    ? { seen: seenLine(top.line), line: top.line, sure: 0.7 }
    : undefined;
}

/** Name and address in one line, as in the window of an envelope: `Nordwerk GmbH · Gartenweg 7 · 70173 Stuttgart`. */
function senderLine(line: Line): { seen: Sighting; address?: Sighting[] } {
  const parts = [...line.text.matchAll(/(?:(?!\s+[·•∙|*–-]\s+|,\s).)+/gu)].map((match) => {
    const lead = /^[\s·•∙|*,–-]*/u.exec(match[0])![0].length;
    return seenPart(line, match.index + lead, match[0].trimEnd().length - lead);
  });
  const [name, ...address] = parts.filter(({ text }) => text !== '');
  return name && address.some(({ text }) => isTown(text)) && companyForm.test(name.text)
    ? { seen: name, address }
    : { seen: seenLine(line) };
}

/** Whether a line has a postal code. */
export const isTown = (text: string): boolean =>
  /^(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}|^\d{3} \d{2}\s+\p{Lu}|^\d{2}-\d{3}\s/u.test(text) ||
  postalCountry(text) !== undefined;

/** The lines under the supplier's name, down to the one with the postal code. */
export function addressOf(
  layout: Layout,
  { line: supplier, address }: Party,
  buyers: ReadonlySet<string>,
): Sighting[] {
  if (address) return address;
  const lines: PlacedLine[] = [];
  let last = layout.rows.flatMap((row) => row.lines).find(({ line }) => line.id === supplier.id);
  if (!last) return [];
  const { left, height } = last;
  for (const one of below(layout, supplier, 8)) {
    const { text, id } = one.line;
    if (one.top - last.bottom > 1.3 * height || Math.abs(one.left - left) > 2.5 * height) break;
    if (buyers.has(id) || isTitle(text) || detail.test(text) || /:/.test(text) || lines.length === 4) break;
    lines.push(one);
    last = one;
    if (/(?<!\d)\d{4,5}(?!\d)|\d{3} \d{2}|\d{2}-\d{3}/.test(text) || postalCountry(text)) break;
  }
  // A street and a place; a name of a town alone is no address.
  return lines.some(({ line }) => /\d/.test(line.text)) ? lines.map(({ line }) => seenLine(line)) : [];
}
