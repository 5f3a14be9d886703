import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { containing, uuidRange } from './list-patterns.ts';
import type { CompanySortOrder } from './rules.ts';

export type CompanyStatus = 'active' | 'suspended' | 'closing';

export interface CompanyLimits {
  maxMembers: number;
  maxCapturesPerMonth: number;
  maxBytes: number;
  /** Processor time of the readers. */
  maxReadingSecondsPerDay: number;
  /** Seconds of a processor core that reading one page may take. */
  maxReadingSecondsPerPage: number;
  /** Pages read again because somebody asked for it. */
  maxRereadsPerDay: number;
}

export interface PlatformCompany {
  id: string;
  name: string;
  slug: string;
  status: CompanyStatus;
  statusReason: string | null;
  closingAt: string | null;
  createdAt: string;
  memberCount: number;
  /** Of the last 30 days. */
  captures30d: number;
  /** Pages of the last 30 days that could not be read. */
  failed30d: number;
  /** Stored bytes of originals, each content once. */
  bytes: number;
  /** Newest capture. */
  lastActiveAt: string | null;
  limits: CompanyLimits;
  /** A change names the revision it was made on. */
  revision: number;
  /** When captures, failures and bytes were counted; null: not yet. */
  countedAt: string | null;
}

export interface CompanyFilter {
  /** Part of the name, or an id or its first 8 digits. */
  search?: string;
  status?: CompanyStatus;
}

export interface CompanyOrder {
  sort?: CompanySortOrder;
  descending?: boolean;
}

/** `s`: app.company_settings. */
export const limitColumns = sql`jsonb_build_object('maxMembers', s.max_members, 'maxCapturesPerMonth', s.max_captures_per_month,
  'maxBytes', s.max_bytes, 'maxReadingSecondsPerDay', s.max_reading_seconds_per_day,
  'maxReadingSecondsPerPage', s.max_reading_seconds_per_page, 'maxRereadsPerDay', s.max_rereads_per_day) as limits`;

// As the indexes have them, so that a page of the list walks along one.
const orders: Record<CompanySortOrder, readonly [ascending: string, descending: string]> = {
  name: ['lower(c.name), c.id', 'lower(c.name) desc, c.id desc'],
  createdAt: ['c.created_at, c.id', 'c.created_at desc, c.id desc'],
  memberCount: ['coalesce(u.members, 0), c.id', 'coalesce(u.members, 0) desc, c.id desc'],
  captures30d: ['coalesce(u.captures_30d, 0), c.id', 'coalesce(u.captures_30d, 0) desc, c.id desc'],
  bytes: ['coalesce(u.bytes, 0), c.id', 'coalesce(u.bytes, 0) desc, c.id desc'],
  lastActiveAt: ['u.last_capture_at nulls first, c.id', 'u.last_capture_at desc nulls last, c.id desc'],
};

const source = sql`
  app.platform_companies c
  join app.company_settings s on s.company_id = c.id
  left join app.company_usage u on u.company_id = c.id`;

function conditions({ search, status }: CompanyFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  const pattern = containing(search);
  const range = uuidRange(search);
  if (pattern && range)
    all.push(
      sql`(c.name ilike ${pattern} or c.slug ilike ${pattern} or c.id between ${range.from}::uuid and ${range.to}::uuid)`,
    );
  else if (pattern) all.push(sql`(c.name ilike ${pattern} or c.slug ilike ${pattern})`);
  if (status) all.push(sql`s.status = ${status}`);
  return sql.join(all, sql` and `);
}

function ordering({ sort = 'createdAt', descending = true }: CompanyOrder): RawBuilder<unknown> {
  return sql.raw((orders[sort] ?? orders.createdAt)[descending ? 1 : 0]);
}

/** Companies with what they use. `offset` pages: there are as many companies as a person may look through. */
export async function listCompanies(
  { platform }: { platform: Kysely<DB> },
  input: CompanyFilter & CompanyOrder & { actor: PlatformActor; offset?: number; limit?: number },
): Promise<{
  items: PlatformCompany[];
  total: number;
  /** When the oldest of the sums shown was counted. */
  countedAt: string | null;
}> {
  const { actor, offset = 0, limit = 50 } = input;
  demandOnPlatform(actor, 'companies.see');
  const where = conditions(input);
  const [ids, count] = await Promise.all([
    sql<{ id: string }>`
      select c.id from ${source} where ${where} order by ${ordering(input)}
      limit ${Math.min(Math.max(limit, 1), 500)} offset ${Math.max(offset, 0)}`.execute(platform),
    sql<{ total: number }>`select count(*)::int as total from ${source} where ${where}`.execute(platform),
  ]);
  const items = await companiesById(
    platform,
    ids.rows.map((row) => row.id),
  );
  const counted = items.flatMap((item) => item.countedAt ?? []).sort();
  return { items, total: count.rows[0]?.total ?? 0, countedAt: counted[0] ?? null };
}

/** Ids of all companies the filter finds, in order; at most `limit`. */
export async function findCompanyIds(
  platform: Kysely<DB>,
  filter: CompanyFilter & CompanyOrder,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${source} where ${conditions(filter)} order by ${ordering(filter)} limit ${limit}`.execute(
    platform,
  );
  return rows.map((row) => row.id);
}

/** In the order of the ids; without those that are no companies. */
export async function companiesById(platform: Kysely<DB>, ids: string[]): Promise<PlatformCompany[]> {
  if (ids.length === 0) return [];
  return isoRows(platform)<PlatformCompany>`
    select c.id, c.name, c.slug, s.status, s.status_reason as "statusReason", s.closing_at as "closingAt",
      c.created_at as "createdAt", coalesce(m.members, 0) as "memberCount", coalesce(u.captures_30d, 0) as "captures30d",
      coalesce(u.failed_30d, 0) as "failed30d", coalesce(u.bytes, 0) as bytes, u.last_capture_at as "lastActiveAt",
      ${limitColumns}, s.revision, u.refreshed_at as "countedAt"
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join app.platform_companies c on c.id = asked.id
    join app.company_settings s on s.company_id = c.id
    left join app.company_usage u on u.company_id = c.id
    left join app.platform_member_counts(${ids}::uuid[]) m on m.company_id = c.id
    order by asked.place`;
}
