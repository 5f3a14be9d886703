import { expect, test } from 'vitest';
import { bytesOfGigabytes, gigabytes, parseWholeNumber } from './forms.ts';

test('a whole number is understood as it is written anywhere, and nothing else is', () => {
  for (const written of ['1000', ' 1,000 ', '1.000', '1 000', '1’000', "1'000", '1 000'])
    expect(parseWholeNumber(written)).toBe(1000);
  expect(parseWholeNumber('1,00,000')).toBe(100_000);
  expect(parseWholeNumber(' ')).toBeUndefined();
  for (const other of ['1,5', '1.5', '1.0000', 'many', '-1', '1 00'])
    expect(parseWholeNumber(other)).toBeNaN();
});

test('gigabytes come back as they are shown in every language', () => {
  for (const locale of ['en', 'en-IN', 'de', 'de-CH', 'fr', 'es', 'en-XA'])
    for (const bytes of [0, 1_500_000_000, 1_234_567_000_000])
      expect(bytesOfGigabytes(gigabytes(bytes, locale), locale)).toBe(bytes);
});

test('a decimal of another language is refused rather than taken for ten times as much', () => {
  expect(bytesOfGigabytes('1,5', 'de')).toBe(1_500_000_000);
  expect(bytesOfGigabytes('1.500', 'de')).toBe(1_500_000_000_000);
  expect(bytesOfGigabytes('1,500', 'en')).toBe(1_500_000_000_000);
  expect(bytesOfGigabytes('1.5', 'de')).toBeNaN();
  expect(bytesOfGigabytes('1,5', 'en')).toBeNaN();
  expect(bytesOfGigabytes('1.5.5', 'en')).toBeNaN();
  expect(bytesOfGigabytes('', 'de')).toBeUndefined();
});
