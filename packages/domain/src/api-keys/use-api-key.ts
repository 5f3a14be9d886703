import { isIP } from 'node:net';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { demandActive } from '../demand-active.ts';
import { AppError } from '../errors.ts';
import type { OauthResource } from '../oauth/rules.ts';
import { networkOf } from '../users/network-of.ts';
import { type Allowance, countTries } from '../users/sign-in-attempts.ts';
import { hashOfSecret, type SecretKind } from './api-key-secret.ts';
import { type ApiKeyScope, lowerRole } from './rules.ts';

/** Requests a minute with one key. */
export const apiKeyRequestsPerMinute = 600;

/** Secrets that are none, from one network. */
const unknownKeysOfNetwork: Allowance = { free: 60, seconds: 60 };

export interface UsedApiKey {
  id: string;
  scope: Scope;
  companyName: string;
  /** What the key is for; see {@link demandApiKeyScope}. */
  scopes: readonly ApiKeyScope[];
  /** Plugins it may publish. */
  pluginIds: readonly string[];
  /** Requests that are left within this minute, and when it ends. */
  left: number;
  resetSeconds: number;
}

/** What a secret belongs to: an API key, or what a person allowed a program. */
export interface FoundSecret {
  kind: SecretKind;
  id: string;
  company_id: string;
  company_name: string;
  name: string;
  role: CompanyRole;
  scopes: ApiKeyScope[];
  plugin_ids: string[];
  resource: OauthResource;
  created_by: string;
  maker_name: string;
  maker_role: CompanyRole;
  is_there: boolean;
  is_over: boolean;
  is_revoked: boolean;
  is_in_range: boolean;
  owes_second_factor: boolean;
  status: string;
}

/**
 * In whose name, in which company and as what a request with this key, or with this access token, acts. Everything is
 * looked at again for each: the key, its maker's membership and role, the company. What it is for is another question:
 * {@link demandApiKeyScope}. `auth`: as readout_auth. `resource`: the interface that is asked.
 *
 * @throws AppError `api_key.not_valid`, `api_key.revoked`, `api_key.expired`, `api_key.maker_gone`,
 *   `api_key.other_address`, `api_key.too_many_requests`, `oauth.invalid_token`, `sign_in.too_many_tries`,
 *   `two_factor.needed`, `company.suspended`, `company.closing`
 */
export async function useApiKey(
  { auth }: { auth: Kysely<DB> },
  input: { key: string; ipAddress: string; resource: OauthResource },
): Promise<UsedApiKey> {
  const found = await findSecret({ auth }, { ...input, secret: input.key, kinds: ['key', 'access'] });
  if (!found) throw new AppError('api_key.not_valid');
  const isGrant = found.kind === 'access';
  if (isGrant) demandTokenInForce(found, input.resource);
  else demandKeyInForce(found);
  if (found.owes_second_factor)
    throw new AppError('two_factor.needed', { reason: isGrant ? 'grant' : 'api_key' });
  const { left, resetSeconds } = await count(auth, found, input.ipAddress);
  demandActive(found);
  return {
    id: found.id,
    companyName: found.company_name,
    scopes: found.scopes,
    pluginIds: found.plugin_ids,
    left,
    resetSeconds,
    scope: {
      companyId: found.company_id,
      actor: {
        userId: found.created_by,
        name: found.maker_name,
        role: lowerRole(found.role, found.maker_role),
        ipAddress: input.ipAddress,
        ...(isGrant ? { program: found.name } : { apiKey: found.name }),
      },
    },
  };
}

/** @throws AppError `api_key.not_for_this` with `{needed}` */
export function demandApiKeyScope({ scopes }: Pick<UsedApiKey, 'scopes'>, needed: ApiKeyScope): void {
  if (scopes.includes(needed)) return;
  throw new AppError('api_key.not_for_this', { needed });
}

/**
 * What a secret of these kinds belongs to, whether it is in force or not; undefined for one that nobody was given, which
 * is counted.
 * @throws AppError `sign_in.too_many_tries`
 */
export async function findSecret(
  { auth }: { auth: Kysely<DB> },
  { secret, kinds, ipAddress }: { secret: string; kinds: readonly SecretKind[]; ipAddress: string },
): Promise<FoundSecret | undefined> {
  const hash = hashOfSecret(secret, kinds);
  // The zone of a link-local address says through which interface it came, and PostgreSQL knows none.
  const [address = ''] = ipAddress.split('%');
  const { rows } =
    hash === undefined
      ? { rows: [] }
      : await sql<FoundSecret>`
          select * from auth.find_api_key(${hash}, ${isIP(address) ? address : null}::inet)`.execute(auth);
  if (!rows[0])
    await countTries({ auth }, [{ key: `API keys from ${networkOf(ipAddress)}`, ...unknownKeysOfNetwork }]);
  return rows[0];
}

function demandKeyInForce(key: FoundSecret): void {
  if (key.is_revoked) throw new AppError('api_key.revoked');
  if (key.is_over) throw new AppError('api_key.expired');
  if (!key.is_there) throw new AppError('api_key.maker_gone');
  if (!key.is_in_range) throw new AppError('api_key.other_address');
}

function demandTokenInForce(token: FoundSecret, asked: OauthResource): void {
  if (token.is_revoked) throw new AppError('oauth.invalid_token', { reason: 'ended' });
  if (token.is_over) throw new AppError('oauth.invalid_token', { reason: 'expired' });
  if (!token.is_there) throw new AppError('oauth.invalid_token', { reason: 'person_gone' });
  if (token.resource !== '/' && token.resource !== asked)
    throw new AppError('oauth.invalid_token', { reason: 'other_resource' });
}

async function count(
  auth: Kysely<DB>,
  { company_id: companyId, id }: FoundSecret,
  ipAddress: string,
): Promise<{ left: number; resetSeconds: number }> {
  const { rows } = await sql<{ requests: number; reset: number }>`
    select requests, reset
    from auth.count_api_key_use(${companyId}::uuid, ${id}::uuid, ${ipAddress}, ${apiKeyRequestsPerMinute})`.execute(
    auth,
  );
  const { requests, reset } = rows[0] ?? { requests: apiKeyRequestsPerMinute + 1, reset: 60 };
  if (requests > apiKeyRequestsPerMinute)
    throw new AppError('api_key.too_many_requests', {
      max: apiKeyRequestsPerMinute,
      retryAfterSeconds: reset,
    });
  return { left: apiKeyRequestsPerMinute - requests, resetSeconds: reset };
}
