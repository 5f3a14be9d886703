// cspell:ignore MMT DMT
import { type TextValues, textsIn } from './index.ts';

type OwnWord = NonNullable<TextValues['common.unit']['unit']>;

/** Codes of UN/ECE Recommendation 20, and of packages (Recommendation 21, with an X), by what they are for a person. */
const units: Readonly<Record<string, { intl: string } | { sign: string } | { word: OwnWord }>> = {
  C62: { word: 'piece' },
  H87: { word: 'piece' },
  EA: { word: 'piece' },
  NAR: { word: 'piece' },
  LS: { word: 'flat' },
  SET: { word: 'set' },
  PR: { word: 'pair' },
  XPK: { word: 'package' },
  XPX: { word: 'pallet' },
  XBX: { word: 'box' },
  XCT: { word: 'box' },
  SEC: { intl: 'second' },
  MIN: { intl: 'minute' },
  HUR: { intl: 'hour' },
  DAY: { intl: 'day' },
  WEE: { intl: 'week' },
  MON: { intl: 'month' },
  ANN: { intl: 'year' },
  GRM: { intl: 'gram' },
  KGM: { intl: 'kilogram' },
  MLT: { intl: 'milliliter' },
  LTR: { intl: 'liter' },
  MMT: { intl: 'millimeter' },
  CMT: { intl: 'centimeter' },
  MTR: { intl: 'meter' },
  KMT: { intl: 'kilometer' },
  KTM: { intl: 'kilometer' },
  P1: { sign: '%' },
  TNE: { sign: 't' },
  MTK: { sign: 'm²' },
  MTQ: { sign: 'm³' },
  KWH: { sign: 'kWh' },
  MWH: { sign: 'MWh' },
  KWT: { sign: 'kW' },
};

/**
 * The unit of so many, as a person reads it: `HUR` is `hours`. What is not a code, as papers print units, is as it is.
 * @param quantity as records hold it: `1.5`; more than one where it is none
 * @param locale BCP 47 tag
 */
export function unitInWords(code: string, quantity: unknown, locale: string): string {
  const unit = Object.hasOwn(units, code) ? units[code] : undefined;
  if (!unit) return code;
  if ('sign' in unit) return unit.sign;
  const amount = quantity === null || quantity === '' ? Number.NaN : Math.abs(Number(quantity));
  const count = Number.isFinite(amount) ? amount : 2;
  if ('word' in unit) return textsIn(locale)('common.unit', { unit: unit.word, count });
  const parts = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: unit.intl,
    unitDisplay: 'long',
  }).formatToParts(count);
  return parts.find(({ type }) => type === 'unit')?.value ?? code;
}
