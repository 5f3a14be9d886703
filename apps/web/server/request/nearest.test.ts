import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['capture', 'state', 'type', 'updatedSince', 'cursor', 'limit', 'q'];

test.each([
  ['tpye', 'type'],
  ['Type', 'type'],
  ['updated_since', 'updatedSince'],
  ['limits', 'limit'],
  ['captures', 'capture'],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
])('%j was probably meant to be %j', (asked, meant) => {
  expect(nearest(asked, names)).toBe(meant);
});
