// cspell:ignore Nein Zeilen
import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { decimalOf, fromInput, toReadable } from './field-text.ts';

const text = textsIn('en');

describe('amounts as people type them', () => {
  it.each([
    ['1471.60', '1471.60'],
    ['1.471,60', '1471.60'],
    ['1,471.60', '1471.60'],
    ["1'471.60", '1471.60'],
    ['1 471,60', '1471.60'],
    ['€ 12,5', '12.5'],
    ['12,50 €', '12.50'],
    ['-3,20', '-3.20'],
    ['0,125', '0.125'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    [',50', '0.50'],
    ['007', '7'],
    ['1.4710', '1.4710'],
    ['1471.605', '1471.605'],
  ])('%s is %s', (typed, value) => {
    expect(decimalOf(typed, text)).toEqual({ ok: true, value });
  });

  it.each(['1,471', '1.471', '12.345', 'about 5', '1,47,160.5', '12.34.5', '--2', ''])(
    'asks about %s instead of guessing',
    (typed) => {
      expect(decimalOf(typed, text).ok).toBe(false);
    },
  );
});

describe('other values as people type them', () => {
  it('lose the spaces of codes and nothing else', () => {
    expect(fromInput('code', ' 1Z 999 AA1 ', text)).toEqual({ ok: true, value: '1Z999AA1' });
    expect(fromInput('text', ' A  b ', text)).toEqual({ ok: true, value: 'A  b' });
  });

  it('empty the field when nothing is left', () => {
    expect(fromInput('amount', '  ', text)).toEqual({ ok: true, value: null });
  });
});

const readable = (value: JsonValue, type: FieldType, locale: string) =>
  toReadable({ value, type }, { locale, text: textsIn(locale) });

describe('values as people read them', () => {
  it('keep all digits of an amount, in the marks of the locale', () => {
    expect(readable('1471.60', 'amount', 'de-DE')).toBe('1.471,60');
    expect(readable('90071992547409931.25', 'amount', 'en')).toBe('90,071,992,547,409,931.25');
  });

  it('keep numbers in one piece, with their zeros', () => {
    expect(readable('2026', 'number', 'de')).toBe('2026');
    expect(readable('00123.50', 'number', 'de')).toBe('00123,50');
    expect(readable('1.5e3', 'number', 'de')).toBe('1.5e3');
  });

  it('tell the time as the locale does', () => {
    expect(readable('14:05', 'time', 'de')).toBe('14:05');
    expect(readable('14:05', 'time', 'en-US')).toMatch(/^2:05\sPM$/);
  });

  it('do not move a date over midnight', () => {
    expect(readable('2026-03-05', 'date', 'en-GB')).toBe('5 Mar 2026');
  });

  it('say yes or no in the language', () => {
    expect(readable(true, 'boolean', 'en')).toBe('Yes');
    expect(readable(false, 'boolean', 'de')).toBe('Nein');
    expect(readable(null, 'boolean', 'fr')).toBe('');
  });

  it('count the rows of a table', () => {
    expect(readable([{ a: '1' }], 'list', 'en')).toBe('1 row');
    expect(readable(['a', 'b'], 'list', 'en')).toBe('a, b');
    expect(readable([{ a: '1' }, { a: '2' }], 'list', 'de')).toBe('2 Zeilen');
  });
});
