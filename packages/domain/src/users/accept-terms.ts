import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { recordUserEvent } from './record-user-event.ts';
import type { LegalVersions } from './rules.ts';

/**
 * Stores that a person accepts the legal texts in the versions they were shown.
 *
 * @throws AppError `support.read_only` for a platform admin acting as them, `terms.changed_meanwhile` where newer ones
 *   were published since
 */
export async function acceptTerms(
  { auth }: { auth: Kysely<DB> },
  input: {
    userId: string;
    impersonatedBy?: string | undefined;
    shown: LegalVersions;
    current: LegalVersions;
    ipAddress: string;
    userAgent: string;
  },
): Promise<void> {
  const { userId, shown, current } = input;
  if (input.impersonatedBy) throw new AppError('support.read_only', { reason: 'terms' });
  if (shown.terms !== current.terms || shown.privacy !== current.privacy)
    throw new AppError('terms.changed_meanwhile');
  await auth.transaction().execute(async (trx) => {
    await sql`
      update auth."user" set terms_version = ${current.terms}, privacy_version = ${current.privacy}, updated_at = now()
      where id = ${userId}::uuid`.execute(trx);
    await recordUserEvent(trx, {
      userId,
      action: 'terms.accepted',
      detail: { ...current },
      ipAddress: input.ipAddress,
      userAgent: input.userAgent,
    });
  });
}
