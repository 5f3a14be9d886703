import { isoDate } from './calendar.ts';
import { hasGs1CheckDigit } from './check-digits.ts';
import {
  type ApplicationIdentifier,
  applicationIdentifier,
  findIdentifier,
  predefinedLengths,
} from './gs1-identifiers.ts';

export interface Gs1Element {
  /** Application identifier, for instance `01` or `3103`. */
  ai: string;
  /** Value as encoded. */
  value: string;
  title: string;
}

/** ISO 646 characters GS1 allows in alphanumeric values (character set 82), and those of sets 39 and 64 beside them. */
const characters = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z#$@= ]*$/;

/**
 * Element strings as scanners deliver them (`\u001d` after values of variable length, a symbology identifier or FNC1 in
 * front) or as printed (`(01)09506000134352(17)260305`). Undefined unless all of it parses: half a parse is a guess.
 * Only for symbols that declare GS1 content: an article number parses as element strings by accident.
 */
export function parseGs1(text: string): Gs1Element[] | undefined {
  const data = trimSeparators(text.replace(/^\][A-Za-z]\d/, ''));
  const elements = data.startsWith('(') ? bracketed(data) : encoded(data);
  if (!elements || elements.length === 0) return undefined;
  // The same identifier twice with different values contradicts itself (GS1 General Specifications 4.13).
  const seen = new Map<string, string>();
  for (const { ai, value } of elements) {
    if (seen.has(ai) && seen.get(ai) !== value) return undefined;
    seen.set(ai, value);
  }
  return elements;
}

/** What scanners transmit for FNC1 after a value; some pass on the code word of a leading FNC1 as well. */
const separators = ['\u001d', '\u00e8'];

function trimSeparators(text: string): string {
  let [start, end] = [0, text.length];
  while (separators.includes(text[start] ?? '')) start++;
  while (end > start && separators.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

function bracketed(text: string): Gs1Element[] | undefined {
  const elements: Gs1Element[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^\s*\((\d{2,4})\)\s*/.exec(rest);
    const entry = head && applicationIdentifier(head[1]!);
    if (!head || !entry) return undefined;
    rest = rest.slice(head[0].length);
    // A value may hold brackets itself: it ends where the next known identifier begins.
    let end = rest.length;
    for (const match of rest.matchAll(/\((\d{2,4})\)/g))
      if (match.index >= entry.min && applicationIdentifier(match[1]!)) {
        end = match.index;
        break;
      }
    let value = rest.slice(0, end).replaceAll('\u001d', '').trim();
    if (entry.kind === 'N') value = value.replace(/ /g, '');
    if (!valid(entry, value)) return undefined;
    elements.push({ ai: head[1]!, value, title: entry.title });
    rest = rest.slice(end);
  }
  return elements;
}

function encoded(text: string): Gs1Element[] | undefined {
  const elements: Gs1Element[] = [];
  let rest = text;
  while (rest !== '') {
    const found = findIdentifier(rest);
    if (!found) return undefined;
    const [ai, entry] = found;
    const fixed = predefinedLengths[ai.slice(0, 2)];
    const separator = rest.indexOf('\u001d');
    const end = fixed ?? (separator < 0 ? rest.length : separator);
    const value = rest.slice(ai.length, end);
    if (rest.length < end || !valid(entry, value)) return undefined;
    elements.push({ ai, value, title: entry.title });
    rest = trimSeparators(rest.slice(end));
  }
  return elements;
}

function valid(entry: ApplicationIdentifier, value: string): boolean {
  if (value.length < entry.min || value.length > entry.max) return false;
  return entry.kind === 'N' ? /^\d+$/.test(value) : characters.test(value);
}

/** False where an element's own check digit does not hold; undefined where it has none. */
export function gs1CheckHolds({ ai, value }: Gs1Element): boolean | undefined {
  const length = applicationIdentifier(ai)?.check;
  return length === undefined ? undefined : hasGs1CheckDigit(value.slice(0, length));
}

/** A measure or amount with its decimal point: `3103` and `001250` is `"1.250"`. Undefined for other identifiers. */
export function gs1Decimal({ ai, value }: Gs1Element): string | undefined {
  const entry = applicationIdentifier(ai);
  if (!entry?.decimals) return undefined;
  const digits = (/^39[13]/.test(ai) ? value.slice(3) : value).padStart(Number(ai[3]) + 1, '0');
  const places = Number(ai[3]);
  const whole = (places ? digits.slice(0, -places) : digits).replace(/^0+(?=\d)/, '');
  return places ? `${whole}.${digits.slice(-places)}` : whole;
}

/**
 * A date element as an ISO date. The century is the one nearest to `today` (GS1 General Specifications 7.12: at most 49
 * years ahead, 50 back); day `00` is the last of the month.
 */
export function gs1Date({ ai, value }: Gs1Element, today: string): string | undefined {
  if (!applicationIdentifier(ai)?.date || !/^\d{6}/.test(value)) return undefined;
  const now = Number(today.slice(0, 4));
  const short = Number(value.slice(0, 2));
  const difference = short - (now % 100);
  const century = Math.floor(now / 100) + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0);
  const [year, month, day] = [century * 100 + short, Number(value.slice(2, 4)), Number(value.slice(4, 6))];
  if (day > 0) return isoDate(year, month, day);
  return [31, 30, 29, 28].map((last) => isoDate(year, month, last)).find((date) => date !== undefined);
}

/** GS1 Digital Link URI, uncompressed: `https://id.gs1.org/01/09506000134352/10/ABC?17=260305`. */
export function parseGs1DigitalLink(uri: string): Gs1Element[] | undefined {
  const parts = /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?([^#]*))?/i.exec(uri.trim());
  if (!parts) return undefined;
  const segments = parts[1]!
    .split('/')
    .slice(1)
    .filter((segment, index, list) => segment !== '' || index < list.length - 1);
  // A path of the resolver's own may stand in front: the primary key is the first known one with a valid value.
  const primary = new Set([
    '00',
    '01',
    '253',
    '255',
    '401',
    '402',
    '414',
    '417',
    '8003',
    '8004',
    '8006',
    '8010',
    '8013',
    '8017',
    '8018',
  ]);
  const from = segments.findIndex(
    (segment, index) => primary.has(segment) && (segments.length - index) % 2 === 0,
  );
  if (from < 0) return undefined;
  const elements: Gs1Element[] = [];
  const add = (ai: string, encodedValue: string): boolean => {
    const entry = applicationIdentifier(ai);
    let value = decode(encodedValue);
    if (!entry || value === undefined) return false;
    if (ai === '01') value = /^(\d{8}|\d{12,14})$/.test(value) ? value.padStart(14, '0') : '';
    if (!valid(entry, value)) return false;
    elements.push({ ai, value, title: entry.title });
    return true;
  };
  for (let i = from; i < segments.length; i += 2) if (!add(segments[i]!, segments[i + 1]!)) return undefined;
  for (const pair of (parts[2] ?? '').split(/[&;]/)) {
    const [key = '', value = ''] = pair.split('=');
    // Other parameters of the link say nothing about the item.
    if (/^\d{2,4}$/.test(key) && !add(key, value)) return undefined;
  }
  return elements;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
