import { AppError } from '../errors.ts';

const maxLength = 500;

/** @throws AppError `record.reason_needed` */
export function parseReason(reason: unknown): string {
  const text = typeof reason === 'string' ? reason.replaceAll('\0', '').trim() : '';
  if (text === '' || text.length > maxLength)
    throw new AppError(
      'invalid',
      'record.reason_needed',
      `Say in a few words why (at most ${maxLength} characters).`,
      { maxLength },
    );
  return text;
}
