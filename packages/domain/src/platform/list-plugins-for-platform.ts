import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { listPluginBlocks, type PluginBlock } from './list-plugin-blocks.ts';
import { demandPlatformAdmin, type PlatformActor } from './platform-actor.ts';
import { durationAt } from './plugin-durations.ts';
import { findPublished, type PublishedPlugin } from './plugin-manifest.ts';

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
  /** Versions that companies have, and how many of them, most frequent first. */
  versions: { version: string; companies: number }[];
  /** Of the last thirty days, as the worker last summed them up. */
  runs30d: number;
  failures30d: number;
  records30d: number;
  /** Milliseconds 95 of 100 runs stayed below, within a tenth; null without a run. */
  p95Ms: number | null;
  /** Most frequent codes of failed runs, thirty days. */
  errors: { code: string; count: number }[];
  /** Why it may not run, undefined where it may. */
  block: PluginBlock | undefined;
}

/** Every plugin of the catalogue with how it does, over all companies. */
export async function listPluginsForPlatform(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<PlatformPlugin[]> {
  demandPlatformAdmin(actor);
  return describe(platform, await findPublished(platform));
}

/** One of them. @throws AppError `plugin.not_found` */
export async function describePlugin(platform: Kysely<DB>, pluginId: string): Promise<PlatformPlugin> {
  const [plugin] = await describe(platform, await findPublished(platform, pluginId));
  if (!plugin)
    throw new AppError('not_found', 'plugin.not_found', 'There is no such plugin in this installation.');
  return plugin;
}

async function describe(
  platform: Kysely<DB>,
  plugins: readonly PublishedPlugin[],
): Promise<PlatformPlugin[]> {
  const [installs, sums, errors, blocks] = await Promise.all([
    sql<{ plugin_id: string; version: string; companies: number }>`
      select plugin_id, version, count(*)::int as companies from app.installations where enabled
      group by plugin_id, version order by companies desc, version desc`.execute(platform),
    sql<{ plugin_id: string; bucket: number; runs: number; failures: number; records: number }>`
      select plugin_id, bucket, sum(runs)::int as runs, sum(failures)::int as failures, sum(records)::int as records
      from platform.plugin_days where day > (now() at time zone 'UTC')::date - 30 group by plugin_id, bucket`.execute(
      platform,
    ),
    sql<{ plugin_id: string; code: string; count: number }>`
      select plugin_id, failure_code as code, count(*)::int as count from app.plugin_runs
      where failure_code is not null and created_at > now() - interval '30 days' and plugin_id = any (${plugins.map(({ manifest }) => manifest.id)})
      group by 1, 2 order by 3 desc`.execute(platform),
    listPluginBlocks({ db: platform }),
  ]);
  return plugins.map(({ version, manifest }) => {
    const own = <Row extends { plugin_id: string }>(rows: Row[]) =>
      rows.filter((row) => row.plugin_id === manifest.id);
    const versions = own(installs.rows);
    const buckets = own(sums.rows);
    const sum = (of: (row: (typeof buckets)[number]) => number) =>
      buckets.reduce((all, row) => all + of(row), 0);
    return {
      id: manifest.id,
      name: manifest.name,
      description: manifest.description,
      version,
      kind: manifest.kind,
      reads: [...manifest.reads],
      recordTypes: manifest.records.map((record) => record.label),
      installs: versions.reduce((all, { companies }) => all + companies, 0),
      versions: versions.map(({ version, companies }) => ({ version, companies })),
      runs30d: sum((row) => row.runs),
      failures30d: sum((row) => row.failures),
      records30d: sum((row) => row.records),
      p95Ms: durationAt(buckets, 0.95),
      errors: own(errors.rows)
        .slice(0, 5)
        .map(({ code, count }) => ({ code, count })),
      block: blocks.find(
        (block) => block.pluginId === manifest.id && (block.version === '*' || block.version === version),
      ),
    };
  });
}
