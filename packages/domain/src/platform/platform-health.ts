import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { type AuditStreamState, auditStreamState } from '../audit/audit-stream.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { type BackupTrouble, findBackupTrouble } from './backup-runs.ts';
import { companiesNearLimit, type NearLimit } from './companies-near-limit.ts';
import { countWaitingVersions } from './count-waiting-versions.ts';
import { type DeliveryHealth, readDeliveryHealth } from './delivery-health.ts';
import { listProcesses, type PlatformProcess } from './processes.ts';
import { barMinutes } from './rules.ts';

export interface PlatformHealth {
  companies: number;
  suspendedCompanies: number;
  closingCompanies: number;
  users: number;
  queue: {
    waiting: number;
    reading: number;
    /** Seconds the oldest waits; null where none does. */
    oldestSeconds: number | null;
  };
  /** Pages in each quarter of an hour of the last day, oldest first. `at`: its beginning, ISO 8601. */
  bars: { at: string; received: number; read: number; failed: number }[];
  /** Pages of the last hour, for a rate that is of now. */
  lastHour: { read: number; failed: number };
  lastDay: { received: number; read: number; failed: number };
  /** Of the last day, most frequent first. */
  failures: { code: string; count: number }[];
  /** As the worker last counted it. */
  storage: { objects: number; bytes: number; countedAt: string | null };
  database: {
    bytes: number;
    version: string;
    connections: number;
    maxConnections: number;
    startedAt: string;
  };
  processes: PlatformProcess[];
  mails: {
    /** To be sent through SMTP. */
    waiting: number;
    /** Made while no SMTP was configured: in the outbox alone. */
    withoutSmtp: number;
    failed: number;
    oldestWaitingAt: string | null;
  };
  deliveries: DeliveryHealth;
  /** Blocked readers that companies have switched on. */
  blockedInUse: { pluginId: string; version: string; companies: number }[];
  /** Versions of plugins that wait for review. */
  waitingVersions: number;
  nearLimit: NearLimit[];
  backups: BackupTrouble;
  stream: AuditStreamState;
}

type Deps = { platform: Kysely<DB> };

/** How the installation is, in numbers over all companies: from indexes and sums, never by counting whole tables. */
export async function platformHealth(
  { platform }: Deps,
  { actor }: { actor: PlatformActor },
): Promise<PlatformHealth> {
  demandOnPlatform(actor, 'health.see');
  const [
    counts,
    queue,
    bars,
    failures,
    database,
    mails,
    deliveries,
    blocked,
    waitingVersions,
    nearLimit,
    processes,
    backups,
    stream,
  ] = await Promise.all([
    countCompanies(platform),
    countQueue(platform),
    countBars(platform),
    countFailures(platform),
    lookAtDatabase(platform),
    countMails(platform),
    readDeliveryHealth(platform),
    countBlocked(platform),
    countWaitingVersions({ platform }, { actor }),
    companiesNearLimit({ platform }, { actor }),
    listProcesses({ platform }, { actor }),
    findBackupTrouble({ platform }),
    auditStreamState({ platform }, { actor }),
  ]);
  const sum = (rows: typeof bars) =>
    rows.reduce(
      (all, bar) => ({
        received: all.received + bar.received,
        read: all.read + bar.read,
        failed: all.failed + bar.failed,
      }),
      { received: 0, read: 0, failed: 0 },
    );
  const { read, failed } = sum(bars.slice(-60 / barMinutes));
  return {
    ...counts,
    queue,
    bars,
    lastHour: { read, failed },
    lastDay: sum(bars),
    failures,
    database,
    mails,
    deliveries,
    blockedInUse: blocked,
    waitingVersions,
    nearLimit,
    processes,
    backups,
    stream,
  };
}

export async function countCompanies(platform: Kysely<DB>) {
  const { rows } = await sql<{
    users: number;
    companies: number;
    suspended: number;
    closing: number;
    objects: number;
    bytes: number;
    counted_at: Date | null;
  }>`
    select n.users, n.companies, s.suspended, s.closing, u.objects, u.bytes, u.counted_at
    from app.platform_counts() n,
      (select count(*) filter (where status = 'suspended')::int as suspended,
        count(*) filter (where status = 'closing')::int as closing from app.company_settings) s,
      (select coalesce(sum(objects), 0)::bigint as objects, coalesce(sum(bytes), 0)::bigint as bytes,
        min(refreshed_at) as counted_at from app.company_usage) u`.execute(platform);
  const row = rows[0]!;
  return {
    companies: row.companies,
    suspendedCompanies: row.suspended,
    closingCompanies: row.closing,
    users: row.users,
    storage: {
      objects: Number(row.objects),
      bytes: Number(row.bytes),
      countedAt: row.counted_at?.toISOString() ?? null,
    },
  };
}

