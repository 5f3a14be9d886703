import type { Manifest } from '@readout/plugin-kit/manifest';
import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import type { Packages } from './packages.ts';

/** `catalogue`: everybody's, of `platform.plugin_versions`; `company`: the company's own, of `app.plugin_versions`. */
export type PluginOrigin = 'catalogue' | 'company';

export interface VersionRef {
  source: PluginOrigin;
  pluginId: string;
  version: string;
}

export type VersionState = 'in_review' | 'published' | 'rejected' | 'deprecated' | 'withdrawn';

/** How a version did on its fixtures. */
export interface Accuracy {
  fixtures: number;
  passed: number;
  fields: { name: string; right: number; wrong: number; missing: number }[];
}

/** One version with everything but its code. */
export interface StoredVersion extends VersionRef {
  manifest: Manifest;
  /** Of the signed bytes, lower-case hex. */
  sha256: string;
  state: VersionState;
  publisher: string;
  isFirstParty: boolean;
  /** What is new, in the author's words. */
  notes: string;
  /** Why it is offered no more and what to use instead, where those who run this Readout said so. */
  deprecationNote: string | null;
  accuracy: Accuracy | null;
  /** Of the catalogue: nobody but its publisher could look at it before it was everybody's. */
  isApprovedByPublisher: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** No version of this plugin, or none the company may see. */
export function versionNotFound({ pluginId, version }: Pick<VersionRef, 'pluginId' | 'version'>): AppError {
  return new AppError('plugin.version_not_found', {
    pluginId: pluginId.slice(0, 60),
    version: version.slice(0, 80),
  });
}

/** What the worker pins: the version and the hash its bytes must have. */
export interface PinnedVersion extends VersionRef {
  /** Undefined where no such version is stored (any more). */
  sha256: string | undefined;
}

/** The company's own versions before the catalogue's, each newest first; what was rejected or withdrawn is left out. */
async function readVersions(
  trx: Trx,
  { companyId }: Scope,
  pluginId: string,
  version?: string,
): Promise<StoredVersion[]> {
  const wanted = version === undefined ? sql`` : sql`and v.version = ${version.replaceAll('\0', '')}`;
  const id = pluginId.replaceAll('\0', '');
  const rows = await isoRows(trx)<StoredVersion & { ordinal: number }>`
    select 'company' as source, v.plugin_id as "pluginId", v.version, v.manifest, v.sha256, v.state, c.name as publisher,
      false as "isFirstParty", v.notes, null as "deprecationNote", v.accuracy,
      false as "isApprovedByPublisher", v.created_at as "createdAt", v.ordinal
    from app.plugin_versions v cross join app.current_company_profile c
    where v.company_id = ${companyId}::uuid and v.plugin_id = ${id} ${wanted}
    union all
    select 'catalogue', v.plugin_id, v.version, v.manifest, v.sha256, v.state, p.publisher_name,
      p.is_first_party, coalesce(v.release_note, v.notes), v.deprecated_note, v.accuracy,
      v.approved_by_publisher, v.submitted_at, v.ordinal
    from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
    where v.plugin_id = ${id} and v.state not in ('rejected', 'withdrawn') ${wanted}
    order by source desc, ordinal desc`;
  return rows.map(({ ordinal: _, ...version }) => version);
}

/**
 * All versions of a plugin that the company may see: its own, then the catalogue's, each newest first. Of what the
 * company itself publishes those in review, too.
 */
export function listVersions(trx: Trx, scope: Scope, pluginId: string): Promise<StoredVersion[]> {
  return readVersions(trx, scope, pluginId);
}

/** @throws AppError `plugin.version_not_found` */
export async function getVersion(trx: Trx, scope: Scope, ref: VersionRef): Promise<StoredVersion> {
  const versions = await readVersions(trx, scope, ref.pluginId, ref.version);
  const found = versions.find(({ source }) => source === ref.source);
  if (!found) throw versionNotFound(ref);
  return found;
}

type StoredBytes = {
  package: Uint8Array;
  sha256: string;
  /** As it was kept of a build, see {@link Packages.open}; null: not built yet. */
  program: Uint8Array | null;
  publisherCompanyId: string | null;
};

/** The package file of a version and what its bytes are to be checked against; undefined where there is none. */
export async function findVersionBytes(
  trx: Trx,
  companyId: string,
  { source, pluginId, version }: VersionRef,
): Promise<StoredBytes | undefined> {
  const { rows } = await (source === 'company'
    ? sql<StoredBytes>`
        select package, sha256, program, company_id as "publisherCompanyId" from app.plugin_versions
        where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and version = ${version}`
    : sql<StoredBytes>`
        select v.package, v.sha256, v.program, p.publisher_company_id as "publisherCompanyId"
        from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
        where v.plugin_id = ${pluginId} and v.version = ${version} and v.state not in ('rejected', 'withdrawn')`
  ).execute(trx);
  return rows[0];
}
