import { describe, expect, it } from 'vitest';
import { parseFieldValue } from './field-values.ts';

describe('a boolean a person chose', () => {
  it('is true or false, as such or as a word', () => {
    for (const value of [true, 'true']) expect(parseFieldValue('boolean', 'Credit note', value)).toBe(true);
    for (const value of [false, 'false'])
      expect(parseFieldValue('boolean', 'Credit note', value)).toBe(false);
  });

  it('may be emptied', () => expect(parseFieldValue('boolean', 'Credit note', null)).toBeNull());

  it.each(['yes', 1, 0, 'TRUE', [true], { true: true }])('is not %j', (value) =>
    expect(() => parseFieldValue('boolean', 'Credit note', value)).toThrow(
      expect.objectContaining({ code: 'record.invalid_value' }),
    ),
  );
});
