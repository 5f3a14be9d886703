// cspell:disable -- words of many languages, as printed
import {
  findDates,
  type Line,
  postalCountry,
  repairLetters,
  type Sighting,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { namesPaper } from './keywords.ts';
import { letters, plain, type ReceiptRow, rowLines } from './rows.ts';

const companyForm =
  /(?:sdn\.?\s?bhd|\bbhd|\bs\/b|\benterprises?|\btrading|\bholdings?|\bltd|\blimited|\bplc|\bllp|\binc|\bllc|\bcorp|\bcorporation|\bgmbh|\bmbh|\bohg|\bsarl|\bsas|\bsasu|\beurl|\bs\.r\.l|\bsrl|\bs\.p\.a|\bspa|\bsnc|\bs\.l|\bslu|\bvof|\boyj|\ba\/s|\baps|\basa|\bpte|\bpty|\bsp\.?\s?z\s?o\.?o|\bs\.\s?r\.\s?o|\bkft)\b\.?/i;
/** Forms that are also everyday words count at the end of a name only. */
const shortForm = /\b(?:co|sa|s\.a|as|ab|hb|ag|kg|ug|e\.?k|oy|b\.?v|n\.?v)\.?\s*(?=$|[([])/i;
const companySuffix = { test: (text: string) => companyForm.test(text) || shortForm.test(text) };
const withoutForm = (text: string) =>
  text
    .replace(new RegExp(companyForm.source, 'gi'), ' ')
    .replace(new RegExp(shortForm.source, 'gi'), ' ')
    .replace(/\([^)]*\)/g, ' ');
const tradeWord =
  /(restaurant|restoran|restaurante|ristorante|trattoria|pizzeria|osteria|bistro|brasserie|cafe|café|caffe|coffee|kopitiam|bakery|bakeries|baker|bäcker|backerei|bäckerei|boulangerie|panader|pasticceria|kedai|warung|syarikat|perniagaan|supermarket|supermarkt|supermarche|supermercado|supermercato|hypermarket|market|markt|marche|mart|minimarket|store|stores|shop|boutique|hotel|pharmacy|apotheke|pharmacie|farmacia|apotek|hardware|stationery|bookstore|bookshop|buchhandlung|librairie|furnishing|electronics|optik|salon|clinic|petrol|tankstelle|station|bar|pub|grill|kitchen|deli|food|foods|garden|services?)\b/i;
const address =
  /\b(jalan|jln|lorong|persiaran|lebuh|lebuhraya|lingkaran|lengkok|taman|tmn|bandar|bdr|kampung|kg|desa|pekan|bukit|dataran|medan|pusat|kawasan|perindustrian|perdagangan|bangunan|tingkat|seksyen|section|mukim|batu|lot|blok|block|blk|level|floor|flr|ground|unit|suite|ste|wisma|menara|plaza|mall|arcade|centre|center|complex|kompleks|tower|building|bldg|industrial (?:park|estate|area)|business park|retail park|gewerbegebiet|gewerbepark|zone (?:industrielle|artisanale|commerciale)|zona industriale|polígono|urbanización|street|st|road|rd|avenue|ave|lane|ln|approach|crescent|terrace|mews|wharf|drive|dr|blvd|boulevard|highway|hwy|way|square|sq|parkway|court|quay|str|platz|weg|allee|ring|gasse|damm|ufer|rue|avenue|place|quai|chemin|route|cours|calle|avda|avenida|plaza|paseo|carrer|via|viale|piazza|corso|largo|strada|rua|gata|gatan|vägen|vagen|torget|gate|vej|gade|katu|tie|straat|laan|plein|gracht|kade|ulica|ul|aleja|no|nr|p\.?o\.? box)\b[.:]?|stra(?:ß|ss)e\b|str\.|\w(?:gatan|vägen|gaten|gate|veien|vej|gade|katu|tie|straat|laan|plein|singel|dijk|weg|platz|allee|gasse|strædet|torget|torg)\b/i;
const postcode =
  /(?<!\d)\d{5}(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|\b\d{4}\s?[A-Z]{2}\b|\b\d{3}\s\d{2}\b|\b[A-Z]{1,2}-\d{4,5}\b|\b[A-Z]{2}[,.]?\s+\d{5}\b|^\d{4}\s\p{Lu}\p{L}+/u;
const phone =
  /\b(?:tel|phone|telephone|telefon|tlf|puh|fax|mobile|mob|whats?app?s?|hp|h\/p|call|hotline|customer (?:care|service))\b|(?:\+|\b00|\(?0)\d[\d\s()/.-]{6,}\d/i;
const registration =
  /\b(?:gst|vat|tax|sst)\b.{0,4}(?:id|[i1l]d|reg|no|number|#|:)|\b(?:co|company|comp\w*|business|roc|ssm)\b\.?[\s.-]{0,2}(?:reg|no|registration)\b|\breg(?:istration)?\.?\s?(?:no|nr)|\b(?:ust|mwst|steuer|st)[-.\s]*(?:id|nr|idnr)|\b(?:siret|siren|naf|rcs|tva|p\.?\s?iva|cif|nif|org\.?\s?n|cvr|y-tunnus|kvk|btw|nip|abn|ein)\b/i;
const bareNumber = /^[\s([]*(?:no\.?\s?)?[A-Z]{0,3}[\d\s./-]{4,}[-\s]?[A-Z\d]{0,2}[)\]\s.]*$/i;
const web = /www\.|https?:|@\w|\.com\b|\.(?:de|fr|se|it|es|nl|co\.uk)\b\s*$|e-?mai/i;
const noise =
  /^(?:\W*)(?:welcome|willkommen|bienvenue|välkommen|thank|danke|merci|tack|copy|duplicate|original|customer|posted|reprint|paid|cash|account'?s? copy|guest check|order|table|cashier|till|pos|receipt|ticket|dine in|take ?away)\b|\b(?:shopping hours|opening hours|öffnungszeiten|hrs)\b|\bcopy\b/i;
const owner = /^\W*(?:own(?:ed)?|operated|managed|run)\s*by\s*[:：]\s*/i;

export interface Heading {
  merchant: Sighting | undefined;
  /** 0 to 1: how sure that it is the merchant's name. */
  merchantConfidence: number;
  address: Sighting[];
}

const digits = (text: string) => text.replace(/\D/g, '').length;

const isPostcode = (text: string) => postcode.test(text) || postalCountry(text) !== undefined;
/** A house number before or after a few words; only next to a line with a postal code is it a street. */
const street =
  /^\d{1,5}[A-Za-z]?(?:\s?[-/]\s?\d{1,5}[A-Za-z]?)?,?\s+\p{Lu}[\p{L}.'’ -]{2,30}(?:,.{0,20})?$|^\p{L}[\p{L}.'’ -]{3,30},?\s\d{1,4}(?:\s?[a-zA-Z]|\s?[-/]\s?\d{1,4}[a-zA-Z]?)?(?:,.{0,16})?$/u;

/** Lines that end or interrupt an address. */
const isStop = (printed: string) => {
  const text = repairLetters(printed);
  return (
    [phone, registration, web, noise].some((pattern) => pattern.test(text)) ||
    (bareNumber.test(text) && postalCountry(text) === undefined) ||
    namesPaper(text)
  );
};
/** `Am Hafen 3`: a street without a word for one. */
const germanStreet =
  /^(?:am|an (?:der|den)|auf (?:der|dem)|beim|im|in (?:der|den)|unter den|zum|zur)\s+\p{Lu}[\p{L}-]+(?:\s\p{L}+)?\s+\d{1,3}\s?[a-z]?$/iu;
const isAddress = (text: string) => {
  const plainText = repairLetters(text);
  return (
    address.test(plainText) ||
    germanStreet.test(plainText) ||
    isPostcode(plainText) ||
    (/\d/.test(plainText) && /,/.test(plainText) && letters(plainText) > 4)
  );
};

/** Name and address of who issued the receipt: the lines above everything else. */
export function readHeading(rows: ReceiptRow[], date: { locale: string; today: string }): Heading {
  const end = rows.findIndex(
    (row, index) =>
      index > 0 &&
      (row.amounts.length > 0 ||
        (row.role !== undefined && row.role !== 'paid' && index > 3 && row.label.length < 30) ||
        findDates(row.text, date).length > 0),
  );
  // A date or a table's first amount ends the heading, but not the first two lines (a till may print the date on top).
  const limit = Math.min(end < 2 ? 14 : end, 16);
  const top = rows.slice(0, limit);
  const heights = top.map((row) => row.row.height).sort((a, b) => a - b);
  const median = heights[Math.floor(heights.length / 2)] ?? 1;
  // `Welcome to` stands above a name and is none.
  const opening = Math.max(
    0,
    top.findIndex((row) => letters(row.text) >= 3 && !noise.test(row.text)),
  );
  // Heights of boxes vary with the letters in them; how much room a letter takes shows the size of the print.
  const advances = top.map(advance).sort((a, b) => a - b);
  const widest = advances.at(-1) ?? 0;
  const medianAdvance = advances[Math.floor(advances.length / 2)] ?? 0;
  const firstDetail = top.findIndex(
    (row, index) =>
      index > opening &&
      (phone.test(row.text) ||
        registration.test(row.text) ||
        (isAddress(row.text) && !companySuffix.test(row.text))),
  );
  const before = firstDetail < 0 ? Math.min(top.length, 5) : Math.max(1, firstDetail);
  let best: { row: ReceiptRow; score: number } | undefined;
  for (const [index, row] of top.slice(0, Math.max(before, 1)).entries()) {
    const text = row.text;
    if (letters(text) < 3 || digits(text) > letters(text) || (noise.test(text) && !companySuffix.test(text)))
      continue;
    if (isStop(text) && !companySuffix.test(text) && !owner.test(text)) continue;
    let score = 3 - 0.6 * index;
    if (companySuffix.test(text)) score += 3.6;
    else if (tradeWord.test(text)) score += 1.2;
    if (isAddress(text) && !companySuffix.test(text)) score -= 2.5;
    if (row.row.height > 1.3 * median || (advance(row) === widest && widest > 1.2 * medianAdvance))
      score += 1.2;
    score += 2 * (meanConfidence(rowLines(row)) - 0.85);
    // Names are printed in capitals or capitalised; what was scribbled on top is not.
    if (text === text.toLowerCase()) score -= 2.5;
    if (letters(text) < 5) score -= 1;
    if (!best || score > best.score) best = { row, score };
  }
  if (!best) return { merchant: undefined, merchantConfidence: 0, address: readAddress(rows, 0, limit) };
  const textWidth = Math.max(...rows.map(({ row }) => row.right - row.left));
  const nameRows = nameOf(top, best.row.index, textWidth);
  const sightings = nameRows.map((row, index) => nameSighting(row, index === 0));
  const kept = sightings.filter((sighting) => sighting !== undefined);
  const merchant: Sighting | undefined =
    kept.length === 0
      ? undefined
      : {
          text: kept.map((sighting) => sighting.text).join(' '),
          confidence: Math.min(...kept.map((sighting) => sighting.confidence)),
          evidence: kept.flatMap((sighting) => sighting.evidence),
        };
  return {
    merchant,
    merchantConfidence: Math.max(0.3, Math.min(1, 0.55 + best.score * 0.09)),
    address: readAddress(rows, nameRows.at(-1)!.index + 1, limit),
  };
}

/** Pixels a character of the row takes, of its lines alone. */
const advance = (row: ReceiptRow) =>
  row.row.lines.reduce((sum, line) => sum + line.right - line.left, 0) /
  Math.max(
    1,
    row.row.lines.reduce((sum, { line }) => sum + line.text.length, 0),
  );
const meanConfidence = (lines: Line[]) =>
  lines.reduce((sum, line) => sum + line.confidence, 0) / Math.max(1, lines.length);
const balance = (text: string) => text.split('(').length - text.split(')').length;

/** Whether a text goes on in the lower row because its first word had no room in the upper one. Widths in pixels. */
function isWrapped(upper: ReceiptRow, lower: ReceiptRow, textWidth: number): boolean {
  const word = /^\S*/.exec(lower.text)![0].length;
  const letter = advance(upper);
  return (
    lower.row.top - upper.row.bottom < 0.6 * upper.row.height &&
    Math.abs(letter - advance(lower)) < 0.25 * letter &&
    upper.row.right - upper.row.left + (1 + word) * letter > textWidth
  );
}

/** A name broken over lines: wrapped, an unclosed bracket, or a last line that is nothing but the company's form. */
function nameOf(top: ReceiptRow[], index: number, textWidth: number): ReceiptRow[] {
  const chosen = [top[index]!];
  for (let above = index - 1; above >= 0; above--) {
    const first = chosen[0]!.text;
    const upper = top[above]!;
    if (
      isStop(upper.text) ||
      letters(upper.text) < 3 ||
      digits(upper.text) > 2 ||
      companySuffix.test(upper.text.replace(/enterprise/i, ''))
    )
      break;
    const core = withoutForm(first);
    const alike =
      upper.row.height > 0.7 * chosen[0]!.row.height && upper.row.height < 1.45 * chosen[0]!.row.height;
    const onlyForm = letters(core) < 3 || /^\W*(?:co\.|enterprise\b|\(m\))/i.test(first);
    const isOpen = balance(first) < 0 || balance(chosen.map((row) => row.text).join(' ')) < 0;
    if (!(alike && (onlyForm || isOpen || isWrapped(upper, chosen[0]!, textWidth)))) break;
    chosen.unshift(upper);
  }
  // A name set in large letters over several rows, as on a logo.
  const heights = top.map((row) => row.row.height).sort((a, b) => a - b);
  const large = 1.6 * (heights[Math.floor(heights.length / 3)] ?? 1);
  const belongs = (row: ReceiptRow | undefined, beside: ReceiptRow) =>
    row !== undefined &&
    row.row.height > large &&
    beside.row.height > large &&
    letters(row.text) > 2 &&
    digits(row.text) === 0 &&
    !companySuffix.test(row.text) &&
    Math.min(row.row.right, beside.row.right) - Math.max(row.row.left, beside.row.left) >
      0.5 * (beside.row.right - beside.row.left);
  while (belongs(top[chosen[0]!.index - 1], chosen[0]!)) chosen.unshift(top[chosen[0]!.index - 1]!);
  while (chosen.length < 4 && belongs(top[chosen.at(-1)!.index + 1], chosen.at(-1)!))
    chosen.push(top[chosen.at(-1)!.index + 1]!);
  for (let next = chosen.at(-1)!.index + 1; next < Math.min(top.length, index + 3); next++) {
    const all = chosen.map((row) => row.text).join(' ');
    const lower = top[next]!;
    const continues = balance(all) > 0 && balance(lower.text) < 0 && digits(lower.text) < 3;
    const core = withoutForm(lower.text);
    const form = !companySuffix.test(all) && companySuffix.test(lower.text) && letters(core) < 3;
    if (!continues && !form) break;
    chosen.push(lower);
  }
  return chosen;
}

/** The row without what does not belong to a name: `own by:`, registration numbers, stray marks at its ends. */
function nameSighting(row: ReceiptRow, first: boolean): Sighting | undefined {
  const parts = rowLines(row)
    .map((line): Sighting | undefined => {
      const text = plain(line.text);
      let from = first ? (owner.exec(text)?.[0].length ?? 0) : 0;
      from += /^[^\p{L}\d(]*/u.exec(text.slice(from))![0].length;
      const rest = text
        .slice(from)
        .replace(
          /\s*[([{]?\s*(?:co\.?\s?(?:reg)?\.?\s?(?:no)?\.?:?\s*)?[A-Z]{0,2}\d[\d\s-]{3,}(?:-\s?)?[A-Z\d]?\s*[)\]}.]*\s*$/i,
          '',
        )
        .replace(/\s*[([]\s*\d[\d\s.,-]+[)\]]?\s*$/, '')
        .replace(/\s*[([][^)\]]{0,2}$/, '')
        .replace(/[\s,:;*_~-]+$/, '');
      if (letters(rest) < 2) return undefined;
      return rest.length === text.length
        ? seenLine({ ...line, text })
        : seenPart({ ...line, text }, from, rest.length);
    })
    .filter((sighting) => sighting !== undefined);
  if (parts.length === 0) return undefined;
  return {
    text: parts.map((part) => part.text).join(' '),
    confidence: Math.min(...parts.map((part) => part.confidence)),
    evidence: parts.flatMap((part) => part.evidence),
  };
}

/** Consecutive lines after the name that read like an address. */
function readAddress(rows: ReceiptRow[], from: number, limit: number): Sighting[] {
  const start = rows.findIndex(
    (row, index) =>
      index >= from &&
      index < limit &&
      !isStop(row.text) &&
      (isAddress(row.text) ||
        (postcodeFollows(rows, index, limit) && (street.test(row.text.trim()) || goesOn(rows, index)))),
  );
  if (start < 0) return [];
  const chosen: ReceiptRow[] = [];
  for (let index = start; index < Math.min(limit, rows.length, start + 6); index++) {
    const row = rows[index]!;
    const previous = chosen.at(-1);
    const hasPostcode = chosen.some((known) => isPostcode(repairLetters(known.text)));
    if (isStop(row.text) && previous && !hasPostcode && isNumberBetween(rows, index, limit)) continue;
    if (isStop(row.text) || letters(row.text) < 3) break;
    if (previous && row.row.top - rows[index - 1]!.row.bottom > 1.6 * row.row.height) break;
    const closed = hasPostcode && !laterPostcode(rows, index, limit);
    // After the line with the postcode only a place name may follow.
    if (
      previous &&
      !isAddress(row.text) &&
      (closed
        ? !(
            /^[\p{L}\s.,'()-]+$/u.test(row.text) &&
            !row.text.includes('(') &&
            (/[.,]$/.test(previous.text.trim()) || isPlace(row.text))
          )
        : !/[,.]\s*$/.test(previous.text) && !isPlace(row.text) && !followed(rows, index, limit))
    )
      break;
    if (
      previous &&
      closed &&
      isAddress(row.text) &&
      !isPlace(row.text) &&
      !isPostcode(repairLetters(row.text)) &&
      !/[,]\s*$/.test(previous.text)
    )
      break;
    chosen.push(row);
  }
  return chosen.flatMap((row) => {
    const lines = rowLines(row);
    const only = lines[0];
    return lines.length === 1 && only ? [seenLine({ ...only, text: plain(only.text) })] : [joinRow(lines)];
  });
}

function joinRow(lines: Line[]): Sighting {
  const parts = lines.map((line) => seenLine({ ...line, text: plain(line.text) }));
  return {
    text: parts.map((part) => part.text).join(' '),
    confidence: Math.min(...parts.map((part) => part.confidence)),
    evidence: parts.flatMap((part) => part.evidence),
  };
}

/** Another postcode within the next lines: the number seen before was part of the street. */
const laterPostcode = (rows: ReceiptRow[], index: number, limit: number) => {
  for (const row of rows.slice(index, Math.min(limit, index + 2))) {
    if (isStop(row.text)) return false;
    if (isPostcode(repairLetters(row.text))) return true;
  }
  return false;
};

/** A line of words that ends in a comma, with the address in the next: a building, an estate. */
const goesOn = (rows: ReceiptRow[], index: number) =>
  /^[\p{L}\d\s.'&()-]{4,},$/u.test(rows[index]!.text.trim()) && isAddress(rows[index + 1]?.text ?? '');

/** A company's number among the lines of an address, the postcode still to come in the next. */
const isNumberBetween = (rows: ReceiptRow[], index: number, limit: number) => {
  const text = repairLetters(rows[index]!.text);
  return (registration.test(text) || bareNumber.test(text)) && followed(rows, index, limit);
};

/** A line between two address lines belongs to the address. */
const followed = (rows: ReceiptRow[], index: number, limit: number) => {
  const next = rows[index + 1];
  return (
    next !== undefined && index + 1 < limit && isPostcode(repairLetters(next.text)) && !isStop(next.text)
  );
};

/** A line with a postal code one to three lines further down, and nothing in between that ends an address. */
const postcodeFollows = (rows: ReceiptRow[], index: number, limit: number) => {
  for (const row of rows.slice(index + 1, Math.min(limit, index + 4))) {
    if (isStop(row.text) || letters(row.text) < 2) return false;
    if (isPostcode(repairLetters(row.text))) return true;
  }
  return false;
};

const isPlace = (text: string) =>
  /\b(negeri sembilan|terengganu|kelantan|perlis|labuan|putrajaya|wilayah|w\.? ?p\.? k|selangor|darul ?ehsan|kuala lumpur|johor|penang|pulau pinang|perak|melaka|pahang|kedah|sabah|sarawak|malaysia|singapore|darul|ehsan|deutschland|germany|österreich|schweiz|suisse|france|paris|españa|italia|sverige|stockholm|norge|danmark|suomi|nederland|belgi|united kingdom|london|england|usa|canada|australia|polska)\b/i.test(
    text,
  );
