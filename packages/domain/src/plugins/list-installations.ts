import type { DB } from '@readout/database';
import type { Manifest, ManifestSetting, PluginKind } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demand, reachOf } from '../policy.ts';
import { findBlocks } from './find-blocks.ts';
import type { PluginOrigin } from './plugin-versions.ts';
import { type Asking, askedAnew, isNothing, type SettingValues, settingsFor } from './rules.ts';

export interface Installation {
  plugin: string;
  source: PluginOrigin;
  kind: PluginKind;
  name: string;
  description: string;
  publisher: string;
  /** Comes with Readout. */
  isFirstParty: boolean;
  reads: string[];
  /** Runs only where no other reader made a record. */
  isFallback: boolean;
  /** Labels of what it makes. */
  records: string[];
  /** The newest that can be installed, of the same source. */
  version: string;
  /** What runs here; null: not installed. */
  installedVersion: string | null;
  /** A version to move to: a newer one, or one that is offered where the one that runs is not. */
  update: { version: string; asksMore: boolean } | null;
  /** Nobody installs this version any more. */
  isDeprecated: boolean;
  /** Where rolling back leads. */
  previous: { source: PluginOrigin; version: string } | null;
  /** It failed here, and the installation went back from it by itself; null once it was moved again. */
  left: { source: PluginOrigin; version: string; code: string; since: string } | null;
  /** A version that reads beside it, for comparison. */
  shadow: { source: PluginOrigin; version: string; since: string } | null;
  isEnabled: boolean;
  /** A record confirms itself from this confidence on, where every check passes; null: never. */
  autoConfirm: number | null;
  /** What the manifest declares, and the values the plugin is given. */
  settings: { declared: ManifestSetting[]; values: SettingValues };
  /** 0: not installed. */
  revision: number;
  /** Stopped everywhere by those who run this Readout: every version, or the one that is installed. */
  blocked: { reason: string; since: string; isWhole: boolean } | null;
  /** It ran out of its budget too often here, and waits until somebody resumes it; by what it ran out of last. */
  paused: { code: string; since: string } | null;
  /** Of the last 30 days in this company; null for who sees their own work only. */
  runs: { count: number; failures: number; p95Ms: number | null } | null;
}

/** The plugins of the company in the order they run, then those that come with Readout and are not installed. */
export async function listInstallations(
  { db }: { db: Kysely<DB> },
  { scope, locale = 'en' }: { scope: Scope; locale?: string },
): Promise<Installation[]> {
  demand(scope, 'company.see');
  return inScope(db, scope, (trx) => readInstallations(trx, scope, { locale }));
}

interface InstallationRow {
  plugin_id: string;
  source: PluginOrigin;
  version: string | null;
  previous_version: string | null;
  previous_source: PluginOrigin | null;
  enabled: boolean | null;
  settings: SettingValues | null;
  auto_confirm_confidence: number | null;
  revision: number | null;
  paused_at: Date | null;
  paused_code: string | null;
  left_source: PluginOrigin | null;
  left_version: string | null;
  left_at: Date | null;
  left_code: string | null;
  shadow_source: PluginOrigin | null;
  shadow_version: string | null;
  shadow_since: Date | null;
  is_deprecated: boolean | null;
  newest: string | null;
  is_newer: boolean | null;
  is_newest_blocked: boolean | null;
  newest_asks: Asking | null;
  manifest: Manifest | null;
  publisher: string | null;
  is_first_party: boolean | null;
}

/**
 * @param options.withRuns - false: `runs` is null, which is quicker
 * @param options.locale - BCP 47 tag: the language names and labels are said in
 */
