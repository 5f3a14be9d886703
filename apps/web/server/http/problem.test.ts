import { expect, test } from 'vitest';
import { surroundingsOf } from '../worker/surroundings.ts';
import { foreseen } from './problem.ts';

test('a database without room on its disk is no defect, and no fault of the page that is read', () => {
  const error = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(foreseen(error)).toMatchObject({ kind: 'unavailable', code: 'store.full' });
  expect(surroundingsOf(error)).toBe('store.full');
});
