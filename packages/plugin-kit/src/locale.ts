// cspell:disable -- names and codes of many languages
/**
 * What a BCP 47 tag says about how values are printed. Hand-kept and small, because the interpreter that runs
 * plugins has no `Intl`. Source: Unicode CLDR, number symbols and date patterns of each locale.
 */

export interface LocaleHabits {
  /** ISO 639 language, lower case; empty when the tag has none. */
  language: string;
  /** ISO 3166 region, upper case; empty when the tag has none. */
  region: string;
  decimalMark: '.' | ',';
  /** Order of an all-digit date. */
  dateOrder: 'dmy' | 'mdy' | 'ymd';
}

const pointLanguages = new Set('en ms zh ja ko th hi ta bn ur he fil tl cy ga mt sw km my si'.split(' '));
/** Regions that write a point although their language's home does not, and the other way round. */
const pointRegions = new Set(
  'US GB IE AU NZ MY SG HK MX GT HN NI PA PR DO SV PE CH LI TH JP CN TW KR IN PH IL'.split(' '),
);
const commaRegions = new Set(
  'ZA DE AT FR IT ES PT NL BE SE NO DK FI PL CZ SK HU RO BG HR SI RS GR TR RU UA BR AR CL CO'.split(' '),
);
const monthFirstRegions = new Set(['US', 'PH', 'PR', 'GU', 'FM', 'PW', 'MH']);
const yearFirst = new Set('ja zh ko hu lt mn sv'.split(' '));

export function localeHabits(locale: string): LocaleHabits {
  const [language = '', ...rest] = locale.split(/[-_]/);
  const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part))?.toUpperCase() ?? '';
  const lower = language.toLowerCase();
  const point = pointRegions.has(region) || (!commaRegions.has(region) && pointLanguages.has(lower));
  return {
    language: lower,
    region,
    decimalMark: point ? '.' : ',',
    dateOrder:
      monthFirstRegions.has(region) || locale === 'en' ? 'mdy' : yearFirst.has(lower) ? 'ymd' : 'dmy',
  };
}
