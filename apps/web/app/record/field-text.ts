import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { SayText } from '../ui/texts.tsx';

/** What a person typed, as the value a record holds, or why it is none. `null` empties the field. */
export type Typed = { ok: true; value: JsonValue } | { ok: false; reason: string };

/** A value as it stands in a single-line input. */
export function toInput(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function fromInput(type: FieldType, typed: string, text: SayText): Typed {
  const given = typed.trim();
  if (given === '') return { ok: true, value: null };
  if (type === 'amount' || type === 'number') return decimalOf(given, text);
  if (type === 'code') return { ok: true, value: given.replaceAll(/\s+/g, '') };
  if (type === 'currency') return { ok: true, value: given.toUpperCase() };
  return { ok: true, value: given };
}

/**
 * `1.471,60`, `1,471.60`, `1 471,60` and `1'471.60` are the same amount. Where the same characters could mean
 * two amounts (`1,471`, `1.471`) the person is asked, never guessed for.
 */
export function decimalOf(typed: string, say: SayText): Typed {
  const sign = /^[-−–]/.test(typed) ? '-' : '';
  const text = typed.replaceAll(/[\s'’_]|^[-−–+]/g, '').replace(/^\p{Sc}|\p{Sc}$/u, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text))
    return { ok: false, reason: say('workspace.record.only_digits', { example: '1471.60' }) };
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

/** A value as a person reads it, in their locale; the same on server and browser where `locale` is the same. */
export function toReadable(
  value: JsonValue | undefined,
  type: FieldType | undefined,
  locale: string,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (type === 'amount' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) {
    const digits = value.split('.')[1]?.length ?? 0;
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value as `${number}`);
  }
  if (type === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) {
    return new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${value}T00:00:00Z`));
  }
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object')
      ? value.join(', ')
      : `${value.length} ${value.length === 1 ? 'row' : 'rows'}`;
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name} ${toReadable(each, undefined, locale)}`)
      .join(', ');
  return String(value);
}
