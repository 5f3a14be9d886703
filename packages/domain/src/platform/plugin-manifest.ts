import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { versionNotFound } from '../plugins/plugin-versions.ts';

/** A plugin of the catalogue by its newest published version, else the newest that was. */
export interface PublishedPlugin {
  version: string;
  manifest: Manifest;
  state: 'published' | 'deprecated';
  publisher: string;
  /** Null: comes with Readout, was carried in, or its company is gone. */
  publisherCompanyId: string | null;
  isFirstParty: boolean;
  /** How many versions are or were published. */
  versionCount: number;
}

/** Every plugin of the catalogue, by id; or the one that is named, where it is there. */
export async function findPublished(platform: Kysely<DB>, pluginId?: string): Promise<PublishedPlugin[]> {
  const { rows } = await sql<PublishedPlugin>`
    select n.version, n.manifest, n.state, p.publisher_name as publisher, p.publisher_company_id as "publisherCompanyId",
      p.is_first_party as "isFirstParty", n.version_count as "versionCount"
    from (
      select distinct on (v.plugin_id) v.plugin_id, v.version, v.manifest, v.state,
        count(*) over (partition by v.plugin_id)::int as version_count
      from platform.plugin_versions v
      where v.state in ('published', 'deprecated')
        ${pluginId === undefined ? sql`` : sql`and v.plugin_id = ${pluginId.replaceAll('\0', '')}`}
      order by v.plugin_id, v.state = 'published' desc, v.ordinal desc
    ) n join platform.plugins p on p.id = n.plugin_id order by n.plugin_id`.execute(platform);
  return rows;
}

/** What a plugin of the catalogue says about itself. @throws AppError `plugin.not_found` */
export async function getManifest(platform: Kysely<DB>, pluginId: string): Promise<Manifest> {
  const [found] = await findPublished(platform, pluginId);
  if (!found) throw new AppError('plugin.not_found', { of: 'installation' });
  return found.manifest;
}

/**
 * The same of one version that is or was published.
 * @throws AppError `plugin.version_not_found`
 */
export async function getVersionManifest(
  platform: Kysely<DB>,
  { pluginId, version }: { pluginId: string; version: string },
): Promise<Manifest> {
  const { rows } = await sql<{ manifest: Manifest }>`
    select manifest from platform.plugin_versions
    where plugin_id = ${pluginId.replaceAll('\0', '')} and version = ${version.replaceAll('\0', '')}
      and state in ('published', 'deprecated')`.execute(platform);
  if (!rows[0]) throw versionNotFound({ pluginId, version });
  return rows[0].manifest;
}
