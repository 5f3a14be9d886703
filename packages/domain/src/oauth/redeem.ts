import { createHash } from 'node:crypto';
import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { newSecret } from '../api-keys/api-key-secret.ts';
import { lowerRole } from '../api-keys/rules.ts';
import { type FoundSecret, findSecret } from '../api-keys/use-api-key.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { endGrant } from './end-grant.ts';
import { accessTokenSeconds, idleGrantDays, longestGrantDays, parseResource, parseScopes } from './rules.ts';

interface Deps {
  /** As readout_app. */
  db: Kysely<DB>;
  /** As readout_auth. */
  auth: Kysely<DB>;
}

/** What every request of a program for tokens says. */
interface Asked {
  clientId: string;
  /** The `resource` of the request, which is the grant's or none. */
  resource: string | undefined;
  /** Of this server, as the program sees it. */
  origin: string;
  ipAddress: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: readonly string[];
}

interface LockedGrant {
  client_id: string;
  redirect_uri: string;
  code_challenge: string;
  is_used: boolean;
  is_over: boolean;
}

/** `used_twice` ends the grant, which has to stay done: so it is no error within the transaction. */
type Outcome = { tokens: Tokens } | { refused: 'other' | 'over' | 'used_twice' };

/**
 * What a program gets for the code it was answered with. A code that comes again was stolen, or its tokens were: they end.
 * @throws AppError `oauth.invalid_grant`, `oauth.invalid_target`, `sign_in.too_many_tries`
 */
export async function redeemCode(
  deps: Deps,
  input: Asked & { code: string; verifier: string; redirectUri: string | undefined },
): Promise<Tokens> {
  return redeem(deps, { ...input, secret: input.code, kind: 'code' }, (grant) => {
    const { verifier, redirectUri } = input;
    const isVerifier = /^[A-Za-z0-9._~-]{43,128}$/.test(verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return (
      isVerifier &&
      challenge === grant.code_challenge &&
      (redirectUri === undefined || redirectUri === grant.redirect_uri)
    );
  });
}

/**
 * New tokens for a refresh token, which works once: anyone who brings a used one ends the grant, since nobody can tell
 * which of the two was meant to have it (OAuth 2.1, section 4.3.1).
 * @throws AppError as {@link redeemCode}, `oauth.invalid_scope`
 */
export async function redeemRefreshToken(
  deps: Deps,
  input: Asked & {
    refreshToken: string;
    /** Of the request: what it names has to be allowed; the new tokens are for all that is. */
    scope: string | undefined;
  },
): Promise<Tokens> {
  return redeem(deps, { ...input, secret: input.refreshToken, kind: 'refresh' }, () => true);
}

async function redeem(
  { db, auth }: Deps,
  {
    secret,
    kind,
    scope,
    ...asked
  }: Asked & { secret: string; kind: 'code' | 'refresh'; scope?: string | undefined },
  proves: (grant: LockedGrant) => boolean,
): Promise<Tokens> {
  const { ipAddress } = asked;
  const found = await findSecret({ auth }, { secret, kinds: [kind], ipAddress });
  if (!found) throw new AppError('oauth.invalid_grant');
  const resource = asked.resource === undefined ? undefined : parseResource(asked.resource, asked.origin);
  if (resource !== undefined && resource !== found.resource) throw new AppError('oauth.invalid_target');
  if (scope !== undefined && !parseScopes(scope).every((each) => found.scopes.includes(each)))
    throw new AppError('oauth.invalid_scope');
  const hash = createHash('sha256').update(secret).digest('hex');
  const outcome = await inCompany(
    db,
    { companyId: found.company_id, userId: found.created_by },
    async (trx): Promise<Outcome> => {
      const grant = await lock(trx, found, hash);
      if (!grant || grant.client_id !== asked.clientId.toLowerCase()) return { refused: 'other' };
      if (grant.is_used) {
        await endGrant(trx, scopeOf(found, ipAddress), {
          grantId: found.id,
          name: found.name,
          reason: 'used_twice',
        });
        return { refused: 'used_twice' };
      }
      if (grant.is_over || !isInForce(found)) return { refused: 'over' };
      return proves(grant) ? { tokens: await renew(trx, found, hash) } : { refused: 'other' };
    },
  );
  if ('tokens' in outcome) return outcome.tokens;
  const { refused } = outcome;
  throw new AppError('oauth.invalid_grant', refused === 'other' ? {} : { reason: refused });
}

/** Two requests with the same secret come one after the other, and the second finds it used. */
async function lock(
  trx: Trx,
  { company_id: companyId }: FoundSecret,
  hash: string,
): Promise<LockedGrant | undefined> {
  const { rows } = await sql<LockedGrant>`
    select g.client_id, g.redirect_uri, g.code_challenge, t.used_at is not null as is_used,
      t.expires_at <= now() or g.expires_at <= now() or g.revoked_at is not null as is_over
    from app.oauth_tokens t join app.oauth_grants g on g.company_id = t.company_id and g.id = t.grant_id
    where t.company_id = ${companyId}::uuid and t.secret_hash = ${hash} for update`.execute(trx);
  return rows[0];
}

/** What is looked at with every request (see `useApiKey`); the company's state is, when the tokens are used. */
const isInForce = (found: FoundSecret): boolean =>
  found.is_there && !found.is_revoked && !found.owes_second_factor;

async function renew(
  trx: Trx,
  { company_id: companyId, id, scopes }: FoundSecret,
  hash: string,
): Promise<Tokens> {
  const access = newSecret('access');
  const refresh = newSecret('refresh');
  await sql`
    update app.oauth_tokens set used_at = now()
    where company_id = ${companyId}::uuid and secret_hash = ${hash}`.execute(trx);
  await sql`
    update app.oauth_grants set begun_at = coalesce(begun_at, now()),
      expires_at = least(now() + make_interval(days => ${idleGrantDays}), created_at + make_interval(days => ${longestGrantDays}))
    where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
  await sql`
    insert into app.oauth_tokens (company_id, secret_hash, grant_id, kind, expires_at)
    select g.company_id, t.hash, g.id, t.kind, least(g.expires_at, now() + make_interval(secs => t.seconds))
    from app.oauth_grants g, (values ('access', ${access.hash}, ${accessTokenSeconds}::int),
      ('refresh', ${refresh.hash}, ${idleGrantDays * 86_400}::int)) as t (kind, hash, seconds)
    where g.company_id = ${companyId}::uuid and g.id = ${id}::uuid`.execute(trx);
  return {
    accessToken: access.secret,
    refreshToken: refresh.secret,
    expiresInSeconds: accessTokenSeconds,
    scopes,
  };
}

/** In whose name a program speaks of its own grant. */
export function scopeOf(found: FoundSecret, ipAddress: string): Scope {
  return {
    companyId: found.company_id,
    actor: {
      userId: found.created_by,
      name: found.maker_name ?? found.name,
      role: found.maker_role ? lowerRole(found.role, found.maker_role) : 'operator',
      ipAddress,
      program: found.name,
    },
  };
}
