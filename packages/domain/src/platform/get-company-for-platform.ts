import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import { type DeliveryHealth, readDeliveryHealth } from './delivery-health.ts';
import { companiesById, type PlatformCompany } from './list-companies.ts';
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
  deliveries: DeliveryHealth;
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
  const [members, plugins, days, invitations, deliveries, audit, platformEvents] = await Promise.all([
    findMembers(platform, companyId, shownMembers),
    findPlugins(platform, companyId),
    findDays(platform, companyId),
    findInvitations(platform, companyId),
    readDeliveryHealth(platform, companyId),
    findAudit(platform, companyId, shownEvents),
    findPlatformEvents(platform, companyId, shownEvents),
  ]);
  return { ...company, members, plugins, days, invitations, deliveries, audit, platformEvents };
}

export async function findMembers(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<PlatformMember[]> {
  return isoRows(platform)<PlatformMember>`
    select user_id as "userId", name, email, role, created_at as "joinedAt" from app.platform_members
    where company_id = ${companyId}::uuid order by created_at, user_id limit ${limit}`;
}

export async function findPlugins(
  platform: Kysely<DB>,
  companyId: string,
): Promise<PlatformCompanyDetail['plugins']> {
  const { rows } = await sql<PlatformCompanyDetail['plugins'][number]>`
    select i.plugin_id as "pluginId", i.version, i.enabled, coalesce(r.runs, 0) as "runs30d", coalesce(r.failures, 0) as "failures30d"
    from app.installations i
    left join (
      select plugin_id, count(*)::int as runs, count(failure_code)::int as failures from app.plugin_runs
      where company_id = ${companyId}::uuid and created_at > now() - interval '30 days' group by plugin_id
    ) r on r.plugin_id = i.plugin_id
    where i.company_id = ${companyId}::uuid order by i.plugin_id`.execute(platform);
  return rows;
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
  return isoRows(platform)<PlatformCompanyDetail['invitations'][number]>`
    select id, coalesce(email, 'anyone at ' || domain) as "to", role, invited_by_name as "invitedByName",
      expires_at as "expiresAt", expires_at <= now() as "isExpired"
    from app.invitations
    where company_id = ${companyId}::uuid and accepted_at is null and revoked_at is null order by created_at desc limit 100`;
}

const eventColumns = sql`
  e.id::text, actor_name as "actorName", action, subject_type as "subjectType", created_at as "createdAt"`;

export async function findAudit(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<CompanyEvent[]> {
  return isoRows(platform)<CompanyEvent>`
    select ${eventColumns} from app.audit_events e
    where company_id = ${companyId}::uuid order by e.created_at desc, e.id desc limit ${limit}`;
}

export async function findPlatformEvents(
  platform: Kysely<DB>,
  companyId: string,
  limit: number,
): Promise<CompanyEvent[]> {
  return isoRows(platform)<CompanyEvent>`
    select ${eventColumns} from platform.events e
    where subject_id = ${companyId} order by e.id desc limit ${limit}`;
}
