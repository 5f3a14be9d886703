import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { findBlock, listPluginBlocks } from '../platform/list-plugin-blocks.ts';
import { demand, reachOf } from '../policy.ts';
import type { PluginCatalogue } from './plugin-catalogue.ts';

export interface Installation {
  plugin: string;
  name: string;
  description: string;
  reads: string[];
  /** Runs only where no other reader made a record. */
  isFallback: boolean;
  /** Labels of what it makes. */
  records: string[];
  /** Of this server. */
  version: string;
  /** What was there when it was installed; null: never switched on here. */
  installedVersion: string | null;
  isEnabled: boolean;
  /** A record confirms itself from this confidence on, where every check passes; null: never. */
  autoConfirm: number | null;
  /** 0: never installed. */
  revision: number;
  /** Stopped everywhere by whoever runs this Readout. */
  blocked: { reason: string; since: string } | null;
  /** Of the last 30 days in this company; null for who sees their own work only. */
  runs: { count: number; failures: number; p95Ms: number | null } | null;
}

/** The readers of this server as the company uses them, in the order they run. */
export async function listInstallations(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope }: { scope: Scope },
): Promise<Installation[]> {
  demand(scope, 'company.see');
  return inScope(db, scope, (trx) => readInstallations(trx, scope, plugins));
}

export async function readInstallations(
  trx: Trx,
  scope: Scope,
  plugins: PluginCatalogue,
): Promise<Installation[]> {
  const { companyId, actor } = scope;
  const { rows } = await sql<{
    plugin_id: string;
    version: string;
    enabled: boolean;
    position: number;
    auto_confirm_confidence: number | null;
    revision: number;
  }>`
    select plugin_id, version, enabled, position, auto_confirm_confidence, revision
    from app.installations where company_id = ${companyId}::uuid`.execute(trx);
  const seesRuns = reachOf(actor, 'captures.see') === 'all';
  const runs = seesRuns
    ? await readRuns(trx, companyId)
    : new Map<string, NonNullable<Installation['runs']>>();
  const blocks = await listPluginBlocks({ db: trx });
  return plugins
    .map(({ manifest }, index) => {
      const installed = rows.find((row) => row.plugin_id === manifest.id);
      const block = findBlock(blocks, manifest.id, manifest.version);
      return {
        // What was never switched on comes after what was.
        position: installed?.position ?? 10_000 + index,
        installation: {
          plugin: manifest.id,
          name: manifest.name,
          description: manifest.description,
          reads: [...manifest.reads],
          isFallback: manifest.fallback,
          records: manifest.records.map((record) => record.label),
          version: manifest.version,
          installedVersion: installed?.version ?? null,
          isEnabled: installed?.enabled ?? false,
          autoConfirm: installed?.auto_confirm_confidence ?? null,
          revision: installed?.revision ?? 0,
          blocked: block ? { reason: block.reason, since: block.blockedAt } : null,
          runs: seesRuns ? (runs.get(manifest.id) ?? { count: 0, failures: 0, p95Ms: null }) : null,
        },
      };
    })
    .sort((a, b) => a.position - b.position || (a.installation.plugin < b.installation.plugin ? -1 : 1))
    .map(({ installation }) => installation);
}

async function readRuns(
  trx: Trx,
  companyId: string,
): Promise<Map<string, NonNullable<Installation['runs']>>> {
  const { rows } = await sql<{ plugin_id: string; count: number; failures: number; p95_ms: number | null }>`
    select r.plugin_id, count(*)::int as count, (count(*) filter (where r.failure_code is not null))::int as failures,
      percentile_disc(0.95) within group (order by r.duration_ms) as p95_ms
    from app.plugin_runs r
    where r.company_id = ${companyId}::uuid and r.created_at > now() - interval '30 days'
    group by r.plugin_id`.execute(trx);
  return new Map(
    rows.map((row) => [row.plugin_id, { count: row.count, failures: row.failures, p95Ms: row.p95_ms }]),
  );
}
