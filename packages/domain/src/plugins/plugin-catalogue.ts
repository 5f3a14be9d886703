import type { Manifest, ManifestField } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

export type RecordType = Manifest['records'][number];

/** A version that made something; without `version` the one the company has installed, else the newest. */
export interface Maker {
  plugin: string;
  version?: string;
}

/** What the versions that were asked for say about themselves; names and types what their records hold. */
export interface Manifests {
  /** Undefined where nothing of this plugin is stored. */
  find(plugin: string, version?: string): Manifest | undefined;
}

/**
 * Manifests of the versions that companies use or ever used. They never change, so each is asked for once in the life
 * of a process: what lists records costs no further query.
 */
export interface PluginCatalogue {
  /** In the language of whoever asks, or another one. @param options.language - BCP 47 tag */
  manifests(
    trx: Trx,
    companyId: string,
    makers: readonly Maker[],
    options?: { language?: string },
  ): Promise<Manifests>;
}

/** Of manifests and of versions known by company; a few kilobytes and a few bytes each. */
const maxManifests = 2_000;
const maxVersions = 100_000;

/** @param locale - BCP 47 tag of who asks at that moment */
export function createPluginCatalogue({
  locale = () => 'en',
}: {
  locale?: () => string;
} = {}): PluginCatalogue {
  /** By the hash of the version's bytes. */
  const manifests = new Map<string, Manifest>();
  /** Hash by company, plugin and version. */
  const versions = new Map<string, string>();
  return {
    async manifests(trx, companyId, makers, { language = locale() } = {}) {
      const found = new Map<string, Manifest>();
      const wanted = new Map<string, Maker>();
      for (const maker of makers) {
        const known = manifests.get(versions.get(`${companyId} ${nameOf(maker)}`) ?? '');
        if (known) found.set(nameOf(maker), known);
        else wanted.set(nameOf(maker), maker);
      }
      if (wanted.size > 0)
        for (const { maker, isExact, sha256 } of await resolve(trx, companyId, [...wanted.values()])) {
          let manifest = manifests.get(sha256);
          if (!manifest) {
            manifest = await readManifest(trx, companyId, sha256);
            if (!manifest) continue;
            keep(manifests, maxManifests, sha256, manifest);
          }
          found.set(nameOf(maker), manifest);
          // Another one stands in for what is not stored only for as long as it is not.
          if (isExact) keep(versions, maxVersions, `${companyId} ${nameOf(maker)}`, sha256);
        }
      return {
        find: (plugin, version) => {
          const manifest = found.get(nameOf(version ? { plugin, version } : { plugin }));
          return manifest && inLanguageOf(manifest, language);
        },
      };
    },
  };
}

export function findRecordType(
  manifests: Manifests,
  { plugin, version, type }: Maker & { type: string },
): RecordType | undefined {
  return manifests.find(plugin, version)?.records.find((record) => record.type === type);
}

export function findField(recordType: RecordType | undefined, name: string): ManifestField | undefined {
  return recordType?.fields.find((field) => field.name === name);
}

const nameOf = ({ plugin, version = '' }: Maker): string => `${plugin}@${version}`;

function keep<Value>(map: Map<string, Value>, max: number, key: string, value: Value): void {
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value!);
}

/** Which stored version speaks for each maker: itself, else the installed one, else the newest. */
async function resolve(
  trx: Trx,
  companyId: string,
  makers: readonly Maker[],
): Promise<{ maker: Maker; isExact: boolean; sha256: string }[]> {
  const { rows } = await sql<{ plugin_id: string; wanted: string; version: string; sha256: string }>`
    select w.plugin_id, w.version as wanted, v.version, v.sha256
    from unnest(${makers.map(({ plugin }) => plugin)}::text[], ${makers.map(({ version }) => version ?? '')}::text[])
      as w (plugin_id, version)
    cross join lateral (
      select 'company' as source, o.version, o.sha256, o.ordinal from app.plugin_versions o
      where o.company_id = ${companyId}::uuid and o.plugin_id = w.plugin_id
      union all
      select 'catalogue', p.version, p.sha256, p.ordinal from platform.plugin_versions p
      where p.plugin_id = w.plugin_id and p.state in ('published', 'deprecated')
    ) as v
    left join app.installations i on i.company_id = ${companyId}::uuid and i.plugin_id = w.plugin_id
      and i.source = v.source and i.version = v.version
    order by w.plugin_id, w.version, (v.version = w.version) desc, i.plugin_id is null, v.source desc, v.ordinal desc`.execute(
    trx,
  );
  const best = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const name = nameOf({ plugin: row.plugin_id, version: row.wanted });
    if (!best.has(name)) best.set(name, row);
  }
  return makers.flatMap((maker) => {
    const row = best.get(nameOf(maker));
    return row ? [{ maker, isExact: row.version === maker.version, sha256: row.sha256 }] : [];
  });
}

async function readManifest(trx: Trx, companyId: string, sha256: string): Promise<Manifest | undefined> {
  const { rows } = await sql<{ manifest: Manifest }>`
    select manifest from app.plugin_versions where company_id = ${companyId}::uuid and sha256 = ${sha256}
    union all
    select manifest from platform.plugin_versions where sha256 = ${sha256} limit 1`.execute(trx);
  return rows[0]?.manifest;
}
