import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { isUuid } from '../captures/capture-conditions.ts';
import { AppError } from '../errors.ts';
import { companyRows, type PlatformCompany, toCompany } from './list-companies.ts';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';

export interface PlatformCompanyDetail extends PlatformCompany {
  members: { userId: string; name: string; email: string; role: CompanyRole; joinedAt: string }[];
  plugins: { pluginId: string; version: string; enabled: boolean; runs30d: number; failures30d: number }[];
  /** Pages received on each of the last 30 days, oldest first. */
  days: { day: string; captures: number; failed: number; bytes: number }[];
  /** Newest first; who did what, never what was captured or read. */
  audit: { id: string; actorName: string; action: string; subjectType: string; createdAt: string }[];
}

/** One company as its host sees it: use, members, plugins, audit. @throws AppError `company.not_found` */
export async function getCompanyForPlatform(
  { platform }: { platform: Kysely<DB> },
  { actor, companyId }: { actor: PlatformActor; companyId: string },
): Promise<PlatformCompanyDetail> {
  demandPlatformAdmin(actor);
  const notFound = () => new AppError('not_found', 'company.not_found', 'There is no such company.');
  if (!isUuid(companyId)) throw notFound();
  const { rows: companies } = await sql<Parameters<typeof toCompany>[0]>`
    select * from (${companyRows}) c where id = ${companyId}::uuid`.execute(platform);
  const company = companies[0];
  if (!company) throw notFound();
  const [members, plugins, days, audit] = await Promise.all([
    sql<{ user_id: string; name: string; email: string; role: CompanyRole; created_at: Date }>`
      select user_id, name, email, role, created_at from app.platform_members where company_id = ${companyId}::uuid order by created_at, user_id`.execute(
      platform,
    ),
    sql<{ plugin_id: string; version: string; enabled: boolean; runs: number; failures: number }>`
      select i.plugin_id, i.version, i.enabled, count(r.id)::int as runs, count(r.failure_code)::int as failures
      from app.installations i
      left join app.plugin_runs r on r.company_id = i.company_id and r.plugin_id = i.plugin_id and r.created_at > now() - interval '30 days'
      where i.company_id = ${companyId}::uuid
      group by i.plugin_id, i.version, i.enabled order by i.plugin_id`.execute(platform),
    sql<{ day: string; captures: number; failed: number; bytes: number }>`
      select to_char(d, 'YYYY-MM-DD') as day, count(c.id)::int as captures, (count(*) filter (where c.state = 'failed'))::int as failed,
        coalesce(sum(c.byte_size), 0)::bigint as bytes
      from generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, interval '1 day') as d
      left join app.captures c on c.company_id = ${companyId}::uuid
        and c.created_at >= d at time zone 'UTC' and c.created_at < (d + interval '1 day') at time zone 'UTC'
      group by d order by d`.execute(platform),
    sql<{ id: number; actor_name: string; action: string; subject_type: string; created_at: Date }>`
      select id, actor_name, action, subject_type, created_at from app.audit_events
      where company_id = ${companyId}::uuid order by created_at desc, id desc limit 50`.execute(platform),
  ]);
  return {
    ...toCompany(company),
    members: members.rows.map((row) => ({
      userId: row.user_id,
      name: row.name,
      email: row.email,
      role: row.role,
      joinedAt: row.created_at.toISOString(),
    })),
    plugins: plugins.rows.map((row) => ({
      pluginId: row.plugin_id,
      version: row.version,
      enabled: row.enabled,
      runs30d: row.runs,
      failures30d: row.failures,
    })),
    days: days.rows.map((row) => ({ ...row, bytes: Number(row.bytes) })),
    audit: audit.rows.map((row) => ({
      id: String(row.id),
      actorName: row.actor_name,
      action: row.action,
      subjectType: row.subject_type,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
