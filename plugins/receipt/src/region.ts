// cspell:disable -- words of many languages, as printed
import {
  documentCurrency,
  localeHabits,
  type PostalCountry,
  postalCountry,
  regionCurrency,
  repairPostalCode,
  type Sighting,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { plain, type ReceiptRow, rowLines } from './rows.ts';

/** What a receipt itself says about where it is from, surest first. The locale it implies reads its dates and amounts. */
const hints: [pattern: RegExp, locale: string, currency?: string][] = [
  [/\bRp\.?\s?\d{1,3}\.\d{3}|\bNPWP\b|\bPPN\b/, 'id-ID', 'IDR'],
  [
    /\bsdn\.?\s?bhd|\bRM\s?\d|kuala\s?lumpur|selangor|\bjohor\b|penang|\bmelaka\b|\bperak\b|\bpahang\b|\bjalan\b.*\btaman\b|\bMYR\b/i,
    'ms-MY',
    'MYR',
  ],
  [
    /\b(?:AL|AK|AZ|AR|CA|CO|CT|DC|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY)[,.]?\s+\d{5}(?:-\d{4})?\b/,
    'en-US',
    'USD',
  ],
  [/£|\bVAT\s?(?:reg|no).{0,12}\bGB\s?\d/i, 'en-GB', 'GBP'],
  [/\b(?:Mw[S5]t|USt)[.\s-]?(?:ID|Nr|IdNr|\d)|\bGmbH\b|Stra(?:ß|ss)e\b.*€/i, 'de-DE', 'EUR'],
  [/CHF|MWST-?Nr\.?\s?CHE|CHE-\d{3}/i, 'de-CH', 'CHF'],
  [/\bTVA\b|\bSIRET\b|\bSARL\b/, 'fr-FR', 'EUR'],
  [/\bmoms\b.*(?:SEK|kr)|\borg\.?\s?n(?:r|ummer)[.:]?\s?\d{6}-?\d{4}|\bSEK\b|\bkvitto\b/i, 'sv-SE', 'SEK'],
  [/\bMVA\b|\bNOK\b/, 'nb-NO', 'NOK'],
  [/\bCVR\b|\bDKK\b/i, 'da-DK', 'DKK'],
  [/\bALV\b|\bY-tunnus\b/i, 'fi-FI', 'EUR'],
  [/\bBTW\b|\bK[vV]K\b/, 'nl-NL', 'EUR'],
  [/\bP\.?\s?IVA\b|\bscontrino\b|documento commerciale/i, 'it-IT', 'EUR'],
  [/\b(?:CIF|NIF)[:\s]+[A-Z]?\d|\bfactura\b.*€/i, 'es-ES', 'EUR'],
  [/\bNIP[:\s]+\d|\bPLN\b|\bPTU\b/i, 'pl-PL', 'PLN'],
  [/\bGST\s?REG.*\bSingapore\b|\bSGD\b|S\$/i, 'en-SG', 'SGD'],
  [/\bABN\b\s*:?\s*\d|\bAUD\b/i, 'en-AU', 'AUD'],
  [
    /\bGSTIN\b|\b[CSI]GST\b|\b(?:bengaluru|mumbai|chennai|new delhi|hyderabad|kolkata|india)\b/i,
    'en-IN',
    'INR',
  ],
  [/\b(?:tokyo|osaka|kyoto|yokohama|sapporo|japan)\b|円/i, 'ja-JP', 'JPY'],
  [/\b(?:seoul|busan|incheon|korea)\b|₩/i, 'ko-KR', 'KRW'],
  [
    /\b(?:johannesburg|cape town|durban|pretoria|south africa)\b|(?<![\p{L}\d])R\d+[.,]\d{2}(?!\d)/iu,
    'en-ZA',
    'ZAR',
  ],
  [/\b(?:stockholm|göteborg|malmö|uppsala|sverige)\b/i, 'sv-SE', 'SEK'],
  [/\b(?:oslo|bergen|trondheim|stavanger|norge)\b/i, 'nb-NO', 'NOK'],
  [/\b(?:københavn|aarhus|odense|aalborg|danmark)\b/i, 'da-DK', 'DKK'],
  [/\b(?:hst|pst|qst|tps|tvq)\b.*\d/i, 'en-CA', 'CAD'],
  // Countries with a tax of this name in English write the day first; which of them it is stays open.
  [/\b(?:GST|VAT|SST)\b/, 'en-GB'],
];

export interface Region {
  /** Locale to read the receipt with. */
  locale: string;
  /** Currency the country uses, where the receipt says which country. */
  currency: string | undefined;
  /** The words that say so. */
  hint?: string;
}

/** Countries told by a postal code of a form that is theirs alone. */
const postal: Record<PostalCountry, [locale: string, currency: string]> = {
  US: ['en-US', 'USD'],
  GB: ['en-GB', 'GBP'],
  IE: ['en-IE', 'EUR'],
  CA: ['en-CA', 'CAD'],
  NL: ['nl-NL', 'EUR'],
  AU: ['en-AU', 'AUD'],
  PL: ['pl-PL', 'PLN'],
  JP: ['ja-JP', 'JPY'],
  PT: ['pt-PT', 'EUR'],
};

export function regionOf(text: string, fallback: string): Region {
  const found = hinted(text, fallback);
  if (found.currency) return found;
  // In the heading only: further down the form is more often an article's.
  for (const line of text.split('\n').slice(0, 8)) {
    const country = postalCountry(line);
    if (!country) continue;
    const [locale, currency] = postal[country];
    return { locale: fallback.endsWith(`-${country}`) ? fallback : locale, currency, hint: line };
  }
  return found;
}

function hinted(text: string, fallback: string): Region {
  for (const [pattern, locale, currency] of hints) {
    // Without a country the only question is whether the month may come first.
    if (!currency && localeHabits(fallback).dateOrder !== 'mdy') continue;
    const match = pattern.exec(text);
    if (match) {
      // The installation's own locale knows better than the language alone where both mean the same country.
      const region = locale.slice(-2);
      return { locale: fallback.endsWith(`-${region}`) ? fallback : locale, currency, hint: match[0] };
    }
  }
  return { locale: fallback, currency: undefined };
}

export interface ReceiptCurrency {
  code: string;
  /** What else the signs on the receipt can mean. */
  others: string[];
  seen: Sighting;
  /** 0 to 1: how sure the code is where the sighting is right. */
  sure: number;
  /** Nothing on the receipt says so: the money that is used here. */
  assumed?: true;
}

/** The currency by the signs on the receipt; where there is none, that of the country it is from, and never sure. */
export function currencyOf(
  rows: ReceiptRow[],
  region: Region,
  total: ReceiptRow | undefined,
): ReceiptCurrency | undefined {
  const lines = rows.flatMap(rowLines).map((line) => ({ ...line, text: plain(line.text) }));
  const totalLines = new Set(total ? rowLines(total).map(({ id }) => id) : []);
  const printed = documentCurrency(lines, { locale: region.locale, home: region.currency, totalLines });
  if (printed) {
    const { code, others, seen } = printed;
    return code === undefined ? undefined : { code, others, seen, sure: others.length > 0 ? 0.5 : 0.95 };
  }
  if (region.currency && region.hint) {
    // No sign anywhere: the currency of the country the receipt says it is from.
    const hint = region.hint.split('\n')[0]!;
    const row = rows.find((candidate) => repairPostalCode(candidate.text).includes(hint));
    const line = row && (rowLines(row).find(({ text }) => plain(text).includes(hint)) ?? rowLines(row)[0]);
    const at = line ? plain(line.text).indexOf(hint) : -1;
    return (
      line && {
        code: region.currency,
        others: [],
        seen: at < 0 ? seenLine(line) : seenPart(line, at, hint.length),
        sure: 0.7,
      }
    );
  }
  const home = regionCurrency(region.locale);
  const amount = total?.amounts.at(-1);
  // Recognisers lose signs: where nothing speaks of another country, the money is the one used here. Never sure.
  return home !== undefined && amount
    ? { code: home, others: [], seen: amount.sighting, sure: 0.55, assumed: true }
    : undefined;
}
