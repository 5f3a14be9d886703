import { expect, test } from 'vitest';
import { differences, type ExpectedRecord } from './expectation.ts';

const parcel = (fields: ExpectedRecord['fields']): ExpectedRecord => ({ type: 'parcel', fields });
const code = (value: string) => ({ value, seen: ['l1'], checks: { 'check-digit': true } });

test('records that are as they should be differ in nothing, whatever the order of keys', () => {
  const value = { seen: ['l1'], value: { b: 1, a: [2] } };
  expect(
    differences([parcel({ x: value })], [parcel({ x: { value: { a: [2], b: 1 }, seen: ['l1'] } })]),
  ).toEqual([]);
  expect(differences([], [])).toEqual([]);
});

test('another value, another place and another outcome of a check are each named', () => {
  const made = { value: 'B', seen: ['l2'], checks: { 'check-digit': false } };
  expect(differences([parcel({ code: code('A') })], [parcel({ code: made })])).toEqual([
    { index: 0, type: 'parcel', field: 'code', part: 'value', expected: 'A', actual: 'B' },
    { index: 0, type: 'parcel', field: 'code', part: 'seen', expected: ['l1'], actual: ['l2'] },
    {
      index: 0,
      type: 'parcel',
      field: 'code',
      part: 'checks',
      expected: { 'check-digit': true },
      actual: { 'check-digit': false },
    },
  ]);
});

test('a field that is missing and one that is too many are told apart', () => {
  expect(differences([parcel({ code: code('A') })], [parcel({ other: code('A') })])).toEqual([
    { index: 0, type: 'parcel', field: 'code', part: 'field', expected: 'A' },
    { index: 0, type: 'parcel', field: 'other', part: 'field', actual: 'A' },
  ]);
});

test('a record where the reader has to decline is a difference', () => {
  expect(differences([], [parcel({ code: code('A') })])).toEqual([
    { index: 0, type: 'parcel', part: 'record', actual: { code: 'A' } },
  ]);
});
