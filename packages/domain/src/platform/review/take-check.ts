import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../database-clock.ts';
import { remark } from './remark.ts';
import { type Check, type CheckReport, type Checks, checkNames, statusOfChecks } from './rules.ts';

/** A version that waits for its checks, with what it is held against. */
export interface VersionToCheck {
  pluginId: string;
  version: string;
  /** Of the checks that begin now. */
  run: string;
  /** As stored beside the package, unchecked. */
  manifest: unknown;
  sha256: string;
  package: Uint8Array;
  publisherCompanyId: string | null;
  /** The version of this plugin that was published last. */
  previous: { version: string; package: Uint8Array } | null;
  /** Published plugins of others, ids and names. */
  others: { id: string; name: string }[];
}

/** Longer than any run of the checks may take: what had begun is gone. */
export const staleAfterMs = 4 * 60_000;
const maxAttempts = 3;

/**
 * Takes the version that has waited longest for its checks, or whose checks were begun and never ended. Of several
 * processes each gets another. What brought the process down three times is not tried again: its checks failed.
 */
export async function takeCheck(
  { platform }: { platform: Kysely<DB> },
  { now: given }: { now?: Date } = {},
): Promise<VersionToCheck | undefined> {
  return platform.transaction().execute(async (trx) => {
    const now = given ?? (await databaseNow(trx));
    const stale = new Date(now.getTime() - staleAfterMs).toISOString();
    const { rows } = await sql<{
      plugin_id: string;
      version: string;
      manifest: unknown;
      sha256: string;
      package: Buffer;
      checks: Checks | null;
      publisher: string | null;
    }>`
      select v.plugin_id, v.version, v.manifest, v.sha256, v.package, v.checks, p.publisher_company_id as publisher
      from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
      where v.state = 'in_review'
        and (v.checks is null or (v.checks->>'status' = 'running' and v.checks->>'startedAt' < ${stale}))
      order by v.submitted_at, v.plugin_id, v.version limit 1 for update of v skip locked`.execute(trx);
    const [row] = rows;
    if (!row) return undefined;
    const { plugin_id: pluginId, version } = row;
    const attempt = (row.checks?.attempt ?? 0) + 1;
    const run = randomUUID();
    const begun: Checks = {
      status: 'running',
      run,
      attempt,
      startedAt: now.toISOString(),
      endedAt: null,
      checks: [],
    };
    const isHopeless = attempt > maxAttempts;
    const checks: Checks = isHopeless
      ? { ...begun, status: 'failed', endedAt: now.toISOString(), checks: hopeless() }
      : begun;
    await sql`
      update platform.plugin_versions set checks = ${JSON.stringify(checks)}::jsonb
      where plugin_id = ${pluginId} and version = ${version}`.execute(trx);
    if (isHopeless) return undefined;
    const { rows: last } = await sql<{ version: string; package: Buffer }>`
      select version, package from platform.plugin_versions
      where plugin_id = ${pluginId} and version <> ${version} and state in ('published', 'deprecated')
      order by ordinal desc limit 1`.execute(trx);
    const { rows: others } = await sql<{ id: string; name: string }>`
      select distinct plugin_id as id, manifest->>'name' as name from platform.plugin_versions
      where plugin_id <> ${pluginId} and state = 'published'`.execute(trx);
    return {
      pluginId,
      version,
      run,
      manifest: row.manifest,
      sha256: row.sha256,
      package: row.package,
      publisherCompanyId: row.publisher,
      previous: last[0] ?? null,
      others,
    };
  });
}

function hopeless(): Check[] {
  return checkNames.map((name) => ({
    name,
    status: 'failed',
    detail: [remark('check.given_up', { attempts: maxAttempts })],
  }));
}

/** Keeps what a run of the checks found, unless the checks were begun again or the version was decided meanwhile. */
export async function saveChecks(
  { platform }: { platform: Kysely<DB> },
  {
    version: { pluginId, version, run, sha256 },
    report,
    now = new Date(),
  }: {
    version: Pick<VersionToCheck, 'pluginId' | 'version' | 'run' | 'sha256'>;
    report: CheckReport;
    now?: Date;
  },
): Promise<{ saved: boolean }> {
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update platform.plugin_versions set checks = checks || ${JSON.stringify({
        status: statusOfChecks(report.checks),
        endedAt: now.toISOString(),
        checks: report.checks,
      })}::jsonb
      where plugin_id = ${pluginId} and version = ${version} and state = 'in_review' and checks->>'run' = ${run}
        and checks->>'status' = 'running'
      returning 1`.execute(trx);
    if (rows.length === 0) return { saved: false };
    await sql`
      insert into platform.plugin_check_results (plugin_id, version, sha256, run, fixtures, accuracy)
      values (${pluginId}, ${version}, ${sha256}, ${run}::uuid, ${JSON.stringify(report.fixtures)}::jsonb,
        ${report.accuracy ? JSON.stringify(report.accuracy) : null}::jsonb)
      on conflict (plugin_id, version) do update set sha256 = excluded.sha256, run = excluded.run,
        fixtures = excluded.fixtures, accuracy = excluded.accuracy, created_at = now()`.execute(trx);
    return { saved: true };
  });
}

/** Leaves the checks to another process, which need not wait until these count as given up. */
export async function releaseCheck(
  { platform }: { platform: Kysely<DB> },
  { pluginId, version, run }: Pick<VersionToCheck, 'pluginId' | 'version' | 'run'>,
): Promise<void> {
  await sql`
    update platform.plugin_versions set checks = null
    where plugin_id = ${pluginId} and version = ${version} and checks->>'run' = ${run}
      and checks->>'status' = 'running'`.execute(platform);
}
