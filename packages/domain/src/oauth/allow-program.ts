import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { newSecret } from '../api-keys/api-key-secret.ts';
import { parseApiKeyPlugins } from '../api-keys/rules.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { recordUserEvent } from '../users/record-user-event.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Program } from './register-program.ts';
import { codeSeconds, maxGrants, parseScopes, placeOf } from './rules.ts';

/**
 * A member lets a program act for them in the company. The grant begins when the program brings the code, which is
 * returned here and kept nowhere, with the verifier of its request.
 *
 * @param scopes - those the person left of what was asked for
 * @param plugins - ids of the plugins it may publish, as for an API key
 * @throws AppError `oauth.invalid_scope`, `api_key.bad_plugins`, `oauth.too_many`; `support.read_only` for anyone who acts as somebody
 */
export async function allowProgram(
  { db, auth }: { db: Kysely<DB>; auth: Kysely<DB> },
  {
    scope,
    program,
    request,
    scopes,
    plugins = '',
  }: {
    scope: Scope;
    program: Pick<Program, 'id' | 'name'>;
    request: AuthorizationRequest;
    scopes: readonly string[];
    plugins?: string;
  },
): Promise<{ code: string }> {
  demandThemself(scope);
  demandChange(scope, 'company.see');
  const allowed = parseScopes(scopes.join(' '));
  if (scopes.length === 0 || !allowed.every((each) => request.scopes.includes(each)))
    throw new AppError('oauth.invalid_scope', { reason: 'chosen' });
  const pluginIds = parseApiKeyPlugins(plugins, allowed);
  const { companyId, actor } = scope;
  const { secret: code, hash } = newSecret('code');
  await inChange(db, scope, async (trx) => {
    // Two at the same moment are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('oauth_grants ' || ${companyId} || ${actor.userId}, 0))`.execute(
      trx,
    );
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from app.oauth_grants
      where company_id = ${companyId}::uuid and created_by = ${actor.userId}::uuid and revoked_at is null and expires_at > now()`.execute(
      trx,
    );
    if ((counted[0]?.count ?? 0) >= maxGrants) throw new AppError('oauth.too_many', { max: maxGrants });
    const { rows } = await sql<{ id: string }>`
      insert into app.oauth_grants (company_id, client_id, client_name, redirect_uri, code_challenge, resource, scopes, plugin_ids, created_by, expires_at)
      values (${companyId}::uuid, ${program.id}::uuid, ${program.name}, ${request.redirectUri}, ${request.codeChallenge},
        ${request.resource}, ${allowed}::text[], ${pluginIds}::text[], ${actor.userId}::uuid, now() + make_interval(secs => ${codeSeconds}))
      returning id`.execute(trx);
    const grantId = rows[0]!.id;
    await sql`
      insert into app.oauth_tokens (company_id, secret_hash, grant_id, kind, expires_at)
      values (${companyId}::uuid, ${hash}, ${grantId}::uuid, 'code', now() + make_interval(secs => ${codeSeconds}))`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'program.allowed',
      subjectType: 'program',
      subjectId: grantId,
      detail: {
        name: program.name,
        scopes: allowed,
        plugins: pluginIds,
        answeredAt: placeOf(request.redirectUri).name,
      },
    });
  });
  await sql`update auth.oauth_clients set allowed_at = now() where id = ${program.id}::uuid`.execute(auth);
  const { rows } = await sql<{ name: string }>`
    select name from auth.company where id = ${companyId}::uuid`.execute(auth);
  await recordUserEvent(auth, {
    userId: actor.userId,
    action: 'program.allowed',
    detail: { name: program.name, company: rows[0]?.name ?? '' },
    ipAddress: actor.ipAddress,
  });
  return { code };
}
