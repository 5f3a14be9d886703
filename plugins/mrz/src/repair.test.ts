import { zoneCheckDigit, zoneFormats, zoneOutcome } from '@readout/plugin-kit';
import { describe, expect, it } from 'vitest';
import { byClass, repaired } from './repair.ts';

// cspell:disable -- zones of the examples of ICAO Doc 9303
const td3 = zoneFormats.find(({ name }) => name === 'TD3')!;
const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const data = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe('check digits of Doc 9303', () => {
  it('are those of the examples', () => {
    expect(zoneCheckDigit('520727')).toBe('3');
    expect(zoneCheckDigit('AB2134<<<')).toBe('5');
    expect(zoneOutcome([names, data], td3)).toEqual({
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
    expect(zoneCheckDigit('L898?02C3')).toBeUndefined();
    expect(zoneOutcome([names, data.replace('L898902C3', 'L898?02C3')], td3)).toMatchObject({
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
