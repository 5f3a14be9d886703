import { locale } from './say.ts';

type Unit = 'megabyte' | 'kilobyte' | 'millisecond' | 'second';

/** A number with its unit as it is written where the reader is: 1.5 MB, 1,5 Mo. */
const withUnit = (value: number, unit: Unit, digits: number): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

export const megabytes = (bytes: number): string => withUnit(bytes / 1e6, 'megabyte', 1);

/** @param digits behind the point */
export const milliseconds = (ms: number, digits = 0): string => withUnit(ms, 'millisecond', digits);

export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024
    ? withUnit(Math.ceil(bytes / 1024), 'kilobyte', 0)
    : withUnit(bytes / 1024 / 1024, 'megabyte', 1);

export const percent = (share: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share);

/** @param time ISO 8601 */
export const moment = (time: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));

/** @param date ISO 8601 */
export const day = (date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
