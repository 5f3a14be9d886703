import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';

/** A company's name: any script, one line. */
export const companyNameSchema = z
  .string()
  .transform(keptName)
  .pipe(
    z
      .string()
      .min(1, fieldText('company_name'))
      .max(200, fieldText('too_long', { max: 200 }))
      .refine((name) => !hidesSomething(name), hidesSentence),
  );

/** @throws AppError `company.bad_settings` with detail `{fields: {name}}` */
export function parseCompanyName(name: string): string {
  const parsed = companyNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new AppError('company.bad_settings', { fields: { name: parsed.error.issues[0]?.message ?? '' } });
}

/** Readable, and unique by the end of the id. */
export function slugOf(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${words || 'company'}-${id.slice(-8)}`;
}

/**
 * What cannot be taken back by a button is confirmed by typing the company's name.
 * @throws AppError `company.not_confirmed` with detail `{fields: {confirmation}}`
 */
export function demandConfirmation(typed: string, companyName: string): void {
  const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (plain(typed) === plain(companyName)) return;
  throw new AppError('company.not_confirmed', {
    fields: { confirmation: fieldText('other_company_name') },
  });
}
