// cspell:disable -- units and words as misread
import { describe, expect, expectTypeOf, it } from 'vitest';
import { isGtin } from './check-digits.ts';
import { codeField } from './fields.ts';
import {
  booleanField,
  choiceField,
  currencyField,
  mapField,
  moneyFields,
  numberField,
  numberWithUnit,
  pairsField,
} from './more-fields.ts';
import { parseNumber } from './numbers.ts';
import { type Sighting, seenBox } from './sightings.ts';
import type { Field } from './types.ts';

const seen = (text: string): Sighting =>
  seenBox(
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ],
    text,
    0.9,
  );

describe('parseNumber', () => {
  it.each([
    ['230 V~', { value: '230', unit: 'V~' }],
    ['1.234,5 kWh', { value: '1234.5', unit: 'kWh' }],
    ['-12.5 °C', { value: '-12.5', unit: '°C' }],
    ['00123.4', { value: '123.4' }],
    ['98%', { value: '98', unit: '%' }],
    ['3.2 m3/h', { value: '3.2', unit: 'm3/h' }],
    ['1O5 bar', { value: '105', unit: 'bar' }],
    ['12 l', { value: '12', unit: 'l' }],
    ['-0.0', { value: '0.0' }],
    ["1'250 kg", { value: '1250', unit: 'kg' }],
  ])('reads %s', (text, expected) => expect(parseNumber(text, { locale: 'de-DE' })).toMatchObject(expected));

  it.each(['', 'kWh', '12 to 15', '3 x 4', '1.2.3.4', '12 apples and pears', 'SOLD'])(
    'declines "%s"',
    (text) => expect(parseNumber(text, { locale: 'en-GB' })).toBeUndefined(),
  );

  it('writes units as they were asked for, and declines others', () => {
    const units = ['kWh', 'm³', '°C', 'mW', 'MW'];
    expect(parseNumber('12.5 KWH', { units })?.unit).toBe('kWh');
    expect(parseNumber('12.5 m3', { units })?.unit).toBe('m³');
    expect(parseNumber('12.5 ºC', { units })?.unit).toBe('°C');
    expect(parseNumber('12.5 MW', { units })?.unit).toBe('MW');
    expect(parseNumber('12.5 V', { units })).toBeUndefined();
    expect(parseNumber('12.5', { units, needsUnit: true })).toBeUndefined();
  });

  it('says what else 1.234 can be, and declines it without a locale', () => {
    expect(parseNumber('1.234 kg', { locale: 'de-DE' })).toMatchObject({
      value: '1234',
      ambiguous: ['1.234'],
    });
    expect(parseNumber('1.234 kg', { locale: 'en-US' })).toMatchObject({
      value: '1.234',
      ambiguous: ['1234'],
    });
    expect(parseNumber('1.234 kg')).toBeUndefined();
  });
});

it('a number and its unit are two fields seen at the same place, less sure where a letter was taken for a digit', () => {
  expect(numberWithUnit(seen('230 V'))).toMatchObject({
    number: { value: '230', raw: '230 V', confidence: 0.9 },
    unit: { value: 'V' },
  });
  expect(numberField(seen('23O V'))).toMatchObject({ value: '230', confidence: 0.72 });
});

it('an amount comes with the currency that is next to it', () => {
  const locale = 'en-US';
  expect(moneyFields(seen('$4.20'), { locale })).toMatchObject({
    amount: { value: '4.20' },
    currency: { value: 'USD' },
  });
  expect(moneyFields(seen('4.20'), { locale })?.currency).toBeUndefined();
  expect(currencyField(seen('€'), { locale })?.value).toBe('EUR');
});

it('a choice is one of its options, by any of their words, mistakes tolerated', () => {
  const state = choiceField(seen('Refurb1shed'), ['new', 'refurbished']);
  expectTypeOf(state).toEqualTypeOf<ReturnType<typeof choiceField<'new' | 'refurbished'>>>();
  expect(state?.value).toBe('refurbished');
  expect(choiceField(seen('Gebraucht'), { new: ['New', 'Neu'], used: ['Used', 'Gebraucht'] })?.value).toBe(
    'used',
  );
  expect(choiceField(seen('in use'), ['in', 'in use'])?.value).toBe('in use');
  expect(choiceField(seen('broken'), ['new', 'used'])).toBeUndefined();
});

it('a boolean is true or false, with what says so', () => {
  const creditNote = booleanField(seen('Credit note'), true);
  expectTypeOf(creditNote).toEqualTypeOf<Field<boolean, 'boolean'>>();
  expect(creditNote).toMatchObject({ value: true, raw: 'Credit note' });
  expect(booleanField(seen('☐ damaged'), false).value).toBe(false);
});

it('a code says whether its check digit holds', () => {
  const checked = (code: string) =>
    codeField(seen(code), code, { checkDigit: { name: 'GTIN-13', holds: isGtin } });
  expect(checked('4006381333931').checks).toEqual([
    { name: 'check-digit', passed: true, reason: 'The check digit of the GTIN-13 holds.' },
  ]);
  expect(checked('4006381333932').checks[0]?.passed).toBe(false);
});

it('maps and pairs carry the pixels of each of their entries', () => {
  expect(mapField([{ name: '01', value: '0950', sighting: seen('(01)0950') }])).toMatchObject({
    value: { '01': '0950' },
    raw: '(01)0950',
  });
  const pairs = pairsField([
    { label: seen('Pump  speed:'), value: seen('1450 rpm') },
    { label: seen('State'), value: seen('running') },
  ]);
  expect(pairs?.value).toEqual([
    { label: 'Pump speed', value: '1450 rpm' },
    { label: 'State', value: 'running' },
  ]);
  expect(pairs?.evidence).toHaveLength(4);
  expect(pairsField([])).toBeUndefined();
});
