const grouped = /^\d{1,3}([\s.,’'](\d{2,3}[\s.,’'])*\d{3})?$/;

/** `1 000`, `1,000` and `1.000` are 1000; undefined where nothing was entered, NaN where no whole number was. */
export function parseWholeNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const digits = trimmed.replaceAll(/\D/g, '');
  const isNumber = (/^\d+$/.test(trimmed) || grouped.test(trimmed)) && digits.length <= 15;
  return isNumber ? Number(digits) : Number.NaN;
}

const gigabyte = 1_000_000_000;

/** Bytes as gigabytes with at most 3 decimals, as the form shows them. */
export function gigabytes(bytes: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false }).format(
    bytes / gigabyte,
  );
}

/**
 * Bytes of gigabytes typed as they are written in a locale; undefined where nothing was entered, NaN where no number
 * was.
 */
export function bytesOfGigabytes(text: string, locale = 'en'): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const [whole = '', decimals = '0', ...more] = trimmed.split(decimalSign(locale));
  const number = parseWholeNumber(whole) ?? Number.NaN;
  if (!/^\d{1,9}$/.test(decimals) || more.length > 0 || !(number < 10_000_000)) return Number.NaN;
  return Math.round(Number(`${number}.${decimals}`) * gigabyte);
}

function decimalSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
