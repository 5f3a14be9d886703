import { expect, it } from 'vitest';
import { fieldOfSameMeaning } from './field-meanings.ts';

const typeWith = (...names: string[]) => ({
  fields: names.map((name) => ({ name, label: name, type: 'text' as const })),
});

it.each([
  [['supplier', 'merchant', 'net', 'subtotal'], 'merchant', 'supplier'],
  [['merchant', 'subtotal'], 'supplier', 'merchant'],
  [['merchant', 'subtotal'], 'net', 'subtotal'],
  [['carrier', 'tracking'], 'text', 'tracking'],
  [['text', 'format'], 'tracking', 'text'],
  [['total'], 'total', 'total'],
  [['total'], 'merchant', undefined],
])('a type with the fields %j holds "%s" in %j', (names, name, expected) =>
  expect(fieldOfSameMeaning(typeWith(...names), name)).toBe(expected),
);
