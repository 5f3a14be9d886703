import type { FieldData } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { isBeyondDoubt } from './auto-confirm.ts';

const passed = { name: 'format', passed: true, reason: 'two decimals' };
const failed = { name: 'sum', passed: false, reason: 'items add up to 13.50' };
const field = (more: Partial<FieldData> = {}): FieldData => ({
  value: '12.50',
  raw: '12.50',
  confidence: 1,
  evidence: [],
  checks: [],
  ...more,
});
const confirms = (fields: Record<string, FieldData>, confidence = 0.95) =>
  isBeyondDoubt({ confidence, fields }, 0.9);

test('a record confirms itself at its threshold, and never where there is none', () => {
  expect(confirms({ total: field() }, 0.9)).toBe(true);
  expect(confirms({ total: field() }, 0.89)).toBe(false);
  expect(isBeyondDoubt({ confidence: 1, fields: { total: field() } }, undefined)).toBe(false);
});

test('one failed check of one field keeps a record from confirming itself, whatever else passed', () => {
  expect(confirms({ total: field({ checks: [passed, passed] }), date: field() })).toBe(true);
  expect(confirms({ total: field({ checks: [failed] }) })).toBe(false);
  for (const checks of [
    [passed, failed],
    [failed, passed],
  ])
    expect(confirms({ total: field({ checks }), date: field({ checks: [passed] }) })).toBe(false);
  expect(confirms({ date: field({ checks: [passed] }), total: field({ checks: [failed] }) })).toBe(false);
});

test('so does one value that could be read in two ways', () => {
  expect(confirms({ date: field({ ambiguous: ['2026-05-03'], checks: [passed] }), total: field() })).toBe(
    false,
  );
  expect(confirms({ date: field({ ambiguous: [] }) })).toBe(true);
});

test('so does one value that is not printed where it was seen', () => {
  expect(
    confirms({ total: field({ kind: 'computed', checks: [passed] }), date: field({ kind: 'seen' }) }),
  ).toBe(false);
  expect(confirms({ total: field({ kind: 'seen' }), date: field({ kind: 'seen' }) })).toBe(true);
});
