/**
 * A value of a record as a person reads it: amounts, numbers, dates and times by their locale, all else as it is.
 * @param value as records hold it: `1471.60`, `2026-03-25`, `18:05`
 * @param type of the field, as the plugin declares it
 * @param locale BCP 47 tag
 */
export function valueInLocale(value: string, type: string, locale: string): string {
  if ((type === 'amount' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) {
    const digits = value.split('.')[1]?.length ?? 0;
    return new Intl.NumberFormat(locale, {
      // A number may be a year, or begin with zeros that are on the dial.
      useGrouping: type === 'amount',
      minimumIntegerDigits: type === 'amount' ? 1 : Math.min(21, value.replace(/^-|\..*$/g, '').length),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value as `${number}`);
  }
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value))
    return new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${value}T00:00:00Z`));
  if (type === 'time' && /^\d\d:\d\d(:\d\d)?$/.test(value))
    return new Intl.DateTimeFormat(locale, {
      timeStyle: value.length > 5 ? 'medium' : 'short',
      timeZone: 'UTC',
    }).format(new Date(`1970-01-01T${value}Z`));
  return value;
}
