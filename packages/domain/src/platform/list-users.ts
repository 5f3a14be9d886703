import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import type { PlatformRole } from '../platform-policy.ts';
import { containing, uuidRange } from './list-patterns.ts';
import type { UserSortOrder, UserState } from './rules.ts';

export interface PlatformUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  twoFactor: boolean;
  role: PlatformRole;
  state: UserState;
  suspendedReason: string | null;
  companyCount: number;
  sessionCount: number;
  passkeyCount: number;
  createdAt: string;
  /** To the minute or so. */
  lastSeenAt: string | null;
}

export interface UserFilter {
  /** Part of name or address, or an id or its first 8 digits. */
  search?: string;
  role?: PlatformRole;
  state?: UserState;
  isVerified?: boolean;
  hasTwoFactor?: boolean;
}

export interface UserOrder {
  sort?: UserSortOrder;
  descending?: boolean;
}

// As the indexes have them, so that a page of the list walks along one.
const orders: Record<UserSortOrder, readonly [ascending: string, descending: string]> = {
  name: ['lower(u.name), u.id', 'lower(u.name) desc, u.id desc'],
  email: ['u.email', 'u.email desc'],
  createdAt: ['u.created_at, u.id', 'u.created_at desc, u.id desc'],
  lastSeenAt: ['u.last_seen_at nulls first, u.id desc', 'u.last_seen_at desc nulls last, u.id'],
  companyCount: ['coalesce(m.companies, 0), u.id', 'coalesce(m.companies, 0) desc, u.id desc'],
};

function conditions({ search, role, state, isVerified, hasTwoFactor }: UserFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  const pattern = containing(search);
  const range = uuidRange(search);
  if (pattern && range)
    all.push(
      sql`(u.name ilike ${pattern} or u.email ilike ${pattern} or u.id between ${range.from}::uuid and ${range.to}::uuid)`,
    );
  else if (pattern) all.push(sql`(u.name ilike ${pattern} or u.email ilike ${pattern})`);
  if (role) all.push(sql`u.role = ${role}`);
  if (state === 'deleted') all.push(sql`u.deleted_at is not null`);
  else if (state) all.push(sql`u.deleted_at is null and u.banned = ${state === 'suspended'}`);
  if (isVerified !== undefined) all.push(sql`u.email_verified = ${isVerified}`);
  if (hasTwoFactor !== undefined) all.push(sql`u.two_factor_enabled = ${hasTwoFactor}`);
  return sql.join(all, sql` and `);
}

const sourceOf = ({ sort }: UserOrder) =>
  sort === 'companyCount'
    ? sql`app.platform_users u left join app.platform_membership_counts m on m.user_id = u.id`
    : sql`app.platform_users u`;

function ordering({ sort = 'createdAt', descending = true }: UserOrder): RawBuilder<unknown> {
  return sql.raw((orders[sort] ?? orders.createdAt)[descending ? 1 : 0]);
}

/** Everyone with a login, and who had one. */
export async function listUsers(
  { platform }: { platform: Kysely<DB> },
  input: UserFilter & UserOrder & { actor: PlatformActor; offset?: number; limit?: number },
): Promise<{ items: PlatformUser[]; total: number }> {
  const { actor, offset = 0, limit = 50 } = input;
  demandOnPlatform(actor, 'users.see');
  const where = conditions(input);
  const [ids, count] = await Promise.all([
    sql<{ id: string }>`
      select u.id from ${sourceOf(input)} where ${where} order by ${ordering(input)}
      limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`.execute(platform),
    sql<{ total: number }>`select count(*)::int as total from app.platform_users u where ${where}`.execute(
      platform,
    ),
  ]);
  return {
    items: await usersById(
      platform,
      ids.rows.map((row) => row.id),
    ),
    total: count.rows[0]?.total ?? 0,
  };
}

/** Ids of all users the filter finds, in order; at most `limit`. */
export async function findUserIds(
  platform: Kysely<DB>,
  filter: UserFilter & UserOrder,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${sourceOf(filter)} where ${conditions(filter)} order by ${ordering(filter)} limit ${limit}`.execute(
    platform,
  );
  return rows.map((row) => row.id);
}

/** In the order of the ids; without those that are no users. */
export async function usersById(platform: Kysely<DB>, ids: string[]): Promise<PlatformUser[]> {
  if (ids.length === 0) return [];
  return isoRows(platform)<PlatformUser>`
    select u.id, u.name, u.email, u.email_verified as "emailVerified", u.two_factor_enabled as "twoFactor", u.role,
      case when u.deleted_at is not null then 'deleted' when u.banned then 'suspended' else 'active' end as state,
      u.ban_reason as "suspendedReason", u.company_count as "companyCount", u.session_count as "sessionCount",
      u.passkey_count as "passkeyCount", u.created_at as "createdAt", u.last_seen_at as "lastSeenAt"
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join app.platform_users u on u.id = asked.id order by asked.place`;
}
