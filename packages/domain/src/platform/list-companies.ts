import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';

export type CompanyStatus = 'active' | 'suspended' | 'closing';

export interface PlatformCompany {
  id: string;
  name: string;
  slug: string;
  status: CompanyStatus;
  createdAt: string;
  memberCount: number;
  /** Pages of the last 30 days. */
  captures30d: number;
  /** Stored bytes of originals, each content once. */
  bytes: number;
  /** Newest capture. */
  lastActiveAt: string | null;
  limits: { maxMembers: number; maxCapturesPerMonth: number; maxBytes: number };
}

export const companySortOrders = [
  'name',
  'createdAt',
  'memberCount',
  'captures30d',
  'bytes',
  'lastActiveAt',
] as const;
export type CompanySortOrder = (typeof companySortOrders)[number];

interface CompanyRow {
  id: string;
  name: string;
  slug: string;
  status: CompanyStatus;
  created_at: Date;
  member_count: number;
  captures_30d: number;
  bytes: number;
  last_active_at: Date | null;
  max_members: number;
  max_captures_per_month: number;
  max_bytes: number;
}

const sortColumns: Record<CompanySortOrder, string> = {
  name: 'lower(name)',
  createdAt: 'created_at',
  memberCount: 'member_count',
  captures30d: 'captures_30d',
  bytes: 'bytes',
  lastActiveAt: 'last_active_at',
};

/** Companies with what they use. `offset` pages: there are as many companies as a person may look through. */
export async function listCompanies(
  { platform }: { platform: Kysely<DB> },
  input: {
    actor: PlatformActor;
    search?: string;
    status?: CompanyStatus;
    sort?: CompanySortOrder;
    descending?: boolean;
    offset?: number;
    limit?: number;
  },
): Promise<{ items: PlatformCompany[]; total: number }> {
  const { actor, search, status, sort = 'createdAt', descending = true, offset = 0, limit = 50 } = input;
  demandPlatformAdmin(actor);
  const pattern = search?.trim()
    ? `%${search
        .replaceAll('\0', '')
        .trim()
        .replaceAll(/[\\%_]/g, '\\$&')}%`
    : null;
  const { rows } = await sql<CompanyRow & { total: number }>`
    with listed as (${companyRows})
    select *, count(*) over ()::int as total from listed
    where (${pattern}::text is null or name ilike ${pattern} or slug ilike ${pattern} or id::text ilike ${pattern})
      and (${status ?? null}::text is null or status = ${status ?? null})
    order by ${sql.raw(sortColumns[sort] ?? sortColumns.createdAt)} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}, id
    limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`.execute(platform);
  return { items: rows.map(toCompany), total: rows[0]?.total ?? 0 };
}

export const companyRows = sql`
  select c.id, c.name, c.slug, s.status, c.created_at, c.member_count, s.max_members, s.max_captures_per_month, s.max_bytes,
    (select count(*)::int from app.captures x where x.company_id = c.id and x.created_at > now() - interval '30 days') as captures_30d,
    (select coalesce(sum(o.byte_size), 0)::bigint from app.objects o where o.company_id = c.id) as bytes,
    (select max(x.created_at) from app.captures x where x.company_id = c.id) as last_active_at
  from app.platform_companies c join app.company_settings s on s.company_id = c.id`;

export function toCompany(row: CompanyRow): PlatformCompany {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    memberCount: row.member_count,
    captures30d: row.captures_30d,
    bytes: Number(row.bytes),
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    limits: {
      maxMembers: row.max_members,
      maxCapturesPerMonth: row.max_captures_per_month,
      maxBytes: Number(row.max_bytes),
    },
  };
}
