import { isIP } from 'node:net';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { demandActive } from '../demand-active.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../users/network-of.ts';
import { type Allowance, countTries } from '../users/sign-in-attempts.ts';
import { hashOfApiKey } from './api-key-secret.ts';
import { type ApiKeyScope, lowerRole } from './rules.ts';

/** Requests a minute with one key. */
export const apiKeyRequestsPerMinute = 600;

/** Keys that are none, from one network. */
const unknownKeysOfNetwork: Allowance = { free: 60, seconds: 60 };

export interface UsedApiKey {
  id: string;
  scope: Scope;
  companyName: string;
  /** What the key is for; see {@link demandApiKeyScope}. */
  scopes: readonly ApiKeyScope[];
  /** Requests that are left within this minute, and when it ends. */
  left: number;
  resetSeconds: number;
}

interface Found {
  id: string;
  company_id: string;
  company_name: string;
  name: string;
  role: CompanyRole;
  scopes: ApiKeyScope[];
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
 * In whose name, in which company and as what a request with this key acts. Everything is looked at anew for each: the
 * key, its maker's membership and role, the company. What it is for is another question: {@link demandApiKeyScope}.
 * `auth`: as readout_auth.
 *
 * @throws AppError `api_key.not_valid`, `api_key.revoked`, `api_key.expired`, `api_key.maker_gone`,
 *   `api_key.other_address`, `api_key.too_many_requests`, `sign_in.too_many_tries`, `two_factor.needed`, `company.suspended`, `company.closing`
 */
export async function useApiKey(
  { auth }: { auth: Kysely<DB> },
  input: { key: string; ipAddress: string },
): Promise<UsedApiKey> {
  const hash = hashOfApiKey(input.key);
  const found = hash === undefined ? undefined : await find(auth, hash, input.ipAddress);
  if (!found) {
    await countTries({ auth }, [
      { key: `API keys from ${networkOf(input.ipAddress)}`, ...unknownKeysOfNetwork },
    ]);
    throw new AppError('api_key.not_valid');
  }
  demandInForce(found);
  const { left, resetSeconds } = await count(auth, found, input.ipAddress);
  demandActive(found);
  return {
    id: found.id,
    companyName: found.company_name,
    scopes: found.scopes,
    left,
    resetSeconds,
    scope: {
      companyId: found.company_id,
      actor: {
        userId: found.created_by,
        name: found.maker_name,
        role: lowerRole(found.role, found.maker_role),
        ipAddress: input.ipAddress,
        apiKey: found.name,
      },
    },
  };
}

/** @throws AppError `api_key.not_for_this` with `{needed}` */
export function demandApiKeyScope({ scopes }: Pick<UsedApiKey, 'scopes'>, needed: ApiKeyScope): void {
  if (scopes.includes(needed)) return;
  throw new AppError('api_key.not_for_this', { needed });
}

async function find(auth: Kysely<DB>, hash: string, ipAddress: string): Promise<Found | undefined> {
  // The zone of a link-local address says through which interface it came, and PostgreSQL knows none.
  const [address = ''] = ipAddress.split('%');
  const { rows } = await sql<Found>`
    select * from auth.find_api_key(${hash}, ${isIP(address) ? address : null}::inet)`.execute(auth);
  return rows[0];
}

function demandInForce(key: Found): void {
  if (key.is_revoked) throw new AppError('api_key.revoked');
  if (key.is_over) throw new AppError('api_key.expired');
  if (!key.is_there) throw new AppError('api_key.maker_gone');
  if (!key.is_in_range) throw new AppError('api_key.other_address');
  if (key.owes_second_factor) throw new AppError('two_factor.needed', { reason: 'api_key' });
}

async function count(
  auth: Kysely<DB>,
  { company_id: companyId, id }: Found,
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
