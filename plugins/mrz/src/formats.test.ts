import { describe, expect, it } from 'vitest';
import { checkDigit, formats } from './formats.ts';
import { byClass, outcome, repaired } from './repair.ts';

// cspell:disable -- zones of the examples of ICAO Doc 9303
const td3 = formats.find(({ name }) => name === 'TD3')!;
const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const data = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe('check digits of Doc 9303', () => {
  it('are those of the examples', () => {
    expect(checkDigit('520727')).toBe('3');
    expect(checkDigit('AB2134<<<')).toBe('5');
    expect(outcome([names, data], td3)).toEqual({
      number: true,
      birth: true,
      expiry: true,
      optional: true,
      composite: true,
    });
  });
});

describe('classes of characters', () => {
  it('takes digits of names for the letters they look like, and leaves those of numbers', () => {
    expect(byClass([names.replace('ERIKSSON<<ANNA', '0CONN0R<<5IAN<'), data], td3)).toEqual([
      names.replace('ERIKSSON<<ANNA', 'OCONNOR<<SIAN<'),
      data,
    ]);
  });

  it('knows no check digit of what could not be read', () => {
    expect(checkDigit('L898?02C3')).toBeUndefined();
    expect(outcome([names, data.replace('L898902C3', 'L898?02C3')], td3)).toMatchObject({
      number: false,
      composite: false,
    });
  });
});

describe('repair', () => {
  it('puts a digit back where two check digits prove it', () => {
    expect(repaired([names, data.replace('L898902C3', 'L8989O2C3')], td3)).toEqual([names, data]);
  });

  it('changes nothing where no look-alike makes the digits hold', () => {
    expect(repaired([names, data.replace('L898902C3', 'L898907C3')], td3)).toBeUndefined();
  });

  it('changes nothing in a date, where any digit could be another', () => {
    expect(repaired([names, data.replace('740812', '740813')], td3)).toBeUndefined();
  });
});
