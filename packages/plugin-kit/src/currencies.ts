// cspell:disable -- names and codes of many languages
import { localeHabits } from './locale.ts';

/** Active ISO 4217 codes; a digit gives the number of decimals where it is not two. */
const codes = new Map(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD3 BIF0 BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHF CLP0 CNY COP CRC CUP CVE CZK DJF0 DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF0 GTQ GYD ' +
    'HKD HNL HTG HUF IDR ILS INR IQD3 IRR ISK0 JMD JOD3 JPY0 KES KGS KHR KMF0 KPW KRW0 KWD3 KYD KZT LAK LBP LKR LRD ' +
    'LSL LYD3 MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR3 PAB PEN PGK PHP ' +
    'PKR PLN PYG0 QAR RON RSD RUB RWF0 SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND3 ' +
    'TOP TRY TTD TWD TZS UAH UGX0 USD UYU UZS VED VES VND0 VUV0 WST XAF0 XCD XOF0 XPF0 YER ZAR ZMW'
  )
    .split(' ')
    .map((entry): [string, number] => [entry.slice(0, 3), entry.length > 3 ? Number(entry[3]) : 2]),
);

/** Signs with one meaning. */
const signs: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₺': 'TRY',
  '฿': 'THB',
  '₫': 'VND',
  '₩': 'KRW',
  '₱': 'PHP',
  '₪': 'ILS',
  '₽': 'RUB',
  '₴': 'UAH',
  US$: 'USD',
  R$: 'BRL',
  S$: 'SGD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NT$: 'TWD',
  NZ$: 'NZD',
  MX$: 'MXN',
  RM: 'MYR',
  RP: 'IDR',
  ZŁ: 'PLN',
  ZL: 'PLN',
  KČ: 'CZK',
  KC: 'CZK',
  FT: 'HUF',
  TL: 'TRY',
  SFR: 'CHF',
  EURO: 'EUR',
  EUROS: 'EUR',
  RINGGIT: 'MYR',
  RMB: 'CNY',
  元: 'CNY',
  円: 'JPY',
  YEN: 'JPY',
  KD: 'KWD',
  BD: 'BHD',
  JD: 'JOD',
  TK: 'BDT',
  '৳': 'BDT',
  KRONOR: 'SEK',
  FRANKEN: 'CHF',
  ZŁOTYCH: 'PLN',
};

/**
 * Signs several countries use, the one most often meant first: which it is follows from the region, or from nothing
 * at all.
 */
const shared: Record<string, Record<string, string>> = {
  $: {
    US: 'USD',
    PR: 'USD',
    EC: 'USD',
    SV: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    SG: 'SGD',
    HK: 'HKD',
    TW: 'TWD',
    MX: 'MXN',
    CL: 'CLP',
    CO: 'COP',
    AR: 'ARS',
    UY: 'UYU',
    BN: 'BND',
    FJ: 'FJD',
    JM: 'JMD',
    TT: 'TTD',
    BS: 'BSD',
  },
  KR: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', FO: 'DKK' },
  KRONER: { NO: 'NOK', DK: 'DKK', FO: 'DKK' },
  '¥': { JP: 'JPY', CN: 'CNY' },
  FR: { CH: 'CHF', LI: 'CHF' },
  RS: { IN: 'INR', PK: 'PKR', LK: 'LKR', NP: 'NPR', MU: 'MUR' },
  R: { ZA: 'ZAR' },
  LEI: { RO: 'RON', MD: 'MDL' },
  DH: { AE: 'AED', MA: 'MAD' },
};
/** Other spellings of a shared sign. */
const spellings: Record<string, string> = {
  '￥': '¥',
  '₨': 'RS',
  RUPEES: 'RS',
  DOLLARS: '$',
  DHS: 'DH',
};

/** A language that is at home in one region only tells as much as the region would. */
const homeRegions: Record<string, string> = {
  sv: 'SE',
  nb: 'NO',
  nn: 'NO',
  no: 'NO',
  da: 'DK',
  is: 'IS',
  ja: 'JP',
  zh: 'CN',
  ro: 'RO',
};

/** Signs that can stand for money only, for use inside a character class. */
export const currencySigns = '€£₹₨₺฿₫₩₱₪₽₴৳$¥￥円元';
const isSign = new RegExp(`[${currencySigns}]`);
const signAlone = new RegExp(`^[A-Z]{0,2}[${currencySigns}]$`);

