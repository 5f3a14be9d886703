import { expect, test } from 'vitest';
import { visible } from './format-table.ts';

test('what a barcode holds cannot drive the terminal', () => {
  expect(visible('\u001b[2J\u001d01\u0085ok\u007f')).toBe('\u241b[2J\u241d01\ufffdok\u2421');
});