export async function readInstallations(
  trx: Trx,
  scope: Scope,
  { withRuns = true, locale = 'en' }: { withRuns?: boolean; locale?: string } = {},
): Promise<Installation[]> {
  const { companyId, actor } = scope;
  const { rows } = await sql<InstallationRow>`
    with shown as (
      select i.plugin_id, i.source, i.version, i.previous_version, i.previous_source, i.enabled, i.settings,
        i.auto_confirm_confidence, i.revision, i.position, i.paused_at, i.paused_code,
        i.left_source, i.left_version, i.left_at, i.left_code,
        i.shadow_source, i.shadow_version, i.shadow_since
      from app.installations i where i.company_id = ${companyId}::uuid
      union all
      select p.id, 'catalogue', null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null, null
      from platform.plugins p
      where p.is_first_party
        and not exists (select from app.installations i where i.company_id = ${companyId}::uuid and i.plugin_id = p.id)
        and exists (select from platform.plugin_versions v where v.plugin_id = p.id and v.state = 'published')
    )
    select s.*, used.state = 'deprecated' as is_deprecated, newest.version as newest,
      newest.ordinal > used.ordinal as is_newer, newest.is_blocked as is_newest_blocked,
      jsonb_build_object('reads', newest.manifest->'reads', 'permissions', newest.manifest->'permissions') as newest_asks,
      coalesce(used.manifest, newest.manifest) as manifest,
      case s.source when 'company' then (select name from app.current_company_profile) else p.publisher_name end as publisher,
      s.source = 'catalogue' and p.is_first_party as is_first_party
    from shown s
    left join platform.plugins p on p.id = s.plugin_id and s.source = 'catalogue'
    left join lateral (
      select o.state, o.manifest, o.ordinal from app.plugin_versions o
      where s.source = 'company' and o.company_id = ${companyId}::uuid and o.plugin_id = s.plugin_id and o.version = s.version
      union all
      select c.state, c.manifest, c.ordinal from platform.plugin_versions c
      where s.source = 'catalogue' and c.plugin_id = s.plugin_id and c.version = s.version
    ) used on true
    left join lateral (
      select n.version, n.manifest, n.ordinal, exists (
        select from platform.find_block(s.source, s.plugin_id, n.version, n.sha256, n.program_sha256)) as is_blocked
      from (
        select o.version, o.manifest, o.ordinal, o.sha256, o.program_sha256 from app.plugin_versions o
        where s.source = 'company' and o.company_id = ${companyId}::uuid and o.plugin_id = s.plugin_id and o.state = 'published'
        union all
        select c.version, c.manifest, c.ordinal, c.sha256, c.program_sha256 from platform.plugin_versions c
        where s.source = 'catalogue' and c.plugin_id = s.plugin_id and c.state = 'published'
      ) n order by is_blocked, n.ordinal desc limit 1
    ) newest on true
    order by s.position nulls last, s.plugin_id`.execute(trx);
  const seesRuns = withRuns && reachOf(actor, 'captures.see') === 'all';
  const runs = seesRuns
    ? await readRuns(trx, companyId)
    : new Map<string, NonNullable<Installation['runs']>>();
  const blocks = await findBlocks(
    trx,
    companyId,
    rows.map((row) => ({
      source: row.source,
      pluginId: row.plugin_id,
      version: row.version ?? row.newest ?? '',
    })),
  );
  return rows.map((row, index): Installation => {
    const manifest = row.manifest && inLanguageOf(row.manifest, locale);
    const version = row.newest ?? row.version ?? '';
    const block = blocks[index];
    return {
      plugin: row.plugin_id,
      source: row.source,
      kind: manifest?.kind ?? 'reader',
      name: manifest?.name ?? row.plugin_id,
      description: manifest?.description ?? '',
      publisher: row.publisher ?? '',
      isFirstParty: row.is_first_party ?? false,
      reads: [...(manifest?.reads ?? [])],
      isFallback: Boolean(manifest?.fallback),
      records: manifest?.records.map((record) => record.label) ?? [],
      version,
      installedVersion: row.version,
      update: updateOf(row, block !== undefined),
      isDeprecated: row.is_deprecated ?? false,
      previous:
        row.previous_version && row.previous_source
          ? { source: row.previous_source, version: row.previous_version }
          : null,
      left:
        row.left_source && row.left_version && row.left_at && row.left_code
          ? {
              source: row.left_source,
              version: row.left_version,
              code: row.left_code,
              since: row.left_at.toISOString(),
            }
          : null,
      shadow:
        row.shadow_source && row.shadow_version && row.shadow_since
          ? {
              source: row.shadow_source,
              version: row.shadow_version,
              since: row.shadow_since.toISOString(),
            }
          : null,
      isEnabled: row.enabled ?? false,
      autoConfirm: row.auto_confirm_confidence,
      settings: {
        declared: manifest?.settings ?? [],
        values: manifest ? settingsFor(manifest, row.settings ?? {}) : {},
      },
      revision: row.revision ?? 0,
      blocked: block
        ? {
            reason: block.reason,
            since: block.blockedAt,
            isWhole: row.source === 'catalogue' && block.version === '*',
          }
        : null,
      paused:
        row.paused_at && row.paused_code
          ? { code: row.paused_code, since: row.paused_at.toISOString() }
          : null,
      runs: seesRuns ? (runs.get(row.plugin_id) ?? { count: 0, failures: 0, p95Ms: null }) : null,
    };
  });
}

/** A version that may not run is none to move to; an older one is, where the one that runs is not offered any more. */
function updateOf(
  { version, newest, is_newer, is_newest_blocked, is_deprecated, manifest, newest_asks }: InstallationRow,
  isBlocked: boolean,
): Installation['update'] {
  if (version === null || newest === null || newest === version || is_newest_blocked) return null;
  if (is_newer === false && !is_deprecated && !isBlocked) return null;
  return {
    version: newest,
    asksMore: !!manifest && !!newest_asks && !isNothing(askedAnew(manifest, newest_asks)),
  };
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
