import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand, mayManage, reachOf } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import type { MemberSortOrder } from './rules.ts';

export interface MemberInList {
  userId: string;
  name: string;
  role: CompanyRole;
  /** ISO 8601. */
  joinedAt: string;
  isYou: boolean;
  /** Whether the actor may change the role of this member or remove them. */
  manageable: boolean;
  /** For those who manage members only. */
  account?: { email: string; twoFactor: boolean; lastSeenAt: string | null; suspended: boolean };
}

export interface MemberPage {
  items: MemberInList[];
  /** How many match. */
  total: number;
  /** Members of each role, whatever is searched for. */
  counts: Record<CompanyRole, number>;
}

const orders = {
  name: sql`lower(name)`,
  role: sql`array_position(array['operator', 'reviewer', 'admin', 'owner'], role)`,
  joinedAt: sql`created_at`,
  lastSeenAt: sql`last_seen_at`,
};

/**
 * A page of the company's members. Addresses, second factors and when somebody was last here are for those who manage
 * members; operators see themselves.
 */
export async function findMembers(
  { db }: { db: Kysely<DB> },
  {
    scope,
    search,
    role,
    userId,
    sort = 'name',
    descending = false,
    offset = 0,
    limit = 50,
  }: {
    scope: Scope;
    /** In names, for those who manage members also in addresses. */
    search?: string;
    role?: CompanyRole;
    /** One member. */
    userId?: string;
    sort?: MemberSortOrder;
    descending?: boolean;
    offset?: number;
    limit?: number;
  },
): Promise<MemberPage> {
  demand(scope, 'company.see');
  const { actor } = scope;
  const managesMembers = reachOf(actor, 'members.manage') !== undefined;
  const seesAll = reachOf(actor, 'captures.see') === 'all';
  const text = search?.trim();
  const pattern = text ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  const visible = seesAll ? sql`true` : sql`user_id = ${actor.userId}::uuid`;
  const wanted = sql`${visible}
    ${pattern === undefined ? sql`` : managesMembers ? sql`and (name ilike ${pattern} or email ilike ${pattern})` : sql`and name ilike ${pattern}`}
    ${role === undefined ? sql`` : sql`and role = ${role}`}
    ${userId === undefined ? sql`` : isUuid(userId) ? sql`and user_id = ${userId}::uuid` : sql`and false`}`;
  // When somebody was last here is told to those who manage members, by the order of a list too.
  const order = sort === 'lastSeenAt' && !managesMembers ? orders.name : orders[sort];
  return inScope(db, scope, async (trx) => {
    const rows = await isoRows(trx)<
      Pick<MemberInList, 'userId' | 'name' | 'role' | 'joinedAt'> & NonNullable<MemberInList['account']>
    >`
      select user_id as "userId", role, created_at as "joinedAt", name, email, two_factor_enabled as "twoFactor",
        last_seen_at as "lastSeenAt", banned as suspended
      from app.member_details where ${wanted}
      order by ${order} ${descending ? sql`desc nulls last` : sql`asc nulls first`}, user_id
      offset ${Math.max(0, offset)} limit ${Math.min(Math.max(limit, 1), 200)}`;
    const counted = await sql<{ role: CompanyRole; all: number; matching: number }>`
      select role, count(*)::int as "all", (count(*) filter (where ${wanted}))::int as matching
      from app.member_details where ${visible} group by role`.execute(trx);
    const counts: MemberPage['counts'] = { owner: 0, admin: 0, reviewer: 0, operator: 0 };
    for (const row of counted.rows) counts[row.role] = row.all;
    return {
      total: counted.rows.reduce((sum, row) => sum + row.matching, 0),
      counts,
      items: rows.map(({ userId, name, role, joinedAt, ...account }) => ({
        userId,
        name,
        role,
        joinedAt,
        isYou: userId === actor.userId,
        manageable: userId !== actor.userId && mayManage(actor, role),
        ...(managesMembers ? { account } : {}),
      })),
    };
  });
}
