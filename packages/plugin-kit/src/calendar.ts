/** Calendar arithmetic on ISO dates. Plugins have no `Date`: its local time differs from machine to machine. */

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** ISO date of a day that exists, else undefined. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  // Asked this way around, what is not a number is no day.
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  const last = month === 2 && isLeapYear(year) ? 29 : monthDays[month - 1]!;
  if (day > last) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since 1970-01-01 of an ISO date (proleptic Gregorian; H. Hinnant, "chrono-compatible low-level date algorithms"). */
export function dayNumber(date: string): number {
  const [y = 0, m = 1, d = 1] = date.split('-').map(Number);
  const year = m <= 2 ? y - 1 : y;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + d - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The ISO date `days` after (or, where negative, before) an ISO date; from the same source as {@link dayNumber}. */
export function addDays(date: string, days: number): string {
  const shifted = dayNumber(date) + days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The last day of the month an ISO date lies in. */
export function endOfMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const last = month === 2 && isLeapYear(year) ? 29 : monthDays[month - 1]!;
  return `${date.slice(0, 8)}${last}`;
}
