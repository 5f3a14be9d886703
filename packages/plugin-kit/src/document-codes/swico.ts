import { addDays, isoDate } from '../calendar.ts';
import { isSwissUid } from '../check-digits.ts';
import { type CodeValue, said } from './code-values.ts';
import { partsOf, type Slice, within } from './slices.ts';

/**
 * Billing information on a Swiss QR-bill: number and date of the invoice, the supplier's VAT number, days of the supply, and what
 * its conditions make of the date.
 *
 * Source: Swico, "Syntax definition of billing information (S1) on the QR-bill", version 1.2. Undefined where something is not
 * as it says: each tag once, in rising order; values of known tags in their form.
 */
export function parseSwico(slice: Slice): CodeValue[] | undefined {
  if (!slice.text.startsWith('//S1/')) return undefined;
  const tags = tagsOf(within(slice, 5, slice.text.length));
  if (!tags) return undefined;
  const number = tags.get(10);
  const date = dated(tags.get(11));
  const uid = tags.get(30);
  const supplied = tags.get(31);
  const [start, end] = supplied
    ? [dated(within(supplied, 0, 6)), dated(within(supplied, 6, supplied.text.length))]
    : [];
  const conditions = conditionsOf(tags.get(40));
  const isRight =
    (!tags.has(11) || date) &&
    (!uid || isSwissUid(uid.text)) &&
    (!supplied || (start && (supplied.text.length === 6 || (end && end.value >= start.value)))) &&
    [32, 33].every((tag) => isRates(tags.get(tag)?.text)) &&
    conditions;
  if (!isRight) return undefined;
  const net = conditions.filter(({ percent }) => Number(percent) === 0).at(-1);
  return [
    ...said('number', 'code', number && unescaped(number.text), number ?? slice),
    ...said('date', 'date', date?.value, date?.slice ?? slice),
    ...said('supplierTaxId', 'code', uid && `CHE${uid.text}`, uid ?? slice),
    ...(end
      ? [
          ...said('periodStart', 'date', start?.value, start?.slice ?? slice),
          ...said('periodEnd', 'date', end.value, end.slice),
        ]
      : said('deliveryDate', 'date', start?.value, start?.slice ?? slice)),
    ...(date && net ? said('due', 'date', addDays(date.value, net.days), date.slice, net.slice) : []),
  ];
}

/** `/10/X.66711\/8824/11/200712`: a slash or backslash in a value has a backslash before it. */
function tagsOf(slice: Slice): Map<number, Slice> | undefined {
  const fields: Slice[] = [];
  let from = 0;
  for (let at = 0; at <= slice.text.length; at++) {
    if (slice.text[at] === '\\') {
      at++;
      if (!/[/\\]/.test(slice.text[at] ?? '')) return undefined;
    } else if (at === slice.text.length || slice.text[at] === '/') {
      fields.push(within(slice, from, at - from));
      from = at + 1;
    }
  }
  const tags = new Map<number, Slice>();
  let last = 0;
  for (let index = 0; index < fields.length; index += 2) {
    const [tag, value] = [fields[index]!, fields[index + 1]];
    if (!/^\d\d$/.test(tag.text) || !value || Number(tag.text) <= last) return undefined;
    last = Number(tag.text);
    if (value.text !== '') tags.set(last, value);
  }
  return tags;
}

const unescaped = (text: string): string => text.replaceAll(/\\([/\\])/g, '$1').trim();

/** YYMMDD; there were no such codes before 2020. */
function dated(slice: Slice | undefined): { value: string; slice: Slice } | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(slice?.text ?? '') ?? [];
  const value = isoDate(2000 + Number(year), Number(month), Number(day));
  return slice && value ? { value, slice } : undefined;
}

/** `7.7`, or by rate what is taxed or what the tax is: `8:1000;2.5:51.8`. */
const isRates = (text = '0'): boolean =>
  text.split(';').every((rate) => /^\d{1,2}(?:\.\d{1,3})?(?::\d{1,12}(?:\.\d{1,2})?)?$/.test(rate));

/** `2:10;0:30`: 2% off within ten days, else all within thirty. */
function conditionsOf(
  slice: Slice | undefined,
): { percent: string; days: number; slice: Slice }[] | undefined {
  if (!slice) return [];
  const conditions = partsOf(slice, ';').map((part) => {
    const [, percent, days] = /^(\d{1,2}(?:\.\d{1,3})?):(\d{1,3})$/.exec(part.text) ?? [];
    return percent === undefined ? undefined : { percent, days: Number(days), slice: part };
  });
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}
