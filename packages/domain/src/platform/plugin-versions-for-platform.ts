import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import type { PluginBlock } from '../plugins/list-plugin-blocks.ts';
import type { Accuracy } from '../plugins/plugin-versions.ts';
import { durationAt } from './plugin-durations.ts';

/** How often people changed what a version gave in a field, of records they confirmed in the last ninety days. */
export interface CorrectedField {
  /** Labels of the record and of the field. */
  record: string;
  field: string;
  /** Null: of too few companies or records to be shown. */
  share: {
    /** Records in which the version gave a value. */
    given: number;
    /** Of these, with another value when a person confirmed them. */
    corrected: number;
    /** Further records in which it gave none and a person entered one. */
    added: number;
  } | null;
}

export interface PlatformPluginVersion {
  version: string;
  state: 'in_review' | 'published' | 'rejected' | 'deprecated' | 'withdrawn';
  /** ISO 8601. */
  submittedAt: string;
  /** Undefined where the server itself kept it. */
  submittedBy: string | undefined;
  decidedAt: string | null;
  /** Nobody else could decide. */
  isApprovedByPublisher: boolean;
  /** What is new, as its companies read it. */
  notes: string;
  /** Of this version by itself; every version may be blocked beside. */
  block: PluginBlock | undefined;
  deprecation: { note: string; at: string } | null;
  /** Of the signed bytes, lower-case hex. */
  sha256: string;
  packageBytes: number;
  /** Who signed the package, of the keys that are trusted. */
  signers: { keyId: string; name: string; isRevoked: boolean }[];
  hosts: string[];
  reads: string[];
  accuracy: Accuracy | null;
  /** Companies that have it switched on. */
  companies: number;
  /** Of the last thirty days. */
  runs30d: number;
  failures30d: number;
  records30d: number;
  p95Ms: number | null;
  /** Most frequent codes of failed runs, thirty days. */
  errors: { code: string; count: number }[];
  corrected: CorrectedField[];
}

const maxErrors = 5;

interface VersionRow {
  version: string;
  state: PlatformPluginVersion['state'];
  submitted_at: Date;
  submitted_by_name: string | null;
  decided_at: Date | null;
  approved_by_publisher: boolean;
  notes: string;
  deprecated_note: string | null;
  deprecated_at: Date | null;
  sha256: string;
  package_bytes: number;
  signers: { keyId: string; name: string; isRevoked: boolean }[];
  manifest: Manifest;
  accuracy: Accuracy | null;
  companies: number;
}

/** Every version of a plugin, newest first, with how it does over all companies. `blocks`: the plugin's. */
export async function readVersionsForPlatform(
  platform: Kysely<DB>,
  { id: pluginId, blocks }: { id: string; blocks: readonly PluginBlock[] },
): Promise<PlatformPluginVersion[]> {
  const [versions, sums, errors, shares] = await Promise.all([
    sql<VersionRow>`
      select v.version, v.state, v.submitted_at, v.submitted_by_name, v.decided_at, v.approved_by_publisher, coalesce(v.release_note, v.notes) as notes,
        v.deprecated_note, v.deprecated_at, v.sha256, octet_length(v.package) as package_bytes, v.manifest, v.accuracy,
        coalesce((select jsonb_agg(jsonb_build_object('keyId', k.key_id, 'name', k.name, 'isRevoked', k.revoked_at is not null)
            order by k.created_at)
          from platform.trusted_keys k where k.key_id = any (v.signed_by)), '[]') as signers,
        (select count(*)::int from app.installations i
          where i.plugin_id = v.plugin_id and i.version = v.version and i.source = 'catalogue' and i.enabled) as companies
      from platform.plugin_versions v where v.plugin_id = ${pluginId} order by v.ordinal desc`.execute(
      platform,
    ),
    sql<{ version: string; bucket: number; runs: number; failures: number; records: number }>`
      select version, bucket, sum(runs)::int as runs, sum(failures)::int as failures, sum(records)::int as records
      from platform.plugin_days where plugin_id = ${pluginId} and day > (now() at time zone 'UTC')::date - 30
      group by version, bucket`.execute(platform),
    sql<{ version: string; code: string; count: number }>`
      select r.version, r.failure_code as code, count(*)::int as count from app.plugin_runs r
      where r.plugin_id = ${pluginId} and r.failure_code is not null and r.created_at > now() - interval '30 days'
        and not exists (select from app.platform_own_versions o
          where o.company_id = r.company_id and o.plugin_id = r.plugin_id and o.version = r.version)
      group by 1, 2 order by 3 desc, 2`.execute(platform),
    sql<{
      version: string;
      type: string;
      field: string;
      records: number | null;
      corrected: number | null;
      added: number | null;
    }>`
      select version, type, field, records, corrected, added from platform.corrected_shares(${pluginId})`.execute(
      platform,
    ),
  ]);
  const sumsOf = Map.groupBy(sums.rows, (row) => row.version);
  const errorsOf = Map.groupBy(errors.rows, (row) => row.version);
  const shareOf = new Map(
    shares.rows.map(({ version, type, field, records: given, corrected, added }) => [
      `${version} ${type} ${field}`,
      given === null || corrected === null || added === null ? null : { given, corrected, added },
    ]),
  );
  return versions.rows.map((row): PlatformPluginVersion => {
    const { manifest } = row;
    const buckets = sumsOf.get(row.version) ?? [];
    const sum = (of: (bucket: (typeof buckets)[number]) => number) =>
      buckets.reduce((all, bucket) => all + of(bucket), 0);
    return {
      version: row.version,
      state: row.state,
      submittedAt: row.submitted_at.toISOString(),
      submittedBy: row.submitted_by_name ?? undefined,
      decidedAt: row.decided_at?.toISOString() ?? null,
      isApprovedByPublisher: row.approved_by_publisher,
      notes: row.notes,
      block: blocks.find((block) => block.version === row.version),
      deprecation: row.deprecated_at
        ? { note: row.deprecated_note ?? '', at: row.deprecated_at.toISOString() }
        : null,
      sha256: row.sha256,
      packageBytes: row.package_bytes,
      signers: row.signers,
      hosts: [...manifest.permissions.hosts],
      reads: [...manifest.reads],
      accuracy: row.accuracy,
      companies: row.companies,
      runs30d: sum((bucket) => bucket.runs),
      failures30d: sum((bucket) => bucket.failures),
      records30d: sum((bucket) => bucket.records),
      p95Ms: durationAt(buckets, 0.95),
      errors: (errorsOf.get(row.version) ?? [])
        .slice(0, maxErrors)
        .map(({ code, count }) => ({ code, count })),
      corrected: manifest.records.flatMap(({ type, label, fields }) =>
        fields.map((field) => ({
          record: label,
          field: field.label,
          share: shareOf.get(`${row.version} ${type} ${field.name}`) ?? null,
        })),
      ),
    };
  });
}
