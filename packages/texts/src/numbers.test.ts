import { expect, test } from 'vitest';
import { fileSize, percentText, wholeNumber } from './numbers.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('sizes and shares are written as the reader’s language writes them', () => {
  expect([0, 999, 312_400, 1_440_000, 52_000_000_000].map((bytes) => fileSize(bytes, 'en'))).toEqual([
    '0 B',
    '999 B',
    '312 kB',
    '1.4 MB',
    '52 GB',
  ]);
  expect(plain(fileSize(1_440_000, 'fr'))).toBe('1,4 Mo');
  expect(plain(fileSize(12, 'fr-CA'))).toBe('12 o');
  expect(plain(fileSize(1_440_000, 'de-CH'))).toBe('1.4 MB');
  expect(plain(percentText(0.85, 'de'))).toBe('85 %');
  expect(wholeNumber(12_345, 'en')).toBe('12,345');
});
