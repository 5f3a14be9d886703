import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { shortWaitWords, waitWords } from './wait-words.ts';

const text = textsIn('en');

test('a wait is said as coarsely as it is known', () => {
  const words = (seconds: number | null) => waitWords({ seconds, heldBy: null }, text);
  expect([1, 5, 6, 37, 60, 61, 600, 5400, 5401, null].map(words)).toEqual([
    'in a moment',
    'in a moment',
    'about 10 s',
    'about 40 s',
    'about 60 s',
    'about 2 min',
    'about 10 min',
    'about 90 min',
    'about 2 h',
    '',
  ]);
});

test('what keeps a page from being read is said instead of a time', () => {
  expect(waitWords({ seconds: null, heldBy: 'store.away' }, text)).toBe(
    'the stored files cannot be reached at the moment; it is retried automatically',
  );
  expect(waitWords({ seconds: 3, heldBy: 'reader.disturbed' }, text)).toBe(
    'reading was disturbed; it is retried automatically',
  );
  expect(shortWaitWords({ seconds: null, heldBy: 'store.away' }, text)).toBe('held up');
  expect(shortWaitWords({ seconds: 100, heldBy: null }, text)).toBe('about 2 min');
});
