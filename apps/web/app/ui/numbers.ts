const formats = new Map<string, Intl.NumberFormat>();

/** One formatter for all numbers of a locale: making one for each is what takes the time. */
function formatOf(locale: string, digits: number): Intl.NumberFormat {
  const name = `${locale} ${digits}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(name, made);
  return made;
}

/** A count as people read it: `12,345`. */
export const wholeNumber = (count: number, locale = 'en'): string => formatOf(locale, 0).format(count);

const units = ['B', 'kB', 'MB', 'GB'];

/** `0 B`, `312 kB`, `1.4 MB`. */
export function fileSize(bytes: number, locale = 'en'): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatOf(locale, unit > 0 && value < 10 ? 1 : 0).format(value)} ${units[unit]}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;
