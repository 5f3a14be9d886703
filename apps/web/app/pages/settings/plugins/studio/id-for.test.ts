import { expect, test } from 'vitest';
import { idFor } from './id-for.ts';

test('an id is what a name says in lower-case letters, digits and hyphens', () => {
  expect(idFor('Gate pass, 2nd')).toBe('gate-pass-2nd');
  expect(idFor('Größe à la carte!')).toBe('grosse-a-la-carte');
  expect(idFor('42 answers')).toBe('answers');
  expect(idFor('???')).toBe('');
  expect(idFor(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
});
