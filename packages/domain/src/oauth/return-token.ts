import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { findSecret } from '../api-keys/use-api-key.ts';
import { endGrant } from './end-grant.ts';
import { scopeOf } from './redeem.ts';

/**
 * A program gives back what it was allowed (RFC 7009): one of its tokens ends the grant. Tokens that nobody was given,
 * and those of other programs, change nothing and are not told apart.
 * @throws AppError `sign_in.too_many_tries`
 */
export async function returnToken(
  { db, auth }: { db: Kysely<DB>; auth: Kysely<DB> },
  { token, clientId, ipAddress }: { token: string; clientId: string; ipAddress: string },
): Promise<void> {
  const found = await findSecret({ auth }, { secret: token, kinds: ['refresh', 'access'], ipAddress });
  if (!found) return;
  const scope = scopeOf(found, ipAddress);
  await inCompany(db, { companyId: scope.companyId, userId: scope.actor.userId }, async (trx) => {
    const { rows } = await sql<{ client_id: string }>`
      select client_id from app.oauth_grants
      where company_id = ${scope.companyId}::uuid and id = ${found.id}::uuid for update`.execute(trx);
    if (rows[0]?.client_id !== clientId.toLowerCase()) return;
    await endGrant(trx, scope, { grantId: found.id, name: found.name, reason: 'by_program' });
  });
}
