import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';

export interface PlatformPlugin {
  id: string;
  name: string;
  description: string;
  version: string;
  kind: string;
  /** What it is given: `lines`, `barcodes`. It reaches nothing else. */
  reads: string[];
  recordTypes: string[];
  /** Companies that have it switched on. */
  installs: number;
  runs30d: number;
  failures30d: number;
  records30d: number;
  /** Milliseconds; null without a run. */
  p95Ms: number | null;
}

/** Every plugin of this installation with how it does, over all companies. */
export async function listPluginsForPlatform(
  { platform, plugins }: { platform: Kysely<DB>; plugins: PluginCatalogue },
  { actor }: { actor: PlatformActor },
): Promise<PlatformPlugin[]> {
  demandPlatformAdmin(actor);
  const [installs, runs, records] = await Promise.all([
    sql<{ plugin_id: string; n: number }>`
      select plugin_id, count(*)::int as n from app.installations where enabled group by plugin_id`.execute(
      platform,
    ),
    sql<{ plugin_id: string; runs: number; failures: number; p95: number | null }>`
      select plugin_id, count(*)::int as runs, count(failure_code)::int as failures,
        percentile_cont(0.95) within group (order by duration_ms) as p95
      from app.plugin_runs where created_at > now() - interval '30 days' group by plugin_id`.execute(
      platform,
    ),
    sql<{ plugin_id: string; n: number }>`
      select plugin_id, count(*)::int as n from app.records where created_at > now() - interval '30 days' group by plugin_id`.execute(
      platform,
    ),
  ]);
  return plugins.map(({ manifest }) => {
    const run = runs.rows.find((row) => row.plugin_id === manifest.id);
    return {
      id: manifest.id,
      name: manifest.name,
      description: manifest.description,
      version: manifest.version,
      kind: manifest.kind,
      reads: [...manifest.reads],
      recordTypes: manifest.records.map((record) => record.label),
      installs: installs.rows.find((row) => row.plugin_id === manifest.id)?.n ?? 0,
      runs30d: run?.runs ?? 0,
      failures30d: run?.failures ?? 0,
      records30d: records.rows.find((row) => row.plugin_id === manifest.id)?.n ?? 0,
      p95Ms: run?.p95 ?? null,
    };
  });
}