const euroRegions = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));
const ownCurrencies: Record<string, string> = {
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  JP: 'JPY',
  IN: 'INR',
  MY: 'MYR',
  ID: 'IDR',
  ZA: 'ZAR',
  TR: 'TRY',
  BR: 'BRL',
  KR: 'KRW',
  CN: 'CNY',
  TH: 'THB',
  PH: 'PHP',
  VN: 'VND',
  IL: 'ILS',
  AE: 'AED',
  KW: 'KWD',
  BH: 'BHD',
  PK: 'PKR',
  LK: 'LKR',
  NP: 'NPR',
  BD: 'BDT',
  MA: 'MAD',
};

/** Currencies whose users print a point before the decimals, wherever they are. */
const pointCurrencies = new Set(
  'USD GBP CHF JPY CNY KRW INR PKR LKR MYR SGD HKD TWD AUD NZD CAD MXN THB PHP ILS KWD BHD'.split(' '),
);
const commaCurrencies = new Set('SEK NOK DKK ISK PLN CZK HUF RON TRY BRL IDR VND RUB UAH'.split(' '));

/** How a currency's own users mark decimals; undefined where that differs by country (EUR), or is not known. */
export function currencyDecimalMark(code: string): '.' | ',' | undefined {
  return pointCurrencies.has(code) ? '.' : commaCurrencies.has(code) ? ',' : undefined;
}

/** ISO 4217 code of the money used in a locale's region; undefined where the tag has no region or it is not known. */
export function regionCurrency(locale: string): string | undefined {
  const { region } = localeHabits(locale);
  return euroRegions.has(region) ? 'EUR' : (ownCurrencies[region] ?? shared.$?.[region]);
}

/** Decimals of a currency's minor unit; 2 for one that is not known. */
export function currencyDecimals(code: string): number {
  return codes.get(code) ?? 2;
}

const keyOf = (text: string): string => {
  const key = text.trim().toUpperCase().replace(/\.$/, '').replace(/:-$/, '');
  return spellings[key] ?? key;
};

/**
 * ISO 4217 codes that a sign, code or abbreviation as printed (`€`, `EUR`, `RM`, `kr`) can stand for, the one most often
 * meant first. Empty for what is none.
 */
export function currencyMeanings(text: string): string[] {
  const key = keyOf(text);
  if (codes.has(key)) return [key];
  const sign = signs[key];
  return sign ? [sign] : [...new Set(Object.values(shared[key] ?? {}))];
}

/**
 * ISO 4217 code of a sign, code or abbreviation as printed (`€`, `EUR`, `RM`, `kr`). Undefined where it could be
 * several currencies and the locale does not tell which.
 */
export function parseCurrency(text: string, locale: string): string | undefined {
  const [only, ...more] = currencyMeanings(text);
  if (more.length === 0) return only;
  const { language, region } = localeHabits(locale);
  return shared[keyOf(text)]?.[region || (homeRegions[language] ?? '')];
}

/** True for a token that can only stand for a currency, whichever it is. */
export function looksLikeCurrency(text: string): boolean {
  const key = keyOf(text);
  return isSign.test(key) ? signAlone.test(key) : codes.has(key) || key in signs || key in shared;
}

/** Codes that are everyday words as well. */
const everydayWords = new Set(
  'ALL AMD ANG BAM BHD BOB COP CUP DOP ERN GEL LAK MAD MOP PEN SCR SHP SOS STN SVC TOP TRY'.split(' '),
);
/** Spellings beside an amount, as printed: in other case they are words (`2 ft`, `fr`, `top`). */
const printedForms = new Set(
  (
    'RM Rm Rp RP Rs RS kr Kr KR KD zł Zł ZŁ zl Kč Kc KČ Ft TL SFr Fr lei Lei LEI Tk Dhs DHS R RMB ' +
    'Euro euro EURO Euros euros EUROS Ringgit Rupees rupees RUPEES dollars Dollars DOLLARS yen Yen YEN kronor kroner ' +
    'Franken złotych eur Eur usd Usd chf Chf gbp sek Sek nok dkk pln Pln czk'
  ).split(' '),
);

/** True for a token that stands for a currency where it is printed beside an amount: `EUR`, `Rs.`, `kr`, not `TOP`, `ft`. */
export function isPrintedCurrency(token: string): boolean {
  const bare = token.replace(/\.$/, '');
  if (isSign.test(bare)) return looksLikeCurrency(bare);
  return printedForms.has(bare) || (codes.has(bare) && !everydayWords.has(bare));
}
