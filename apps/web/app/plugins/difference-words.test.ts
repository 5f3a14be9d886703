import { expect, test } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { inWords } from './difference-words.ts';

test('a difference says which field of which record, and both sides', () => {
  expect(
    inWords(
      { index: 1, type: 'parcel', field: 'code', part: 'value', expected: 'A1', actual: 'A7' },
      textsIn('en'),
    ),
  ).toEqual({ what: 'parcel 2 · code', expected: 'A1', actual: 'A7' });
  expect(
    inWords(
      {
        index: 0,
        type: 'parcel',
        field: 'code',
        part: 'seen',
        expected: ['l1', 'l2'],
        actual: ['l3'],
      },
      textsIn('en'),
    ),
  ).toEqual({ what: 'parcel · code · seen at', expected: 'l1 l2', actual: 'l3' });
  expect(inWords({ index: 0, type: 'parcel', part: 'record', actual: { code: 'A' } }, textsIn('en'))).toEqual(
    {
      what: 'parcel',
      expected: null,
      actual: '{\n "code": "A"\n}',
    },
  );
});
