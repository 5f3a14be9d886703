import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { endGrant } from './end-grant.ts';

/**
 * Ends what a program may: each member their own, who manages API keys everybody's in the company. The next request with
 * one of its tokens is refused. Also in a company that is suspended or closing: this only takes access away.
 * @throws AppError `oauth.grant_not_found`, also for one that ended; `role.not_allowed`
 */
export async function revokeGrant(
  { db }: { db: Kysely<DB> },
  { scope, grantId }: { scope: Scope; grantId: string },
): Promise<{ name: string }> {
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string; client_name: string; created_by: string }>`
      select id, client_name, created_by from app.oauth_grants
      where company_id = ${scope.companyId}::uuid and id::text = ${grantId.replaceAll('\0', '').toLowerCase()}
        and revoked_at is null for update`.execute(trx);
    const grant = rows[0];
    const isOwn = grant?.created_by === scope.actor.userId && !scope.actor.impersonatedBy;
    if (!isOwn) demandChange(scope, 'api_keys.manage');
    if (!grant) throw new AppError('oauth.grant_not_found');
    await endGrant(trx, scope, { grantId: grant.id, name: grant.client_name });
    return { name: grant.client_name };
  });
}
