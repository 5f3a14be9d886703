// cspell:disable -- words of many languages, as printed
import {
  localeHabits,
  type PostalCountry,
  parseCurrency,
  postalCountry,
  regionCurrency,
  repairPostalCode,
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

const marks =
  /(?<![\p{L}])(RM|EUR|GBP|USD|MYR|SGD|SEK|NOK|DKK|CHF|PLN|AUD|CAD|NZD|INR|US\$|S\$|A\$|R\$|kr)(?![\p{L}])|([€£¥₹₺₩฿])|(\$)(?=\s?\d)/gu;

/** The currency most amounts are marked with; where the sign is shared, the one the region uses; else the region's. */
export function currencyOf(
  rows: ReceiptRow[],
  region: Region,
  total: ReceiptRow | undefined,
): { code: string; row: ReceiptRow; raw: string; implied?: true; assumed?: true } | undefined {
  const votes = new Map<string, { count: number; row: ReceiptRow; raw: string }>();
  for (const row of rows)
    for (const match of row.text.matchAll(marks)) {
      const code = parseCurrency(match[0], region.locale);
      if (!code) continue;
      const known = votes.get(code);
      if (known) known.count++;
      else votes.set(code, { count: 1, row, raw: match[0] });
    }
  if (votes.size === 0 && region.currency && region.hint) {
    // No sign anywhere: the currency of the country the receipt says it is from.
    const hint = region.hint.split('\n')[0]!;
    const row = rows.find((candidate) => repairPostalCode(candidate.text).includes(hint));
    const raw = row?.text.includes(hint) ? hint : row && plain(rowLines(row)[0]!.text);
    return row && raw ? { code: region.currency, row, raw, implied: true } : undefined;
  }
  const home = regionCurrency(region.locale);
  const amount = total?.amounts.at(-1)?.sighting.text;
  // Recognisers lose signs: where nothing speaks of another country, the money is the one used here. Never sure.
  if (votes.size === 0 && home && total && amount)
    return { code: home, row: total, raw: amount, implied: true, assumed: true };
  const [best, second] = [...votes].sort((a, b) => b[1].count - a[1].count);
  // Two currencies equally often (a receipt that converts): which one was paid in is not for us to guess.
  if (
    !best ||
    (second &&
      second[1].count === best[1].count &&
      second[0] !== region.currency &&
      best[0] !== region.currency)
  )
    return undefined;
  const chosen = second && second[1].count === best[1].count && second[0] === region.currency ? second : best;
  return { code: chosen[0], row: chosen[1].row, raw: chosen[1].raw };
}
