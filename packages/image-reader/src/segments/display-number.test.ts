import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDisplayNumber } from './display-number.ts';

const point = { decimalMark: '.' } as const;
const comma = { decimalMark: ',' } as const;

describe('numbers of displays', () => {
  test.each([
    ['12.5 kWh', point, 12.5, 'kWh'],
    ['-0,4', comma, -0.4, undefined],
    ['−0,4 °C', comma, -0.4, '°C'],
    ['1 234,5', comma, 1234.5, undefined],
    ['1.234.567,25', comma, 1234567.25, undefined],
    ["12'345.6", point, 12345.6, undefined],
    ['005693.3', point, 5693.3, undefined],
    ['12.', point, 12, undefined],
    ['.5', point, 0.5, undefined],
    ['7m³/h', point, 7, 'm³/h'],
  ])('%s', (text, options, value, unit) => {
    expect(parseDisplayNumber(text, options)).toMatchObject({ ok: true, value, ...(unit && { unit }) });
  });

  test('behind a degree sign that stands apart a round letter is the C that is asked for', () => {
    const celsius = { ...comma, unit: '°C' };
    for (const text of ['106,7 °0', '106,7 °O', '106,7 ° G'])
      expect(parseDisplayNumber(text, celsius)).toMatchObject({ ok: true, value: 106.7 });
    for (const text of ['106,7 °F', '106,7 0', '106,7 °8'])
      expect(parseDisplayNumber(text, celsius)).toMatchObject({ ok: false });
    expect(parseDisplayNumber('106,7 °0', { ...comma, unit: '°F' })).toMatchObject({ ok: false });
  });

  test('leading zeros are kept in the text', () => {
    expect(parseDisplayNumber('005693.3', point)).toEqual({ ok: true, value: 5693.3, text: '005693.3' });
  });

  test.each([
    ['', point],
    ['.', point],
    ['-', point],
    ['1.2.3', point],
    ['12,34', point],
    ['1.5', comma],
    ['12 34', point],
    ['Error', point],
  ])('declines %j', (text, options) => {
    expect(parseDisplayNumber(text, options)).toMatchObject({
      ok: false,
      reason: { why: expect.any(String) },
    });
  });

  test('letters are taken for digits only where the number of digits proves it', () => {
    expect(parseDisplayNumber('1O5', point)).toMatchObject({ ok: false });
    expect(parseDisplayNumber('lO5', { ...point, digits: 3 })).toMatchObject({ ok: true, value: 105 });
    expect(parseDisplayNumber('12 l', { ...point, digits: 2, unit: 'l' })).toMatchObject({
      ok: true,
      value: 12,
    });
  });

  test('a digit too few or too many is never a number', () => {
    expect(parseDisplayNumber('1234', { ...point, digits: 5 })).toMatchObject({
      ok: false,
      problem: 'digits',
    });
    expect(parseDisplayNumber('123456', { ...point, digits: 5 })).toMatchObject({
      ok: false,
      problem: 'digits',
    });
  });

  test('a lost mark is set only where digits and decimals prove its place', () => {
    expect(parseDisplayNumber('1234', { ...point, digits: 4, decimals: 1 })).toMatchObject({ value: 123.4 });
    expect(parseDisplayNumber('1234', { ...point, decimals: 1 })).toMatchObject({
      ok: false,
      problem: 'decimals',
    });
    expect(parseDisplayNumber('12.34', { ...point, decimals: 1 })).toMatchObject({
      ok: false,
      problem: 'decimals',
    });
  });

  test.each([
    ['12.5 \u00b5A', '\u03bcA'],
    ['12.5 \u03bcA', '\u00b5A'],
    ['12.5 \u03a9', '\u2126'],
    ['12.5 k\u2126', 'k\u03a9'],
    ['12.5 \u00baC', '\u00b0C'],
    ['12.5\u02daC', '\u00b0C'],
    ['12.5 \u2103', '\u00b0C'],
    ['12.5 \u00b0 C', '\u00b0C'],
    ['12.5 C', '\u00b0C'],
    ['12.5C', '\u00b0C'],
    ['12.5 oC', '\u00b0C'],
    ['12.5 0C', '\u00b0C'],
    ['12.5 F', '\u2109'],
    ['12.5 m3/h', 'm\u00b3/h'],
    ['12.5 min-1', 'min\u22121'],
    ['12.5 \uff05', '%'],
  ])('%s has the unit %s: signs written alike are one', (text, unit) => {
    expect(parseDisplayNumber(text, { ...point, unit })).toMatchObject({ ok: true, value: 12.5 });
  });

  test('a degree sign read as a nought never makes another number', () => {
    const celsius = { ...point, unit: '\u00b0C' };
    expect(parseDisplayNumber('23.40C', celsius)).toMatchObject({ ok: false, problem: 'unit' });
    expect(parseDisplayNumber('23.40C', { ...celsius, decimals: 1 })).toMatchObject({ value: 23.4 });
    expect(parseDisplayNumber('23.40C', { ...celsius, decimals: 2 })).toMatchObject({ value: 23.4 });
    expect(parseDisplayNumber('200C', { ...celsius, digits: 2 })).toMatchObject({ value: 20 });
    expect(parseDisplayNumber('20 C', celsius)).toMatchObject({ value: 20 });
    expect(parseDisplayNumber('20.0 C', celsius)).toMatchObject({ value: 20 });
  });

  test('another unit is declined, the range says what is wrong and keeps the value', () => {
    expect(parseDisplayNumber('5 MWh', { ...point, unit: 'kWh' })).toMatchObject({
      ok: false,
      problem: 'unit',
    });
    expect(parseDisplayNumber('105', { ...point, max: 100 })).toEqual({
      ok: false,
      problem: 'out_of_range',
      reason: { why: 'too_high', value: 105, limit: 100 },
      value: 105,
    });
  });

  test('whatever is written with a fixed number of decimals comes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('.', ',') as fc.Arbitrary<'.' | ','>,
        fc.boolean(),
        (whole, decimals, decimalMark, grouped) => {
          const value = whole / 10 ** decimals;
          const text = value.toLocaleString(decimalMark === '.' ? 'en-GB' : 'de-DE', {
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
            useGrouping: grouped,
          });
          const read = parseDisplayNumber(`${text} kWh`, { decimalMark, decimals, unit: 'kWh' });
          expect(read).toMatchObject({ ok: true, unit: 'kWh' });
          expect(read.value).toBeCloseTo(value, 6);
        },
      ),
      { seed: 4 },
    );
  });

  test('any text gives a finite number or a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., -OlkW') }), (text) => {
        const read = parseDisplayNumber(text, { decimalMark: '.', digits: 4 });
        if (read.ok) {
          expect(Number.isFinite(read.value)).toBe(true);
          expect(read.text.replace(/\D/gu, '').replace(/^0(?=\d{4})/u, '')).toHaveLength(4);
        } else expect(read.reason.why).not.toBe('');
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});
