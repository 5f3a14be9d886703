// cspell:disable -- signs and names as printed
import { currencyMeanings, currencySigns, isPrintedCurrency, parseCurrency } from './currencies.ts';
import { type Sighting, seenPart } from './sightings.ts';
import type { Line } from './types.ts';

/** A sign, code or name of a currency in a text. */
export interface FoundCurrency {
  /** As printed. */
  raw: string;
  /** Where `raw` starts in the text. */
  index: number;
  /** ISO 4217 of all it can mean, the one most often meant first; one where it is clear. */
  currencies: string[];
}

/** A dollar away from a number is rather an S, a single R a class of tax. */
const token = new RegExp(
  `(?<!\\p{L})\\p{Lu}{1,3}\\$|\\$(?=\\s?[-−–(]?\\s?\\d|\\s*$|\\s?\\))|[${currencySigns.replace('$', '')}]|` +
    '(?<![\\p{L}\\d])(?:R(?=\\s?\\d)|\\p{L}{2,8}\\.?)(?!\\p{L})|(?<=\\p{Lu})RM(?=\\s?\\d)',
  'gu',
);
/** Most lines name none, and this look at them costs little. */
const hint = new RegExp(
  `[${currencySigns}]|[A-Z]{3}|R[MpPsS\\d ]|[Kk][rRčCD]|z[łl]|Z[ŁL]|F[tTr]|TL|[TtDd][kKhH]|[Ee]ur|usd|chf|gbp|sek|nok|dkk|pln|czk|[Ll]ei|LEI|upees|ollars|[Yy]en|kron|Frank|złot|inggit`,
);

/** Too short to mean money without a number beside them: `Ft`, `TL`. */
const needsNumber = /^(?:R|KD|Tk|Ft|TL)$/;
/** Rome's province, behind its postal code: `00199 Roma (RM)`. */
const provinceOfRome = /(?<!\d)\d{5}\s+\p{Lu}[\p{L}' ]+\(\s?(?=RM\s?\))/gu;
/** Malaysia's companies end in it; dinars have three decimals. */
const dinars = /(?<!\p{L})BHD(?=\s?\d+\.\d{3}(?!\d))|(?<=\d\.\d{3}\s?)BHD(?!\p{L})/gu;

/** Every currency named in a text, in the order printed: `Total CHF`, `£12.00`, `Rs. 460/-`. */
export function findCurrencies(text: string): FoundCurrency[] {
  if (!hint.test(text)) return [];
  const isBesideNumber = (raw: string, index: number) =>
    /^\s?[-−(]?\d/.test(text.slice(index + raw.length)) || /\d\s?$/.test(text.slice(0, index));
  const isProvince = (index: number) =>
    [...text.matchAll(provinceOfRome)].some((match) => match.index + match[0].length === index);
  const found = [...text.matchAll(token)].flatMap(({ 0: raw, index }) =>
    isPrintedCurrency(raw) &&
    !(raw === 'RM' && isProvince(index)) &&
    (!needsNumber.test(raw) || isBesideNumber(raw, index))
      ? [{ raw, index, currencies: currencyMeanings(raw) }]
      : [],
  );
  for (const { 0: raw, index } of text.matchAll(dinars)) found.push({ raw, index, currencies: ['BHD'] });
  return found.sort((a, b) => a.index - b.index);
}

export interface DocumentCurrencyOptions {
  /** BCP 47 tag to read the document with; its region decides between the meanings of a shared sign. */
  locale: string;
  /** ISO 4217 of the country the paper itself names. */
  home?: string | undefined;
  /** Ids of the lines in which the total stands: of several currencies the one printed there. */
  totalLines?: ReadonlySet<string> | undefined;
}

export interface DocumentCurrency {
  /** ISO 4217; undefined where signs are printed and none of their meanings is likelier than the others. */
  code: string | undefined;
  /** What else the signs can mean. */
  others: string[];
  seen: Sighting;
}

/** Signs whose first meaning is by far the most usual. */
const usual = new Set(['USD', 'JPY', 'CNY', 'INR']);

/**
 * The currency of a document by the signs and codes printed on it. A sign that several countries use is settled by a
 * code printed elsewhere, the country the paper names, or the locale, and else stays open: it is never replaced by
 * another currency. Undefined where none is printed.
 */
export function documentCurrency(
  lines: readonly Line[],
  { locale, home, totalLines }: DocumentCurrencyOptions,
): DocumentCurrency | undefined {
  const signs = lines.flatMap((line) => findCurrencies(line.text).map((found) => ({ ...found, line })));
  const named = new Set(signs.flatMap(({ currencies }) => (currencies.length === 1 ? currencies : [])));
  const hasDecimals = signs.some(
    ({ raw, line }) => /[¥￥]/.test(raw) && /[¥￥]\s?\d[\d,]*\.\d{2}(?!\d)/.test(line.text),
  );
  const votes = new Map<string, { meanings: string[]; count: number; sign: (typeof signs)[number] }>();
  for (const sign of signs) {
    let meanings = sign.currencies;
    if (meanings.length > 1) {
      const settled =
        meanings.filter((code) => named.has(code)).length === 1
          ? meanings.find((code) => named.has(code))
          : home !== undefined && meanings.includes(home)
            ? home
            : parseCurrency(sign.raw, locale);
      if (settled) meanings = [settled];
      // Yen have no decimals, yuan do.
      else if (/[¥￥]/.test(sign.raw) && hasDecimals) meanings = meanings.toReversed();
    }
    const key = meanings.join(' ');
    const vote = votes.get(key) ?? { meanings, count: 0, sign };
    // Of two currencies on one paper the total's is meant.
    vote.count += totalLines?.has(sign.line.id) ? 1.5 : 1;
    votes.set(key, vote);
  }
  const [best, second] = [...votes.values()].sort((a, b) => b.count - a.count);
  if (!best) return undefined;
  const seen = ({ sign }: typeof best) => seenPart(sign.line, sign.index, sign.raw.length);
  const [first, ...others] = best.meanings;
  if (second?.count === best.count) {
    // As often the one as the other: the country decides, or nobody.
    const own = [best, second].find(({ meanings }) => meanings.length === 1 && meanings[0] === home);
    return own
      ? { code: home, others: [], seen: seen(own) }
      : { code: undefined, others: [...best.meanings, ...second.meanings], seen: seen(best) };
  }
  return {
    code: others.length === 0 || usual.has(first!) ? first : undefined,
    others: others.length === 0 || usual.has(first!) ? others : best.meanings,
    seen: seen(best),
  };
}
