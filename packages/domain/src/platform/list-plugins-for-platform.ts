import type { DB } from '@readout/database';
import type { PluginKind } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { findBlock, listPluginBlocks, type PluginBlock } from '../plugins/list-plugin-blocks.ts';
import { durationAt } from './plugin-durations.ts';
import { findPublished, type PublishedPlugin } from './plugin-manifest.ts';
import type { PlatformPluginOrder, platformPluginStates } from './rules.ts';

export interface PlatformPlugin extends Omit<PublishedPlugin, 'manifest'> {
  id: string;
  name: string;
  description: string;
  kind: PluginKind;
  /** What it is given: `lines`, `barcodes`. */
  reads: string[];
  /** Hosts it asks to have requests sent to; empty: it reaches nothing. */
  hosts: string[];
  recordTypes: string[];
  /** Companies that have it switched on. */
  installs: number;
  /** Versions that companies have, and how many of them, most frequent first. */
  inUse: { version: string; companies: number }[];
  /** Of the last thirty days, as the worker last summed them up. */
  runs30d: number;
  failures30d: number;
  records30d: number;
  /** Milliseconds 95 of 100 runs stayed below, within a tenth; null without a run. */
  p95Ms: number | null;
  /** What may not run of it, every version first. */
  blocks: PluginBlock[];
  /** Whether its newest version, which stands here, may run nowhere. */
  isBlocked: boolean;
}

export interface PlatformPluginFilter {
  /** Part of its id, name, description or publisher. */
  search?: string;
  kind?: PluginKind;
  /** Of the newest version; `blocked`: whichever version. */
  state?: (typeof platformPluginStates)[number];
}

const maxPageSize = 100;

/** The catalogue with how each plugin does, over all companies: no matter who publishes it and of which kind it is. */
export async function listPluginsForPlatform(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    search = '',
    kind,
    state,
    sort = 'name',
    descending = false,
    offset = 0,
    limit = 50,
    locale = 'en',
  }: {
    actor: PlatformActor;
    sort?: PlatformPluginOrder;
    descending?: boolean;
    offset?: number;
    limit?: number;
    /** BCP 47 tag: the language names and labels are said in. */
    locale?: string;
  } & PlatformPluginFilter,
): Promise<{ items: PlatformPlugin[]; total: number }> {
  demandOnPlatform(actor, 'plugins.see');
  const wanted = search.trim().toLowerCase();
  const all = await describe(platform, await findPublished(platform), locale);
  const found = all.filter(
    (plugin) =>
      `${plugin.id} ${plugin.name} ${plugin.description} ${plugin.publisher}`
        .toLowerCase()
        .includes(wanted) &&
      (kind === undefined || plugin.kind === kind) &&
      (state === undefined || (state === 'blocked' ? plugin.blocks.length > 0 : plugin.state === state)),
  );
  const compare = (a: PlatformPlugin, b: PlatformPlugin) =>
    sort === 'name'
      ? a.name.localeCompare(b.name, locale, { numeric: true })
      : (a[sort] ?? -1) - (b[sort] ?? -1);
  found.sort((a, b) => (descending ? -compare(a, b) : compare(a, b)) || (a.id < b.id ? -1 : 1));
  const from = Math.max(offset, 0);
  return {
    items: found.slice(from, from + Math.min(Math.max(limit, 1), maxPageSize)),
    total: found.length,
  };
}

/** One of them. @throws AppError `plugin.not_found` */
export async function describePlugin(
  platform: Kysely<DB>,
  pluginId: string,
  locale: string,
): Promise<PlatformPlugin> {
  const [plugin] = await describe(platform, await findPublished(platform, pluginId), locale);
  if (!plugin) throw new AppError('plugin.not_found', { of: 'installation' });
  return plugin;
}

async function describe(
  platform: Kysely<DB>,
  plugins: readonly PublishedPlugin[],
  locale: string,
): Promise<PlatformPlugin[]> {
  const ids = plugins.map(({ manifest }) => manifest.id);
  const [installs, sums, blocks] = await Promise.all([
    sql<{ plugin_id: string; version: string; companies: number }>`
      select plugin_id, version, count(*)::int as companies from app.installations
      where enabled and source = 'catalogue' and plugin_id = any (${ids})
      group by plugin_id, version order by companies desc, version desc`.execute(platform),
    sql<{ plugin_id: string; bucket: number; runs: number; failures: number; records: number }>`
      select plugin_id, bucket, sum(runs)::int as runs, sum(failures)::int as failures, sum(records)::int as records
      from platform.plugin_days where day > (now() at time zone 'UTC')::date - 30 and plugin_id = any (${ids})
      group by plugin_id, bucket`.execute(platform),
    listPluginBlocks({ db: platform }),
  ]);
  const usesOf = Map.groupBy(installs.rows, (row) => row.plugin_id);
  const sumsOf = Map.groupBy(sums.rows, (row) => row.plugin_id);
  return plugins.map(({ manifest: asWritten, ...published }) => {
    const manifest = inLanguageOf(asWritten, locale);
    const uses = usesOf.get(manifest.id) ?? [];
    const buckets = sumsOf.get(manifest.id) ?? [];
    const sum = (of: (row: (typeof buckets)[number]) => number) =>
      buckets.reduce((all, row) => all + of(row), 0);
    const own = blocks.filter((block) => block.pluginId === manifest.id);
    return {
      ...published,
      id: manifest.id,
      name: manifest.name,
      description: manifest.description,
      kind: manifest.kind,
      reads: [...manifest.reads],
      hosts: [...manifest.permissions.hosts],
      recordTypes: manifest.records.map((record) => record.label),
      installs: uses.reduce((all, { companies }) => all + companies, 0),
      inUse: uses.map(({ version, companies }) => ({ version, companies })),
      runs30d: sum((row) => row.runs),
      failures30d: sum((row) => row.failures),
      records30d: sum((row) => row.records),
      p95Ms: durationAt(buckets, 0.95),
      blocks: own,
      isBlocked: findBlock(own, manifest.id, published.version) !== undefined,
    };
  });
}
