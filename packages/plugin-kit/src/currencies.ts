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
};

/** Signs several countries use: which one is meant follows from the region, or from nothing at all. */
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
  '¥': { JP: 'JPY', CN: 'CNY' },
  FR: { CH: 'CHF', LI: 'CHF' },
  RS: { IN: 'INR', PK: 'PKR', LK: 'LKR', NP: 'NPR', MU: 'MUR' },
  R: { ZA: 'ZAR' },
  LEI: { RO: 'RON', MD: 'MDL' },
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

const isSign = /[€£₹₺฿₫₩₱₪₽₴$¥]/;

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
};

/** ISO 4217 code of the money used in a locale's region; undefined where the tag has no region or it is not known. */
export function regionCurrency(locale: string): string | undefined {
  const { region } = localeHabits(locale);
  return euroRegions.has(region) ? 'EUR' : (ownCurrencies[region] ?? shared.$?.[region]);
}

/** Decimals of a currency's minor unit; 2 for one that is not known. */
export function currencyDecimals(code: string): number {
  return codes.get(code) ?? 2;
}

/**
 * ISO 4217 code of a sign, code or abbreviation as printed (`€`, `EUR`, `RM`, `kr`). Undefined where it could be
 * several currencies and the locale does not tell which.
 */
export function parseCurrency(text: string, locale: string): string | undefined {
  const key = text.trim().toUpperCase().replace(/\.$/, '').replace(/:-$/, '');
  if (codes.has(key)) return key;
  const sign = signs[key];
  if (sign) return sign;
  const meanings = shared[key];
  if (!meanings) return undefined;
  const { language, region } = localeHabits(locale);
  return meanings[region || (homeRegions[language] ?? '')];
}

/** True for a token that can only stand for a currency, whichever it is. */
export function looksLikeCurrency(text: string): boolean {
  const key = text.trim().toUpperCase().replace(/\.$/, '');
  return isSign.test(key)
    ? /^[A-Z]{0,2}[€£₹₺฿₫₩₱₪₽₴$¥]$/.test(key)
    : codes.has(key) || key in signs || key in shared;
}
