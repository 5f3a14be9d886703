import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import { AppError, type ErrorValues } from '../errors.ts';

const maxJsonLength = 20_000;

/**
 * A value a person typed, in the form records hold: amounts `"1471.60"`, dates `"2026-03-05"`, codes without
 * spaces, `true` or `false`, `null` for an empty field.
 * @param isSpaced the code was read with spaces, and keeps them
 * @throws AppError `record.invalid_value` with a sentence that says what is expected
 */
export function parseFieldValue(
  type: FieldType | undefined,
  label: string,
  value: unknown,
  { isSpaced = false }: { isSpaced?: boolean } = {},
): JsonValue {
  if (value === undefined || value === null || value === '') return null;
  const refuse = (expected: ErrorValues<'record.invalid_value'>['expected']): AppError =>
    new AppError('record.invalid_value', { label, expected });
  if (!isJson(value) || JSON.stringify(value).length > maxJsonLength) throw refuse('plain');
  if (type === 'list' || type === 'map' || type === undefined) {
    if (type === 'list' && !Array.isArray(value)) throw refuse('list');
    if (type === 'map' && (typeof value !== 'object' || Array.isArray(value))) throw refuse('map');
    return value;
  }
  if (type === 'boolean') {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw refuse('boolean');
  }
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse('single');
  const text = String(value).trim();
  if (text === '') return null;
  switch (type) {
    case 'amount': {
      if (!/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(text)) throw refuse('amount');
      return text.replace(/^\+/, '');
    }
    case 'number': {
      if (!/^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text)) throw refuse('number');
      return typeof value === 'number' ? value : text;
    }
    case 'date': {
      const date = new Date(`${text}T00:00:00Z`);
      if (
        !/^\d{4}-\d\d-\d\d$/.test(text) ||
        Number.isNaN(date.getTime()) ||
        !date.toISOString().startsWith(text)
      )
        throw refuse('date');
      return text;
    }
    case 'time': {
      if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) throw refuse('time');
      return text;
    }
    case 'currency': {
      if (!/^[A-Za-z]{3}$/.test(text)) throw refuse('currency');
      return text.toUpperCase();
    }
    case 'code':
      return text.replaceAll(/\s+/g, isSpaced ? ' ' : '');
    default:
      return text;
  }
}

function isJson(value: unknown, depth = 0): value is JsonValue {
  if (depth > 8) return false;
  if (value === null || typeof value === 'boolean') return true;
  // PostgreSQL's jsonb holds every string but those with NUL.
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  if (typeof value !== 'object') return false;
  return Object.entries(value).every(([key, item]) => !key.includes('\0') && isJson(item, depth + 1));
}
