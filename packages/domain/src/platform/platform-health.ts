import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';

export interface PlatformHealth {
  companies: number;
  suspendedCompanies: number;
  users: number;
  queue: {
    waiting: number;
    reading: number /** Seconds the oldest waits; null where none does. */;
    oldestSeconds: number | null;
  };
  /** Pages, each of the last 24 hours, oldest first. */
  hours: { hour: string; received: number; read: number; failed: number }[];
  /** Of the last 24 hours, most frequent first. */
  failures: { code: string; count: number }[];
  storage: { objects: number; bytes: number };
  database: { bytes: number; version: string; connections: number; startedAt: string };
  audit: { companyId: string; actorName: string; action: string; subjectType: string; createdAt: string }[];
}

/** How the installation is, in numbers over all companies. */
export async function platformHealth(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<PlatformHealth> {
  demandPlatformAdmin(actor);
  const [counts, hours, failures, audit] = await Promise.all([
    sql<{
      companies: number;
      suspended: number;
      users: number;
      waiting: number;
      reading: number;
      oldest: number | null;
      objects: number;
      bytes: number;
      database_bytes: number;
      version: string;
      connections: number;
      started_at: Date;
    }>`
      select
        (select count(*)::int from app.company_settings) as companies,
        (select count(*)::int from app.company_settings where status = 'suspended') as suspended,
        (select count(*)::int from app.platform_users) as users,
        q.waiting, q.reading, q.oldest, o.objects, o.bytes,
        pg_database_size(current_database()) as database_bytes,
        current_setting('server_version') as version,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
        pg_postmaster_start_time() as started_at
      from
        (select (count(*) filter (where state = 'received'))::int as waiting, (count(*) filter (where state = 'reading'))::int as reading,
          extract(epoch from now() - min(created_at))::int as oldest from app.captures where state in ('received', 'reading')) q,
        (select count(*)::int as objects, coalesce(sum(byte_size), 0)::bigint as bytes from app.objects) o`.execute(
      platform,
    ),
    sql<{ hour: Date; received: number; read: number; failed: number }>`
      select h as hour,
        (select count(*)::int from app.captures where created_at >= h and created_at < h + interval '1 hour') as received,
        (select count(*)::int from app.captures where read_at >= h and read_at < h + interval '1 hour') as read,
        (select count(*)::int from app.captures where state = 'failed' and created_at >= h and created_at < h + interval '1 hour') as failed
      from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') as h order by h`.execute(
      platform,
    ),
    sql<{ code: string; count: number }>`
      select failure_code as code, count(*)::int as count from app.captures
      where state = 'failed' and created_at > now() - interval '24 hours' group by 1 order by 2 desc limit 10`.execute(
      platform,
    ),
    sql<{ company_id: string; actor_name: string; action: string; subject_type: string; created_at: Date }>`
      select company_id, actor_name, action, subject_type, created_at from app.audit_events order by created_at desc limit 20`.execute(
      platform,
    ),
  ]);
  const count = counts.rows[0]!;
  return {
    companies: count.companies,
    suspendedCompanies: count.suspended,
    users: count.users,
    queue: { waiting: count.waiting, reading: count.reading, oldestSeconds: count.oldest },
    hours: hours.rows.map((row) => ({ ...row, hour: row.hour.toISOString() })),
    failures: failures.rows,
    storage: { objects: count.objects, bytes: Number(count.bytes) },
    database: {
      bytes: Number(count.database_bytes),
      version: count.version,
      connections: count.connections,
      startedAt: count.started_at.toISOString(),
    },
    audit: audit.rows.map((row) => ({
      companyId: row.company_id,
      actorName: row.actor_name,
      action: row.action,
      subjectType: row.subject_type,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
