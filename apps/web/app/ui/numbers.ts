const whole = new Map<string, Intl.NumberFormat>();

/** A count as people read it: `12,345`. One formatter for all: making one for each number is what takes the time. */
export function wholeNumber(count: number, locale = 'en'): string {
  const known = whole.get(locale);
  if (known) return known.format(count);
  const format = new Intl.NumberFormat(locale);
  whole.set(locale, format);
  return format.format(count);
}

const units = ['B', 'kB', 'MB', 'GB'];

/** `0 B`, `312 kB`, `1.4 MB`. */
export function fileSize(bytes: number, locale = 'en'): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  const number = value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number} ${units[unit]}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;
