import type { RecordData } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { receipt } from '../testing/arrange.ts';
import { compareShadow } from './compare-shadow.ts';

const acme: RecordData = receipt({ merchant: 'ACME', total: '12.50' });

test('two versions are equal where they read the same, or neither reads anything', () => {
  expect(compareShadow([acme], [{ ...acme, confidence: 0.1 }])).toEqual({ outcome: 'equal', changes: [] });
  expect(compareShadow([], [])).toEqual({ outcome: 'equal', changes: [] });
});

test('what only one of them made a record of is told as such', () => {
  expect(compareShadow([acme], []).outcome).toBe('only_installed');
  expect(compareShadow([], [acme]).outcome).toBe('only_shadow');
});

test('each field that differs is told with both values, a long one by its beginning', () => {
  const other = receipt({ merchant: 'A'.repeat(2000), total: '12.50' });
  const { outcome, changes } = compareShadow([acme], [other]);
  expect(outcome).toBe('differs');
  expect(changes).toMatchObject([{ record: acme.type, field: 'merchant', from: 'ACME' }]);
  expect(String(changes[0]?.to).length).toBeLessThan(600);
});
