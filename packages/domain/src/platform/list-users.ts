import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';

export interface PlatformUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  role: 'user' | 'admin';
  suspended: boolean;
  companyCount: number;
  createdAt: string;
  lastSeenAt: string | null;
}

export const userSortOrders = ['name', 'email', 'createdAt', 'lastSeenAt', 'companyCount'] as const;
export type UserSortOrder = (typeof userSortOrders)[number];

const sortColumns: Record<UserSortOrder, string> = {
  name: 'lower(name)',
  email: 'email',
  createdAt: 'created_at',
  lastSeenAt: 'last_seen_at',
  companyCount: 'company_count',
};

/** Everyone with a login. */
export async function listUsers(
  { platform }: { platform: Kysely<DB> },
  input: {
    actor: PlatformActor;
    search?: string;
    role?: 'user' | 'admin';
    suspended?: boolean;
    sort?: UserSortOrder;
    descending?: boolean;
    offset?: number;
    limit?: number;
  },
): Promise<{ items: PlatformUser[]; total: number }> {
  const {
    actor,
    search,
    role,
    suspended,
    sort = 'createdAt',
    descending = true,
    offset = 0,
    limit = 50,
  } = input;
  demandPlatformAdmin(actor);
  const pattern = search?.trim()
    ? `%${search
        .replaceAll('\0', '')
        .trim()
        .replaceAll(/[\\%_]/g, '\\$&')}%`
    : null;
  const { rows } = await sql<{
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    role: 'user' | 'admin';
    banned: boolean;
    company_count: number;
    created_at: Date;
    last_seen_at: Date | null;
    total: number;
  }>`
    select *, count(*) over ()::int as total from app.platform_users
    where (${pattern}::text is null or name ilike ${pattern} or email ilike ${pattern} or id::text ilike ${pattern})
      and (${role ?? null}::text is null or role = ${role ?? null})
      and (${suspended ?? null}::boolean is null or banned = ${suspended ?? null})
    order by ${sql.raw(sortColumns[sort] ?? sortColumns.createdAt)} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}, id
    limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`.execute(platform);
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      emailVerified: row.email_verified,
      role: row.role,
      suspended: row.banned,
      companyCount: row.company_count,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
  };
}
