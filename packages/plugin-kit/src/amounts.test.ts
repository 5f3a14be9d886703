import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinorUnits, minorUnits, parseAmount } from './amounts.ts';
import { parseCurrency } from './currencies.ts';

describe('parseAmount', () => {
  it.each([
    ['1.471,60', '1471.60'],
    ['1,471.60', '1471.60'],
    ['1 471,60', '1471.60'],
    ["1'471.60", '1471.60'],
    ['1’471.60', '1471.60'],
    ['1\u202f471,60', '1471.60'],
    ['12,34,567.00', '1234567.00'],
    ['1.234.567', '1234567.00'],
    ['0,5', '0.50'],
    ['7', '7.00'],
    ['12. 50', '12.50'],
    ['1.471.60', '1471.60'],
    ['1,04,600.00', '104600.00'],
    ['1´471.60', '1471.60'],
    ['460/-', '460.00'],
    ['(3.50)', '-3.50'],
    ['3,50-', '-3.50'],
    ['−3,50', '-3.50'],
    ['12,-', '12.00'],
    ['45:-', '45.00'],
    ['1O.50', '10.50'],
    ['l2.00', '12.00'],
  ])('reads %s as %s in any locale', (printed, value) => {
    for (const locale of ['de-DE', 'en-US', 'sv-SE', 'de-CH'])
      expect(parseAmount(printed, { locale })?.value).toBe(value);
  });

  it.each([
    ['RM 12.00', '12.00', 'MYR'],
    ['RM12.00', '12.00', 'MYR'],
    ['12,00 €', '12.00', 'EUR'],
    ['€12.00', '12.00', 'EUR'],
    ['EUR 1.471,60', '1471.60', 'EUR'],
    ['-£3.20', '-3.20', 'GBP'],
    ['£-3.20', '-3.20', 'GBP'],
    ['¥1,200', '1200', undefined],
    ['JPY 1,200', '1200', 'JPY'],
    ['CHF 5.-', '5.00', 'CHF'],
    ['KWD 1.250', '1.250', 'KWD'],
  ])('takes the currency of %s', (printed, value, currency) => {
    const amount = parseAmount(printed, { locale: 'en-GB' });
    expect(amount?.currency).toBe(currency);
    expect(amount?.value).toBe(value);
  });

  it('says which dollar only where the locale does', () => {
    expect(parseAmount('$4', { locale: 'en-US' })).toMatchObject({ value: '4.00', currency: 'USD' });
    expect(parseAmount('$4', { locale: 'en-AU' })).toMatchObject({ currency: 'AUD' });
    expect(parseAmount('$4', { locale: 'de-DE' })).toMatchObject({ value: '4.00' });
    expect(parseAmount('$4', { locale: 'de-DE' })?.currency).toBeUndefined();
    expect(parseAmount('$4', { locale: 'de-DE' })?.currencies).toEqual(
      expect.arrayContaining(['USD', 'CAD']),
    );
    expect(parseCurrency('kr', 'sv')).toBe('SEK');
    expect(parseCurrency('kr', 'en')).toBeUndefined();
  });

  it('reads 1.234 as its locale does and names the other meaning', () => {
    expect(parseAmount('1.234', { locale: 'de-DE' })).toMatchObject({
      value: '1234.00',
      ambiguous: ['1.234'],
    });
    expect(parseAmount('1.234', { locale: 'en-GB' })).toMatchObject({
      value: '1.234',
      ambiguous: ['1234.00'],
    });
    // As fuel is priced: a comma is no more a mark of thousands for having three digits behind it.
    expect(parseAmount('1,799', { locale: 'de-DE' })).toMatchObject({
      value: '1.799',
      ambiguous: ['1799.00'],
    });
    expect(parseAmount('1.234')).toBeUndefined();
  });

  it.each([
    '',
    'SOLD',
    'OO',
    '12.05.2018',
    '1.2.3',
    '12:30',
    '1,23,4',
    '12 34',
    'A12.00',
    '3 x 4.00',
    '12.00 SR',
    '1234567890123456',
    '--5',
    '5%',
  ])('declines %j', (text) => expect(parseAmount(text, { locale: 'en-GB' })).toBeUndefined());

  it('reads back every amount however it is printed', () => {
    const styles: [string, string][] = [
      ['.', ','],
      [',', '.'],
      ["'", '.'],
      [' ', ','],
      ['', '.'],
      ['', ','],
      ['\u00a0', ','],
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.constantFrom(...styles),
        (cents, [group, mark]) => {
          const absolute = String(Math.abs(cents)).padStart(3, '0');
          const whole = absolute.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
          const printed = `${cents < 0 ? '-' : ''}${whole}${mark}${absolute.slice(-2)}`;
          const value = parseAmount(printed)?.value;
          expect(value && minorUnits(value)).toBe(cents * 100);
        },
      ),
      { seed: 20260305 },
    );
  });

  it('never throws and never returns anything but a decimal string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' -()€RMOlS:x") }), (text) => {
        const amount = parseAmount(text, { locale: 'de-DE' });
        if (amount) expect(amount.value).toMatch(/^-?\d+(\.\d+)?$/);
      }),
      { seed: 20260305, numRuns: 2000 },
    );
  });

  it('adds exactly', () => {
    expect(fromMinorUnits(minorUnits('0.10') + minorUnits('0.20'))).toBe('0.30');
    expect(fromMinorUnits(minorUnits('-0.05'))).toBe('-0.05');
    expect(fromMinorUnits(minorUnits('1.2345'))).toBe('1.2345');
  });
});
