import { expect, test } from 'vitest';
import { valueAt, withValueAt } from './at-path.ts';

const manifest = { id: 'a', records: [{ type: 'x', fields: [{ name: 'one' }, { name: 'two' }] }] };

test('a value is changed where its path leads, everything else and its order stay', () => {
  expect(withValueAt(manifest, ['records', 0, 'fields', 1, 'name'], 'three')).toEqual({
    id: 'a',
    records: [{ type: 'x', fields: [{ name: 'one' }, { name: 'three' }] }],
  });
  expect(Object.keys(withValueAt(manifest, ['id'], 'b') as object)).toEqual(['id', 'records']);
  expect(manifest.id).toBe('a');
});

test('what is missing on the way is made, and what is taken away leaves no hole', () => {
  expect(withValueAt({}, ['when', 'minLines'], 3)).toEqual({ when: { minLines: 3 } });
  expect(withValueAt(manifest, ['records', 0, 'fields', 0], undefined)).toEqual({
    id: 'a',
    records: [{ type: 'x', fields: [{ name: 'two' }] }],
  });
  expect(withValueAt({ when: { minLines: 3 } }, ['when', 'minLines'], undefined)).toEqual({ when: {} });
});

test('a path into something of another kind leads nowhere, also by inherited names', () => {
  expect(valueAt({ records: 'none' }, ['records', 0, 'type'])).toBeUndefined();
  expect(valueAt({}, ['constructor'])).toBeUndefined();
});
