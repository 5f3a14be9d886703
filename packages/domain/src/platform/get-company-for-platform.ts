import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { isUuid } from '../captures/capture-conditions.ts';
import { AppError } from '../errors.ts';
import { companiesById, type PlatformCompany } from './list-companies.ts';
import { demandOnPlatform, type PlatformActor } from './platform-actor.ts';
import { shownMembers } from './rules.ts';

export interface PlatformMember {
  userId: string;
  name: string;
  email: string;
  role: CompanyRole;
  joinedAt: string;
}

export interface PlatformCompanyDetail extends PlatformCompany {
  /** Longest there first; at most `shownMembers`. */
  members: PlatformMember[];
  plugins: { pluginId: string; version: string; enabled: boolean; runs30d: number; failures30d: number }[];
  /** Each of the last 30 days in UTC, oldest first. `failed` counts pages. */
  days: { day: string; captures: number; failed: number; bytes: number }[];
  /** Not accepted, not revoked. */
  invitations: {
    id: string;
    to: string;
    role: CompanyRole;
    invitedByName: string;
    expiresAt: string;
    isExpired: boolean;
  }[];
  /** Newest first; who did what, never what was captured or read. */
  audit: CompanyEvent[];
  /** What administration did about the company, newest first. */
  platformEvents: CompanyEvent[];
}

export interface CompanyEvent {
  id: string;
  actorName: string;
  action: string;
  subjectType: string;
  createdAt: string;
}

const shownEvents = 50;

/** One company as its host sees it: use, members, plugins, audit. @throws AppError `company.not_found` */
export async function getCompanyForPlatform(
  { platform }: { platform: Kysely<DB> },
  { actor, companyId }: { actor: PlatformActor; companyId: string },
): Promise<PlatformCompanyDetail> {
  demandOnPlatform(actor, 'companies.see');
  const company = isUuid(companyId) ? (await companiesById(platform, [companyId]))[0] : undefined;
  if (!company) throw new AppError('company.not_found');
  const [members, plugins, days, invitations, audit, platformEvents] = await Promise.all([
    findMembers(platform, companyId, shownMembers),
    findPlugins(platform, companyId),
    findDays(platform, companyId),
    findInvitations(platform, companyId),
    findAudit(platform, companyId, shownEvents),
    findPlatformEvents(platform, companyId, shownEvents),
  ]);
  return { ...company, members, plugins, days, invitations, audit, platformEvents };
}

export async function findMembers(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<PlatformMember[]> {
  const { rows } = await sql<{
    user_id: string;
    name: string;
    email: string;
    role: CompanyRole;
    created_at: Date;
  }>`
    select user_id, name, email, role, created_at from app.platform_members
    where company_id = ${companyId}::uuid order by created_at, user_id limit ${limit}`.execute(platform);
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    joinedAt: row.created_at.toISOString(),
  }));
}

export async function findPlugins(
  platform: Kysely<DB>,
  companyId: string,
): Promise<PlatformCompanyDetail['plugins']> {
  const { rows } = await sql<{
    plugin_id: string;
    version: string;
    enabled: boolean;
    runs: number;
    failures: number;
  }>`
    select i.plugin_id, i.version, i.enabled, coalesce(r.runs, 0) as runs, coalesce(r.failures, 0) as failures
    from app.installations i
    left join (
      select plugin_id, count(*)::int as runs, count(failure_code)::int as failures from app.plugin_runs
      where company_id = ${companyId}::uuid and created_at > now() - interval '30 days' group by plugin_id
    ) r on r.plugin_id = i.plugin_id
    where i.company_id = ${companyId}::uuid order by i.plugin_id`.execute(platform);
  return rows.map((row) => ({
    pluginId: row.plugin_id,
    version: row.version,
    enabled: row.enabled,
    runs30d: row.runs,
    failures30d: row.failures,
  }));
}

export async function findDays(
  platform: Kysely<DB>,
  companyId: string,
): Promise<PlatformCompanyDetail['days']> {
  const { rows } = await sql<{ day: string; captures: number; failed: number; bytes: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(u.captures, 0) as captures, coalesce(u.failed, 0) as failed, coalesce(u.bytes, 0) as bytes
    from generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, interval '1 day') as d
    left join app.company_days u on u.company_id = ${companyId}::uuid and u.day = d::date
    order by d`.execute(platform);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

export async function findInvitations(
  platform: Kysely<DB>,
  companyId: string,
): Promise<PlatformCompanyDetail['invitations']> {
  const { rows } = await sql<{
    id: string;
    email: string | null;
    domain: string | null;
    role: CompanyRole;
    invited_by_name: string;
    expires_at: Date;
    is_expired: boolean;
  }>`
    select id, email, domain, role, invited_by_name, expires_at, expires_at <= now() as is_expired from app.invitations
    where company_id = ${companyId}::uuid and accepted_at is null and revoked_at is null order by created_at desc limit 100`.execute(
    platform,
  );
  return rows.map((row) => ({
    id: row.id,
    to: row.email ?? `anyone at ${row.domain}`,
    role: row.role,
    invitedByName: row.invited_by_name,
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
  }));
}

interface EventRow {
  id: number;
  actor_name: string;
  action: string;
  subject_type: string;
  created_at: Date;
}

const toEvent = (row: EventRow): CompanyEvent => ({
  id: String(row.id),
  actorName: row.actor_name,
  action: row.action,
  subjectType: row.subject_type,
  createdAt: row.created_at.toISOString(),
});

export async function findAudit(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<CompanyEvent[]> {
  const { rows } = await sql<EventRow>`
    select id, actor_name, action, subject_type, created_at from app.audit_events
    where company_id = ${companyId}::uuid order by created_at desc, id desc limit ${limit}`.execute(platform);
  return rows.map(toEvent);
}

export async function findPlatformEvents(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<CompanyEvent[]> {
  const { rows } = await sql<EventRow>`
    select id, actor_name, action, subject_type, created_at from platform.events
    where subject_id = ${companyId} order by id desc limit ${limit}`.execute(platform);
  return rows.map(toEvent);
}
