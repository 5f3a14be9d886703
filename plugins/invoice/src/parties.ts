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
import { buyerTaxLabel, sellerLabel, titleWithNumber } from './words.ts';

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
  /(?<![\p{L}])(?:gmbh|mbh|ag|kg|kgaa|ohg|gbr|ug|ltd|limited|plc|llp|inc|llc|corp|co|sarl|selarl|eurl|sasu|sci|snc|sas|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l(?:\.?s)?|s\.?n\.?c|s\.?l(?:\.?[lu])?|s\.?c\.?p|b\.?v|n\.?v|v\.?[o0]\.?f|ab|a\/s|aps|as|oy|oyj|pty|sp\. ?[jkp]|sp\.? ?z ?[o0]\.?\s?[o0]|s\.?r\.?o|kft|e\.\s?k(?:fr|fm)?|lda)\.?(?![\p{L}])/iu;
const detail =
  /@|www\.|https?:|(?<!\p{L})(?:tel|t[eé]l|tlf|phone|fax|telefono?|tel[eé]fono|telefoon|t[eé]l[eé]phone|fon|mobil|mobile)\b|^\W*[TFM][.:]?\s*\+?\d|iban|bic|swift|gstin|\b(?:vat|ust|uid|tva|p\.?\s?iva|partita\s?iva|nif|cif|nip|regon|krs|btw|kvk|org\.?\s?nr|cvr|siret|rcs|rea)\b|n\.i\.f|c\.i\.f/iu;
export const isDetail = (text: string): boolean => detail.test(text);
export const isTitle = (text: string): boolean =>
  titleWithNumber.test(text) ||
  /(?<!\p{L})(?:[il]nv[o0][il1]ce|factur[ae]|fattura|fatura|lasku)(?!\p{L})|rechnung|factuur|faktur[ay]|gutschrift|credit note/iu.test(
    text,
  );

interface Candidate extends Omit<Party, 'sure'> {
  placed: PlacedLine;
  score: number;
}

/**
 * Who sends the invoice: beside its word, else the name for which most speaks: its size at the head of the page, its form of
 * company, being named again (in the line of the sender, in the footer), and an account of how to reach it below it.
 */
export function supplierOf(layout: Layout, buyers: ReadonlySet<string>, firstSum: number): Party | undefined {
  const lines = layout.rows.slice(0, firstSum).flatMap((row) => row.lines);
  for (const placed of lines) {
    const match = sellerLabel.exec(placed.line.text);
    if (!match || buyers.has(placed.line.id)) continue;
    const rest = placed.line.text.slice(match[0].length);
    if (/\p{L}{2}/u.test(rest) && !/\d{2}/.test(rest))
      return { seen: seenPart(placed.line, match[0].length, rest.length), line: placed.line, sure: 1 };
    const [under] = below(layout, placed.line, 1.5);
    if (under && /\p{L}{2}/u.test(under.line.text))
      return { seen: seenLine(under.line), line: under.line, sure: 1 };
  }
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 1;
  // How often a line is or begins with a name.
  const named = new Map<string, number>();
  for (const row of layout.rows)
    for (const { line } of row.lines) {
      if (buyers.has(line.id)) continue;
      const name = nameIn(line.text);
      named.set(name, (named.get(name) ?? 0) + 1);
    }
  const head = new Set(layout.rows.slice(0, 3).flatMap((row) => row.lines));
  const candidates = lines.flatMap((placed): Candidate[] => {
    const { line } = placed;
    if (buyers.has(line.id) || isTitle(line.text) || detail.test(line.text)) return [];
    const parts = senderLine(line);
    const { text } = parts.seen;
    const hasForm = companyForm.test(text) && text.length < 60;
    if ((text.match(/\p{L}/gu)?.length ?? 0) < 3 || /[:：]|\d[.,]\d{2}\b/.test(text)) return [];
    if (!hasForm && (/\d/.test(text) || isTown(text))) return [];
    const isLarge = head.has(placed) && placed.height > 1.1 * usual;
    const isAgain = (named.get(text) ?? 0) > 1;
    const mayBe = hasForm || isLarge || isAgain || parts.address !== undefined;
    if (!mayBe) return [];
    // Whom to reach how is said of who sends it; the buyer's tax number may stand below the buyer.
    const isReached = blockBelow(layout, placed).some(
      ({ line: { text: other } }) => detail.test(other) && !buyerTaxLabel.test(other),
    );
    const score =
      (hasForm ? 2 : 0) +
      (isLarge ? 3 : 0) +
      (isAgain ? 2 : 0) +
      (isReached ? 1 : 0) +
      (parts.address ? 2 : 0);
    return score >= 2 ? [{ ...parts, line, placed, score }] : [];
  });
  const [best, ...others] = candidates.toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const rival = others.find(({ seen }) => seen.text !== best.seen.text);
  const sure =
    best.score < 4 && (rival?.score ?? 0) >= best.score
      ? 0.8
      : companyForm.test(best.seen.text) || best.score >= 5
        ? 0.95
        : 0.7;
  const { placed: _placed, score: _score, ...party } = best;
  return { ...party, sure };
}

/** A raised point is often read as another mark, and a space lost. */
const betweenParts = String.raw`\s+[·•∙|*.:–-]\s*(?=\S)`;
const endOfName = new RegExp(String.raw`,\s|${betweenParts}`, 'u');

const nameIn = (text: string): string => {
  const end = text.search(endOfName);
  return end < 0 ? text : text.slice(0, end);
};

/** Whether a text is a name, or goes on with something else behind a mark. */
const beginsWith = (text: string, name: string): boolean => text.startsWith(name) && nameIn(text) === name;

