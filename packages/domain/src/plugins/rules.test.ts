import type { ManifestSetting } from '@readout/plugin-kit/manifest';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseSettings, settingsFor } from './rules.ts';

const settings: ManifestSetting[] = [
  { name: 'suppliers', label: 'Suppliers', type: 'texts', default: ['ACME'] },
  { name: 'limit', label: 'Limit', type: 'number', min: 0, max: 10 },
  { name: 'strict', label: 'Strict', type: 'switch', default: false },
  { name: 'note', label: 'Note', type: 'text', default: '', maxLength: 5 },
  {
    name: 'unit',
    label: 'Unit',
    type: 'choice',
    options: [
      { value: 'bar', label: 'bar' },
      { value: 'psi', label: 'psi' },
    ],
    default: 'bar',
  },
];
const problems = (values: Record<string, unknown>) => {
  try {
    return parseSettings({ settings }, values);
  } catch (error) {
    return error instanceof AppError ? Object.keys(error.detail.fields as object) : error;
  }
};

test('a plugin is given what was set, else what its manifest proposes, and nothing that was not declared', () => {
  expect(settingsFor({ settings }, {})).toEqual({
    suppliers: ['ACME'],
    strict: false,
    note: '',
    unit: 'bar',
  });
  expect(settingsFor({ settings }, { limit: 3, strict: true, other: 1 })).toMatchObject({
    limit: 3,
    strict: true,
  });
  expect(settingsFor({ settings }, { other: 1 })).not.toHaveProperty('other');
});

test('what a newer version no longer takes is as it proposes, not an error', () => {
  expect(settingsFor({ settings }, { unit: 'kPa', limit: 99, note: 'too long', suppliers: 'ACME' })).toEqual({
    suppliers: ['ACME'],
    strict: false,
    note: '',
    unit: 'bar',
  });
});

test('every value that cannot be used is named', () => {
  expect(problems({ suppliers: ['A', 'B'], limit: 0, strict: true, note: 'ab', unit: 'psi' })).toEqual({
    suppliers: ['A', 'B'],
    limit: 0,
    strict: true,
    note: 'ab',
    unit: 'psi',
  });
  expect(
    problems({ suppliers: [1], limit: Number.NaN, strict: 'on', note: 'a\0b', unit: 'kPa', other: 1 }),
  ).toEqual(['other', 'suppliers', 'limit', 'strict', 'note', 'unit']);
  expect(problems({ limit: 11, note: 'abcdef', suppliers: Array(201).fill('x') })).toEqual([
    'suppliers',
    'limit',
    'note',
  ]);
  expect(problems({ limit: null })).toEqual({});
});
