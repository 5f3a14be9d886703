import { expect, test } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { placeOf, shown } from './difference-table.tsx';

test('a difference says which field of which record, and both sides', () => {
  const text = textsIn('en');
  const code = { type: 'parcel', field: 'code', expected: 'A1', actual: 'A7' };
  expect(placeOf({ ...code, index: 1, part: 'value' }, text)).toBe('parcel 2 · code');
  expect(placeOf({ ...code, index: 0, part: 'seen' }, text)).toBe('parcel · code · seen at');
  expect(placeOf({ index: 0, type: 'parcel', part: 'record', actual: {} }, text)).toBe('parcel');
  expect([shown('A1'), shown(['l1', 'l2']), shown(undefined), shown({ code: 'A' })]).toEqual([
    'A1',
    'l1 l2',
    null,
    '{\n "code": "A"\n}',
  ]);
});