export async function countQueue(platform: Kysely<DB>): Promise<PlatformHealth['queue']> {
  const { rows } = await sql<{ waiting: number; reading: number; oldest: number | null }>`
    select count(*) filter (where state = 'received')::int as waiting, count(*) filter (where state = 'reading')::int as reading,
      extract(epoch from now() - min(created_at) filter (where state = 'received'))::int as oldest
    from app.captures where state in ('received', 'reading')`.execute(platform);
  const { waiting, reading, oldest } = rows[0]!;
  return { waiting, reading, oldestSeconds: oldest };
}

async function countBars(platform: Kysely<DB>): Promise<PlatformHealth['bars']> {
  const step = sql`make_interval(mins => ${barMinutes})`;
  const origin = sql`timestamptz '2000-01-01 00:00:00Z'`;
  const { rows } = await sql<{ at: Date; received: number; read: number; failed: number }>`
    with slots as (
      select generate_series(date_bin(${step}, now() - interval '1 day', ${origin}) + ${step}, now(), ${step}) as at
    ), counted as (
      select date_bin(${step}, created_at, ${origin}) as at, 1 as received, 0 as read, 0 as failed
        from app.captures where created_at >= now() - interval '1 day'
      union all select date_bin(${step}, read_at, ${origin}), 0, 1, 0
        from app.captures where read_at >= now() - interval '1 day'
      union all select date_bin(${step}, failed_at, ${origin}), 0, 0, 1
        from app.captures where state = 'failed' and failed_at >= now() - interval '1 day'
    )
    select s.at, coalesce(sum(c.received), 0)::int as received, coalesce(sum(c.read), 0)::int as read,
      coalesce(sum(c.failed), 0)::int as failed
    from slots s left join counted c on c.at = s.at group by s.at order by s.at`.execute(platform);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function countFailures(platform: Kysely<DB>): Promise<PlatformHealth['failures']> {
  const { rows } = await sql<{ code: string; count: number }>`
    select coalesce(failure_code, 'unknown') as code, count(*)::int as count from app.captures
    where state = 'failed' and failed_at >= now() - interval '1 day' group by 1 order by 2 desc, 1 limit 10`.execute(
    platform,
  );
  return rows;
}

export async function lookAtDatabase(platform: Kysely<DB>): Promise<PlatformHealth['database']> {
  const { rows } = await sql<{
    bytes: number;
    version: string;
    connections: number;
    max_connections: number;
    started_at: Date;
  }>`
    select pg_database_size(current_database()) as bytes, current_setting('server_version') as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
      (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as connections,
      pg_postmaster_start_time() as started_at`.execute(platform);
  const row = rows[0]!;
  return {
    bytes: Number(row.bytes),
    version: row.version,
    connections: row.connections,
    maxConnections: row.max_connections,
    startedAt: row.started_at.toISOString(),
  };
}

export async function countMails(platform: Kysely<DB>): Promise<PlatformHealth['mails']> {
  const { rows } = await sql<{ state: string; without_smtp: boolean; mails: number; oldest_at: Date }>`
    select state, without_smtp, mails, oldest_at from app.platform_mail_counts`.execute(platform);
  const count = (state: string, hasNoSmtp?: boolean) =>
    rows
      .filter((row) => row.state === state && (hasNoSmtp === undefined || row.without_smtp === hasNoSmtp))
      .reduce((sum, row) => sum + row.mails, 0);
  const waiting = rows.find((row) => row.state === 'waiting' && !row.without_smtp);
  return {
    waiting: count('waiting', false),
    withoutSmtp: count('waiting', true),
    failed: count('failed'),
    oldestWaitingAt: waiting?.oldest_at.toISOString() ?? null,
  };
}

async function countBlocked(platform: Kysely<DB>): Promise<PlatformHealth['blockedInUse']> {
  const { rows } = await sql<{ plugin_id: string; version: string; companies: number }>`
    select b.plugin_id, b.version, count(distinct i.company_id)::int as companies
    from platform.plugin_blocks b cross join lateral app.platform_companies_running(b.plugin_id, b.version) i
    group by b.plugin_id, b.version order by 1, 2`.execute(platform);
  return rows.map((row) => ({ pluginId: row.plugin_id, version: row.version, companies: row.companies }));
}
