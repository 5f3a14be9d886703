import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { throwRefusal } from '../ledger/ledger-refusals.ts';
import { personName } from './person-name.ts';

/** What everybody says who makes an account. */
export const newAccountSchema = z.object({
  name: personName,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(320, fieldText('too_long', { max: 320 }))
    .pipe(z.email(fieldText('email'))),
  password: z.string(),
  termsVersion: z.string().min(1, fieldText('accept_terms')).max(40),
  privacyVersion: z.string().min(1, fieldText('accept_privacy')).max(40),
});

/** The first thing that is wrong with each field. */
export const wrongFields = (error: z.ZodError | undefined): Record<string, string | AppError> =>
  Object.fromEntries(error?.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]) ?? []);

const uniqueViolation = '23505';

/**
 * @param auth as readout_auth
 * @throws AppError `sign_up.not_possible` where an account has the address, and what the database refuses
 */
export async function makeAccount<Made>(
  auth: Kysely<DB>,
  email: string,
  make: () => Promise<Made>,
): Promise<Made> {
  // Asked before, so that the address does not stand in the log of the database as the reason of a failure.
  const taken = await auth.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) throw new AppError('sign_up.not_possible');
  try {
    return await make();
  } catch (cause) {
    if ((cause as { code?: string }).code !== uniqueViolation) throwRefusal(cause);
    throw new AppError('sign_up.not_possible', {}, { cause });
  }
}
