// cspell:ignore hieße mehr höchstens Stunde seit bestätigt
import type { Implausible } from '@readout/domain/watches/rules';
import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { implausibleWords } from './implausible-words.ts';

const nine = Date.UTC(2026, 10, 21, 9, 12);
const jump: Implausible = {
  rule: 'rate',
  value: 12_845.3,
  difference: 4.3,
  elapsedMs: 10_000,
  confirmed: { value: 12_841, takenAt: nine, by: 'Ana' },
  maxRate: 5,
  ratePerMs: 3_600_000,
  direction: 'up',
};
const words = (why: Implausible, locale = 'en') =>
  implausibleWords(why, textsIn(locale), { unit: 'kWh', decimals: 1, locale, timeZone: 'UTC' });

test('beyond the rate says what it would mean, what is allowed, since when and by whom', () => {
  expect(words(jump)).toBe(
    '12,845.3 kWh would mean 4.3 kWh more in 10 s; at most 5.0 kWh an hour since 12,841.0 kWh, confirmed for 09:12 AM by Ana.',
  );
  expect(words({ ...jump, ratePerMs: 600_000, elapsedMs: 9_000_000 })).toContain(
    'in 2.5 hours; at most 5.0 kWh in 10 minutes since',
  );
  expect(words(jump, 'de')).toBe(
    '12.845,3 kWh hieße 4,3 kWh mehr in 10 s; höchstens 5,0 kWh je Stunde seit 12.841,0 kWh, für 09:12 bestätigt von Ana.',
  );
});

test('against the direction says so, however long ago', () => {
  const fell = { ...jump, rule: 'direction', value: 12_840.9, difference: -0.1 } as const;
  expect(words({ ...fell, elapsedMs: 100 * 86_400_000 })).toBe(
    '12,840.9 kWh is less than 12,841.0 kWh, confirmed for Nov 21, 2026, 09:12 AM by Ana; what is read here only rises.',
  );
});

test('outside of what the display can show is wrong without any history', () => {
  const range = { rule: 'range', value: 140, min: 0, max: 100 } as const;
  expect(words(range)).toBe('140.0 kWh cannot be: what is read here shows from 0.0 kWh to 100.0 kWh.');
  expect(words({ ...range, min: null })).toContain('shows 100.0 kWh or less');
});
