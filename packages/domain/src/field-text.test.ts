import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { fieldText } from './field-text.ts';

describe('a sentence beside a field', () => {
  const name = z
    .string()
    .min(1, fieldText('name'))
    .max(3, fieldText('too_long', { max: 1200 }));
  const problem = (given: string) => name.safeParse(given).error?.issues[0]?.message ?? '';

  test('is said in the reader’s language, and in English for the log and other programs', () => {
    const error = new AppError('sign_up.invalid', { fields: { name: problem('Ada!'), email: 'as it is' } });
    expect(error.detail.fields).toEqual({ name: 'Use at most 1,200 characters.', email: 'as it is' });
    expect(error.in('de').detail.fields).toEqual({
      name: 'Höchstens 1.200 Zeichen verwenden.', // cspell:disable-line
      email: 'as it is',
    });
  });

  test('may be what another error says, and part of the sentence of its own', () => {
    const password = new AppError('password.unusable', { reason: 'too_short', min: 10 });
    expect(new AppError('sign_up.invalid', { fields: { password } }).detail.fields).toEqual({
      password: 'Use at least 10 characters.',
    });
    const error = new AppError('draft.invalid', {
      message: `${fieldText('manifest_size')} ${fieldText('source_size')}`,
    });
    expect(error.message).toBe(
      'The manifest is a text of at most 256 KB. The program is a text of at most 512 KB.',
    );
    // cspell:disable-next-line
    expect(error.in('de').sentence).toContain('Das Programm ist ein Text mit höchstens 512 KB.');
  });
});