/** The lines under a line that belong to it: close together and flush with it. */
function blockBelow(layout: Layout, first: PlacedLine): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let last = first;
  for (const one of below(layout, first.line, 9)) {
    const isFlush =
      Math.abs(one.left - first.left) <= 2.5 * first.height ||
      Math.abs(one.left + one.right - first.left - first.right) <= 3 * first.height;
    if (one.top - last.bottom > 1.3 * Math.max(one.height, last.height)) break;
    if (!isFlush) continue;
    lines.push(one);
    last = one;
  }
  return lines;
}

const untilPart = new RegExp(String.raw`(?:(?!${betweenParts}|,\s).)+`, 'gu');

/** Whether a line is that of the sender in the window of an envelope. */
export const isSenderLine = (line: Line): boolean => {
  const { address } = senderLine(line);
  return address !== undefined && (address.length >= 2 || new RegExp(betweenParts, 'u').test(line.text));
};

/** Name and address in one line, as in the window of an envelope: `Nordwerk GmbH · Gartenweg 7 · 70173 Stuttgart`. */
function senderLine(line: Line): { seen: Sighting; address?: Sighting[] } {
  const [name, ...address] = partsOfLine(line, untilPart);
  const isName =
    name !== undefined &&
    (companyForm.test(name.text) || (address.length >= 2 && new RegExp(betweenParts, 'u').test(line.text))) &&
    !/[1-9]/.test(name.text);
  return isName && address.some(({ text }) => isTown(text))
    ? { seen: name, address }
    : { seen: seenLine(line) };
}

function partsOfLine(line: Line, part: RegExp): Sighting[] {
  return [...line.text.matchAll(part)]
    .map((match) => {
      const lead = /^[\s·•∙|*.:,–-]*/u.exec(match[0])![0].length;
      return seenPart(line, match.index + lead, match[0].trimEnd().length - lead);
    })
    .filter(({ text }) => text !== '');
}

/** Whether a line has a postal code. */
export const isTown = (text: string): boolean =>
  /^(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}|^\d{3} \d{2}\s+\p{Lu}|^\d{2}-\d{3}\s/u.test(text) ||
  postalCountry(text) !== undefined;

/** A legal form with the letters that were read as figures: `Sp. z 0.0.`, `V.0.F.`. */
export const repairLegalForm = (name: string): string =>
  name
    .replace(/(?<=(?<!\p{L})V\.)0(?=\.F(?!\p{L}))/u, 'O')
    .replace(/(?<=(?<!\p{L})z ?)[0o]\.(\s?)[0o](?=\.|\s|$)/u, 'o.$1o');

/**
 * The lines under the supplier's name, down to the one with the postal code; else where the name stands again; else the only line
 * that is an address, as at the foot of a page.
 */
export function addressOf(
  layout: Layout,
  { line: supplier, seen, address }: Party,
  buyers: ReadonlySet<string>,
): Sighting[] {
  if (address) return address;
  const named = layout.rows
    .flatMap((row) => row.lines)
    .filter(
      ({ line }) => line.id === supplier.id || (!buyers.has(line.id) && beginsWith(line.text, seen.text)),
    );
  const found = named
    .map((one) => senderLine(one.line).address ?? addressUnder(layout, one, buyers))
    .filter((parts) => parts.length > 0);
  // Where the name stands alone, whom the paper is for may stand below it.
  return found.find(([first]) => /\d/.test(first!.text)) ?? found[0] ?? addressInOneLine(layout, buyers);
}

/** Street and town in a line of their own: `12 avenue du Modèle, 75999 Villexemple`. */
function addressInOneLine(layout: Layout, buyers: ReadonlySet<string>): Sighting[] {
  const [only, another] = layout.rows
    .flatMap((row) => row.lines)
    .flatMap(({ line }) => {
      if (!/\d.*\p{L}.*[,·•∙|*.:–-]\s/u.test(line.text) && !/\p{L}.*[,·•∙|*.:–-]\s.*\d/u.test(line.text))
        return [];
      if (buyers.has(line.id) || detail.test(line.text) || /:/.test(line.text)) return [];
      const parts = partsOfLine(line, untilPart);
      const [street, ...others] = parts;
      const isStreet = street !== undefined && /\p{L}{3}/u.test(street.text) && !isTown(street.text);
      const isAddress = isStreet && /\d/.test(line.text) && others.length <= 2;
      return isAddress && others.some(({ text }) => isTown(text)) ? [parts] : [];
    });
  return only && !another ? only : [];
}

const untilMark = new RegExp(`(?:(?!${betweenParts}).)+`, 'gu');

function addressUnder(layout: Layout, name: PlacedLine, buyers: ReadonlySet<string>): Sighting[] {
  const parts: Sighting[] = [];
  let isWhole = false;
  for (const { line } of blockBelow(layout, name)) {
    const isSenderAgain = beginsWith(line.text, name.line.text);
    if (buyers.has(line.id) || isTitle(line.text) || isSenderAgain) break;
    // A line may go on with how to reach them.
    const [first, ...others] = partsOfLine(line, untilMark);
    for (const part of [first, ...others]) {
      if (!part || detail.test(part.text) || /:/.test(part.text) || parts.length === 4) break;
      parts.push(part);
      isWhole =
        /(?<!\d)\d{4,5}(?!\d)|\d{3} \d{2}|\d{2}-\d{3}/.test(part.text) ||
        postalCountry(part.text) !== undefined;
      if (isWhole) break;
    }
    if (isWhole || (first && detail.test(first.text))) break;
  }
  // A street and a place; a name of a town alone is no address.
  return parts.some(({ text }) => /\d/.test(text)) ? parts : [];
}
