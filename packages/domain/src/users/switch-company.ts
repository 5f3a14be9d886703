import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

/**
 * Makes another of the user's companies the one this session works in.
 *
 * @throws AppError `company.not_a_member`
 */
export async function switchCompany(
  { auth }: { auth: Kysely<DB> },
  { sessionId, userId, companyId }: { sessionId: string; userId: string; companyId: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update auth.session s set active_company_id = m.company_id, updated_at = now()
    from auth.membership m
    where s.id = ${sessionId}::uuid and s.user_id = ${userId}::uuid and m.user_id = s.user_id and m.company_id::text = ${companyId}`.execute(
    auth,
  );
  if (numAffectedRows !== 1n) {
    throw new AppError('company.not_a_member');
  }
}
