import { expect, test } from 'vitest';
import { optionFor } from './type-ahead.ts';

const labels = ['English', 'Español', 'Deutsch', undefined, 'Français'];

test('a letter leads to the next option that begins with it, and again to the one after', () => {
  expect(optionFor(labels, 2, 'e')).toBe(0);
  expect(optionFor(labels, 0, 'ee')).toBe(1);
  expect(optionFor(labels, 1, 'eee')).toBe(0);
  expect(optionFor(labels, -1, 'E')).toBe(0);
});

test('more letters say which, and stay where they fit already', () => {
  expect(optionFor(labels, 0, 'es')).toBe(1);
  expect(optionFor(labels, 1, 'esp')).toBe(1);
  expect(optionFor(labels, 1, 'x')).toBe(1);
});
