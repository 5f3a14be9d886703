// cspell:ignore höchstens erlaubt Bild sind
import { expect, test } from 'vitest';
import { sayFailure } from './say-failure.ts';

const failure = {
  failure_code: 'image.too_many_pixels',
  failure_detail: 'The picture has 20000 x 10000 pixels; 100 megapixels are the most. Scale it down.',
  failure_values: { width: 20_000, height: 10_000, most: 100 },
};

test('what was found is said in the reader’s language, its numbers too', () => {
  expect(sayFailure(failure, 'de-DE')).toBe(
    'Das Bild hat 20.000 × 10.000 Pixel; erlaubt sind höchstens 100 Megapixel.',
  );
  expect(sayFailure(failure, 'en')).toBe(
    'The picture has 20,000 × 10,000 pixels; 100 megapixels are the most.',
  );
});

test('what was kept in English alone is told to readers of English, and mixes into no other page', () => {
  const before = { ...failure, failure_values: null };
  expect([sayFailure(before, 'en-GB'), sayFailure(before, 'fr')]).toEqual([failure.failure_detail, null]);
  const plain = { failure_code: 'pdf.encrypted', failure_detail: 'Protected.', failure_values: {} };
  expect([sayFailure(plain, 'en'), sayFailure(plain, 'es')]).toEqual(['Protected.', null]);
});
