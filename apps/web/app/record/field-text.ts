import { findCurrencies, findDates, findTimes, type JsonValue, parseCurrency } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import { valueInLocale } from '@readout/texts';
import type { SayText } from '../ui/texts.tsx';

/** What a person typed, as the value a record holds, or why it is none. `null` empties the field. */
export type Typed = { ok: true; value: JsonValue } | { ok: false; reason: string };

/** How values are written where one types them: the locale of the page, and the day two-digit years are near to. */
export interface Writing {
  locale: string;
  text: SayText;
  /** ISO 8601. */
  today: string;
}

/** A value as it stands in a single-line input; {@link fromInput} understands it again. */
export function toInput(value: JsonValue | undefined, type: FieldType | undefined, locale: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const plain = String(value);
  switch (type) {
    case 'amount':
    case 'number':
      return /^-?\d+\.\d+$/.test(plain) ? plain.replace('.', decimalMark(locale)) : plain;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(plain)
        ? new Intl.DateTimeFormat(locale, {
            day: '2-digit',
            month: '2-digit',
            year: 'numeric',
            timeZone: 'UTC',
          }).format(new Date(`${plain}T00:00:00Z`))
        : plain;
    default:
      return plain;
  }
}

const decimalMark = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

export function fromInput(type: FieldType, typed: string, { locale, text, today }: Writing): Typed {
  const given = typed.trim();
  if (given === '') return { ok: true, value: null };
  switch (type) {
    case 'amount':
    case 'number':
      return decimalOf(given, text);
    case 'date':
      return (
        wholeOf(given, findDates(given, { locale, today })) ?? {
          ok: false,
          reason: text('workspace.record.no_date', { example: toInput('2026-03-25', 'date', locale) }),
        }
      );
    case 'time':
      return (
        wholeOf(given, findTimes(given)) ?? {
          ok: false,
          reason: text('workspace.record.no_time', { example: '18:05' }),
        }
      );
    case 'code':
      return { ok: true, value: given.replaceAll(/\s+/g, '') };
    case 'currency':
      return { ok: true, value: given.toUpperCase() };
    default:
      return { ok: true, value: given };
  }
}

/**
 * What is printed where somebody picked, as the value of a field: what is next to it (`Total 1.234,50 EUR`) is left out where
 * only one value can be meant.
 */
export function fromPicked(type: FieldType, printed: string, writing: Writing): Typed {
  const given = type === 'address' ? printed : printed.replaceAll('\n', ' ');
  switch (type) {
    case 'amount':
    case 'number':
      return decimalOf(numberIn(given) ?? given, writing.text);
    case 'date': {
      const whole = fromInput(type, given, writing);
      return whole.ok ? whole : (onlyOf(findDates(given, writing)) ?? whole);
    }
    case 'time': {
      const whole = fromInput(type, given, writing);
      return whole.ok ? whole : (onlyOf(findTimes(given)) ?? whole);
    }
    case 'currency': {
      const value = parseCurrency(given, writing.locale) ?? currencyIn(given, writing.locale);
      return value
        ? { ok: true, value }
        : { ok: false, reason: writing.text('workspace.record.no_currency') };
    }
    default:
      return fromInput(type, given, writing);
  }
}

const onlyOf = ([found, ...more]: { value: string }[]): Typed | undefined =>
  found && more.every(({ value }) => value === found.value) ? { ok: true, value: found.value } : undefined;

/** The only number of a text, without letters and signs of money; spaces are between groups of three alone. */
function numberIn(text: string): string | undefined {
  const parts = text.split(/\s+/).filter((part) => /\d/.test(part));
  const bare = parts.map((part) => part.replaceAll(/^[^\d.,+−–-]+|[^\d.,]+$/gu, '')).join(' ');
  return parts.length === 1 || /^[+−–-]?\d{1,3}( \d{3})+([.,]\d+)?$/.test(bare) ? bare : undefined;
}

function currencyIn(text: string, locale: string): string | undefined {
  const [found, ...more] = findCurrencies(text);
  if (!found || more.length > 0) return undefined;
  return found.currencies.length === 1 ? found.currencies[0] : parseCurrency(found.raw, locale);
}

/** The only value found, where it is all that was typed. */
const wholeOf = (typed: string, [found, ...more]: { value: string; raw: string }[]): Typed | undefined =>
  found && more.length === 0 && found.raw.trim() === typed ? { ok: true, value: found.value } : undefined;

/**
 * `1.471,60`, `1,471.60`, `1 471,60` and `1'471.60` are the same amount. Where the same characters could mean
 * two amounts (`1,471`, `1.471`) the person is asked, never guessed for.
 */
export function decimalOf(typed: string, say: SayText): Typed {
  const sign = /^[-−–]/.test(typed) ? '-' : '';
  const text = typed.replaceAll(/[\s'’_]|^[-−–+]/g, '').replace(/^\p{Sc}|\p{Sc}$/u, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text))
    return { ok: false, reason: say('workspace.record.only_digits', { example: 1471.6 }) };
  const marks = [...text.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  if (!last) return { ok: true, value: sign + plain(text) };
  const kinds = new Set(marks.map(([mark]) => mark));
  if (kinds.size === 1 && marks.length > 1) {
    return /^\d{1,3}([.,]\d{3})+$/.test(text)
      ? { ok: true, value: sign + plain(text) }
      : { ok: false, reason: say('workspace.record.no_groups_of_three') };
  }
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    const small = text.replace(',', '.');
    return { ok: false, reason: say('workspace.record.could_be', { large: plain(text), small }) };
  }
  if (kinds.size === 2) {
    const whole = text.slice(0, last.index);
    if (whole.includes(last[0]) || !/^\d{1,3}([.,]\d{3})+$/.test(whole))
      return { ok: false, reason: say('workspace.record.no_groups_of_three') };
  }
  const fraction = text.slice(last.index + 1);
  return {
    ok: true,
    value: `${sign}${plain(text.slice(0, last.index)) || '0'}${fraction ? `.${fraction}` : ''}`,
  };
}

const plain = (digits: string): string => digits.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');

export interface Readable {
  value: JsonValue | undefined;
  /** As the plugin declares it. */
  type: FieldType | null | undefined;
}

/** A value as a person reads it, in their locale; the same on server and browser where `locale` is the same. */
export function toReadable(
  { value, type }: Readable,
  { locale, text }: { locale: string; text: SayText },
): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object')
      ? value.join(', ')
      : text('common.row_count', { count: value.length });
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name} ${toReadable({ value: each, type: undefined }, { locale, text })}`)
      .join(', ');
  if (typeof value === 'boolean') return text(value ? 'common.yes' : 'common.no');
  if (typeof value === 'string' && type) return valueInLocale(value, type, locale);
  return String(value);
}
