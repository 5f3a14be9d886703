import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

/** A plugin of the catalogue by its newest published version, else the newest that was. */
export interface PublishedPlugin {
  version: string;
  manifest: Manifest;
}

/** Every plugin of the catalogue, by id; or the one that is named, where it is there. */
export async function findPublished(platform: Kysely<DB>, pluginId?: string): Promise<PublishedPlugin[]> {
  const { rows } = await sql<PublishedPlugin>`
    select distinct on (v.plugin_id) v.version, v.manifest from platform.plugin_versions v
    where v.state in ('published', 'deprecated')
      ${pluginId === undefined ? sql`` : sql`and v.plugin_id = ${pluginId.replaceAll('\0', '')}`}
    order by v.plugin_id, v.state = 'published' desc, v.ordinal desc`.execute(platform);
  return rows;
}

/** What a plugin of the catalogue says about itself. @throws AppError `plugin.not_found` */
export async function getManifest(platform: Kysely<DB>, pluginId: string): Promise<Manifest> {
  const [found] = await findPublished(platform, pluginId);
  if (!found)
    throw new AppError('not_found', 'plugin.not_found', 'There is no such plugin in this installation.');
  return found.manifest;
}
