// cspell:ignore Nein Zeilen März Datum Markt
import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { decimalOf, fromInput, fromPicked, toInput, toReadable } from './field-text.ts';

const text = textsIn('en');
const writing = { locale: 'en-GB', text, today: '2026-11-21' };

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

describe('what was picked on a picture', () => {
  it.each<[FieldType, string, JsonValue]>([
    ['amount', '1.234,50', '1234.50'],
    ['amount', 'Total 1.234,50 EUR', '1234.50'],
    ['amount', '€1,234.50', '1234.50'],
    ['amount', '1 234,50 €', '1234.50'],
    ['amount', '-3,20', '-3.20'],
    ['number', '12,5 kg', '12.5'],
    ['date', '3. März 24', '2024-03-03'],
    ['date', 'Datum: 03.03.2024', '2024-03-03'],
    ['time', 'um 14:05 Uhr', '14:05'],
    ['currency', '12,50 €', 'EUR'],
    ['currency', 'CHF', 'CHF'],
    ['code', 'DE 89 3704', 'DE893704'],
    ['text', 'Harbour\nCafe', 'Harbour Cafe'],
    ['address', 'Am Markt 1\n10115 Berlin', 'Am Markt 1\n10115 Berlin'],
  ])('as %s, %j is %j', (type, printed, value) =>
    expect(fromPicked(type, printed, { ...writing, locale: 'de-DE' })).toEqual({ ok: true, value }),
  );

  it.each<[FieldType, string]>([
    ['amount', 'Total'],
    ['amount', '3 x 2,50'],
    ['amount', '1.471'],
    ['date', '03.03.2024 04.03.2024'],
    ['time', 'noon'],
    ['currency', 'Total'],
  ])('is no value of a field of type %s where it could be none or several: %j', (type, printed) =>
    expect(fromPicked(type, printed, { ...writing, locale: 'de-DE' }).ok).toBe(false),
  );
});

describe('other values as people type them', () => {
  it('lose the spaces of codes and nothing else', () => {
    expect(fromInput('code', ' 1Z 999 AA1 ', writing)).toEqual({ ok: true, value: '1Z999AA1' });
    expect(fromInput('text', ' A  b ', writing)).toEqual({ ok: true, value: 'A  b' });
  });

  it('empty the field when nothing is left', () => {
    expect(fromInput('amount', '  ', writing)).toEqual({ ok: true, value: null });
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

describe('days, times and amounts in the locale of the page', () => {
  it.each(['en', 'en-GB', 'en-US', 'de', 'fr', 'es', 'sv', 'nl'])(
    'are understood as they stand, in %s',
    (locale) => {
      for (let day = Date.UTC(2025, 11, 30); day < Date.UTC(2027, 0, 3); day += 86_400_000) {
        const value = new Date(day).toISOString().slice(0, 10);
        const typed = toInput(value, 'date', locale);
        expect(fromInput('date', typed, { ...writing, locale }), typed).toEqual({ ok: true, value });
      }
      for (const value of ['12.25', '-0.50', '1471.60', '1471', '0', '12.3456'])
        expect(fromInput('amount', toInput(value, 'amount', locale), { ...writing, locale })).toEqual({
          ok: true,
          value,
        });
      for (const value of ['18:05', '07:10:35'])
        expect(fromInput('time', toInput(value, 'time', locale), { ...writing, locale })).toEqual({
          ok: true,
          value,
        });
    },
  );

  it.each([
    ['3/5/26', 'en-GB', '2026-05-03'],
    ['3/5/26', 'en-US', '2026-03-05'],
    ['3.5.26', 'de', '2026-05-03'],
    ['5 March 2026', 'en-GB', '2026-03-05'],
    ['5. März 2026', 'de', '2026-03-05'],
    ['2026-03-05', 'fr', '2026-03-05'],
  ])('%s is understood in %s', (typed, locale, value) => {
    expect(fromInput('date', typed, { ...writing, locale })).toEqual({ ok: true, value });
  });

  it('are asked for again where they are none, or more than one', () => {
    for (const typed of ['31/02/2026', 'tomorrow', '3/5', '3/5/26 or 4/5/26', '3/5/26 18:05'])
      expect(fromInput('date', typed, writing), typed).toMatchObject({ ok: false });
    for (const typed of ['25:00', 'noon', '18'])
      expect(fromInput('time', typed, writing), typed).toMatchObject({ ok: false });
    expect(fromInput('time', '6:05 pm', writing)).toEqual({ ok: true, value: '18:05' });
  });
});
