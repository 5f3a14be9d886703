const whole = new Intl.NumberFormat('en');

/** A count as people read it: `12,345`. One formatter for all: making one for each number is what takes the time. */
export const wholeNumber = (count: number): string => whole.format(count);

const units = ['B', 'kB', 'MB', 'GB'];

/** `0 B`, `312 kB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;
