// cspell:disable -- codes and names of forms
import {
  check,
  codeField,
  type Field,
  field,
  findDates,
  ibanIn,
  ibanLength,
  type Layout,
  type Line,
  type PlacedLine,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { beside, type Match } from './beside.ts';
import { columnsIn } from './columns.ts';
import { bareNumberLabel, numberLabel, orderLabels, titleWithNumber } from './words.ts';

/** A letter of the country may be read as a figure, and one of the check digits as a letter. */
const ibanForm =
  /(?<![A-Z0-9])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\s?(?:\d[\dOIB]|[OIB]\d)(?:\s?[A-Z0-9]{1,4}){3,8}/g;

/** How certain an account is in which letters were read as figures, or figures as letters. */
const repairedSure = 0.9;

/** Says of an account that it is the buyer's, from which the money is taken. */
const debited =
  /(?:von|vom)\s*(?:ihrem|ihr)\s*konto|abgebucht|(?:from|debit(?:ed)?)\s*(?:to\s*)?your\s*(?:bank\s*)?account|(?:de|sur|du)\s*votre\s*compte|(?:de|en)\s*su\s*cuenta|(?:dal|sul)\s*(?:suo|vostro)\s*conto|van\s*uw\s*rekening|z\s*(?:pa[nń]stwa|twojego)\s*konta/iu;

/**
 * The account a code has, where it is printed; else the first whose check digits hold, be it with a letter in place of a figure
 * that looks like it; else one that has the right length, with its check failed.
 * @param isOwn accounts of the buyer's
 * @param coded the account in a code on the paper
 */
export function ibanOf(
  lines: readonly PlacedLine[],
  isOwn: (iban: string) => boolean,
  coded?: string,
): Field<string, 'code'> | undefined {
  let first: Field<string, 'code'> | undefined;
  let doubtful: Field<string, 'code'> | undefined;
  for (const { line } of lines) {
    if (debited.test(line.text)) continue;
    for (const match of line.text.matchAll(ibanForm)) {
      const compact = match[0].replace(/\s/g, '');
      const whole = ibanIn(compact);
      const length = whole?.length ?? ibanLength(compact);
      if (!length || compact.length < length) continue;
      const read = compact.slice(0, length);
      const iban = whole ?? read;
      if (isOwn(iban)) continue;
      // What follows the account in its line is not part of it.
      let end = 0;
      for (let count = 0; count < length; end++) if (!/\s/.test(match[0][end]!)) count++;
      const seen = seenPart(line, match.index, end);
      const holds = whole !== undefined;
      const sure = iban === read ? 1 : repairedSure;
      const made = codeField(seen, iban, {
        checkDigit: { name: 'IBAN', holds, scheme: 'iban' },
        confidence: holds ? (0.5 + 0.5 * seen.confidence) * sure : 0.4 * seen.confidence,
      });
      if (holds) first ??= made;
      if (holds && (coded === undefined || coded === iban)) return made;
      // Longer than such an account can be, it is another thing.
      if (!holds && compact.length === length && /^..\d\d/.test(read)) doubtful ??= made;
    }
  }
  return first ?? doubtful;
}

const numberForm =
  /^[\s.:#°º/-]*(\d{1,6}(?: \d{2,6}){2,5}(?![\p{L}\d/.-])|(?=[A-Za-z/_-]{0,8}\d)[A-Za-z0-9][A-Za-z0-9/._-]*(?: (?=[A-Z0-9/-]{2})[A-Z0-9-]*\d[A-Z0-9/-]*(?! ?\p{Ll})){0,2}|[A-Z]{1,5} \d[A-Z0-9/._-]*)/u;

/** What can be the number of a paper: no date and no amount, nor what follows either of them. */
function numberIn(text: string): Match | undefined {
  const [date] = findDates(text, { locale: 'en-GB', today: '2026-01-01' });
  // Eight digits in a row are a number before they are a day.
  const until = date && /\D/.test(date.raw) ? date.index : text.length;
  return numberOfForm(text.slice(0, until));
}

/** Beside the very word for it a number may look like a date: `Faktura VAT nr 17/03/2026`. */
const namedNumber = (text: string): Match | undefined =>
  numberIn(text) ??
  (/^[\s.:#°º]*\d{1,4}\/\d{1,2}\/\d{2,4}(?!\d)/.test(text) ? numberOfForm(text) : undefined);

function numberOfForm(text: string): Match | undefined {
  const match = numberForm.exec(text);
  const raw = match?.[1]?.replace(/[._-]+$/, '').trim();
  if (!match || !raw || raw.length < 2 || /^\d+[.,]\d{2}$/.test(raw)) return undefined;
  return { index: match[0].length - match[1]!.length, raw };
}

/** The number of the invoice: beside its word, behind or beside the title, or beside a bare `No.` near it. */
export function numberOf(layout: Layout): { seen: Sighting; sure: number } | undefined {
  const named = beside(layout, numberLabel, namedNumber);
  if (named) return { seen: named.seen, sure: 1 };
  for (const [at, row] of layout.rows.entries())
    for (const [place, { line }] of row.lines.entries()) {
      const title = titleWithNumber.exec(line.text);
      if (!title) continue;
      const isNumber = (found: Match | undefined) =>
        found !== undefined && !/^(?:(?:19|20)\d\d|\d{1,2})$/.test(found.raw);
      const rest = line.text.slice(title[0].length);
      const known = numberIn(rest);
      // Number, month and year are what Polish papers are counted by.
      const behind = known ?? (/faktur/iu.test(title[0]) ? namedNumber(rest) : undefined);
      if (behind && isNumber(behind)) {
        const seen = seenPart(line, title[0].length + behind.index, behind.raw.length);
        return { seen, sure: known ? 0.97 : 0.9 };
      }
      if (/\p{L}/u.test(rest)) continue;
      const right = row.lines[place + 1]?.line;
      const beyond = right && numberIn(right.text);
      if (right && beyond && isNumber(beyond) && right.text.trim().length <= beyond.raw.length + 3)
        return { seen: seenPart(right, beyond.index, beyond.raw.length), sure: 0.9 };
      // Among other facts, as far as the heads of the items.
      const items = layout.rows.findIndex((row, index) => index > at && columnsIn(layout, row).length > 0);
      const rows = layout.rows.slice(at, items < 0 ? at + 15 : items);
      const bare = beside({ ...layout, rows }, bareNumberLabel, (text) => {
        const found = namedNumber(text);
        return isNumber(found) ? found : undefined;
      });
      if (bare) return { seen: bare.seen, sure: 0.85 };
    }
  return undefined;
}

/** The number of the order that is billed; the buyer's own before the supplier's. */
export function orderNumberOf(layout: Layout): Sighting | undefined {
  // Articles have numbers to order them by, in columns of their own.
  const isInHead = ({ id }: Line) =>
    layout.rows.some(
      (row) => row.lines.some(({ line }) => line.id === id) && columnsIn(layout, row).length > 0,
    );
  for (const label of orderLabels) {
    const found = beside(layout, label, numberIn, isInHead);
    if (found) return found.seen;
  }
  return undefined;
}

/** Digits and letters behind the country's prefix. Source: European Commission, VIES. */
const taxIds: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12})$/,
  IE: /^\d[A-Z\d]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  SE: /^\d{12}$/,
};

/**
 * The tax number beside its word, the first on the page that is not to be skipped.
 * @param isAnothers numbers known to be somebody else's
 */
export function taxIdOf(
  layout: Layout,
  label: RegExp,
  skip: (line: PlacedLine['line']) => boolean,
  isAnothers: (code: string) => boolean = () => false,
): Field<string, 'code'> | undefined {
  const find = (text: string): Match | undefined => {
    const match =
      /^[\s.:#°ºn-]{0,6}(\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}|(?:CHE-?|[A-Z]{2}\s?-?)?(?:\d{2,3}\/\d{3,4}\/\d{4,5}|[A-Z]?\d[\d .-]{4,16}\d|[A-Z\d]{2}\s?\d{9})(?:\s?[A-Z]\d{2}|\s?MWST|\s?MVA|[A-Z])?)(?![\p{L}\d%])/u.exec(
        text,
      );
    // An amount beside the name of a tax is none.
    return match && match[1]!.replace(/[\s.-]/g, '').length >= 8 && !isAnothers(match[1]!)
      ? { index: match[0].length - match[1]!.length, raw: match[1]! }
      : undefined;
  };
  const found = beside(layout, label, find, skip);
  if (!found) return undefined;
  const value = found.found.raw.replace(/[\s.-]/g, '');
  const form = taxIds[value.slice(0, 2)];
  if (!form) return field(found.seen, value, { confidence: 0.9 * found.seen.confidence });
  const fits = form.test(value.slice(2));
  return field(found.seen, value, {
    confidence: found.seen.confidence * (fits ? 1 : 0.5),
    checks: [
      check(
        'form',
        fits,
        `Tax numbers beginning with ${value.slice(0, 2)} ${fits ? 'have this form.' : 'have another form.'}`,
      ),
    ],
  });
}
