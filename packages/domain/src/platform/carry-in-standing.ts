import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** What a package says it is. */
export interface CarriedIn {
  pluginId: string;
  version: string;
  /** Of the signed bytes, lower-case hex. */
  sha256: string;
}

/** What would become of a package in the catalogue. */
export interface CarryInStanding {
  outcome:
    | 'new_plugin'
    | 'new_version'
    /** The same bytes are there. */
    | 'same'
    /** The id is a publisher's. */
    | 'id_taken'
    /** There are other bytes under this number, or it was rejected or waits for review. */
    | 'version_taken';
  /** The plugin of this id, null where there is none. */
  plugin: { publisher: string; isFirstParty: boolean; newest: string | null } | null;
  /** Of these bytes, where they are there: what comes with Readout may be kept under a longer number. */
  keptAs: string | null;
}

/** Looks before anything is stored. @throws AppError `platform.admin_only` */
export async function getCarryInStanding(
  { platform }: { platform: Kysely<DB> },
  { actor, ...carried }: { actor: PlatformActor } & CarriedIn,
): Promise<CarryInStanding> {
  demandOnPlatform(actor, 'plugins.change');
  return readCarryInStanding(platform, carried);
}

export async function readCarryInStanding(
  db: Kysely<DB>,
  { pluginId, version, sha256 }: CarriedIn,
): Promise<CarryInStanding> {
  const { rows } = await sql<{
    publisher_name: string;
    publisher_company_id: string | null;
    is_first_party: boolean;
    newest: string | null;
    kept_as: string | null;
    is_taken: boolean;
  }>`
    select p.publisher_name, p.publisher_company_id, p.is_first_party,
      (select v.version from platform.plugin_versions v where v.plugin_id = p.id and v.state = 'published'
        order by v.ordinal desc limit 1) as newest,
      (select v.version from platform.plugin_versions v where v.plugin_id = p.id and v.sha256 = ${sha256.slice(0, 64)}
        and v.state in ('published', 'deprecated') limit 1) as kept_as,
      exists (select from platform.plugin_versions v where v.plugin_id = p.id and v.version = ${version.slice(0, 80)}) as is_taken
    from platform.plugins p where p.id = ${pluginId.slice(0, 60)}`.execute(db);
  const [row] = rows;
  if (!row) return { outcome: 'new_plugin', plugin: null, keptAs: null };
  return {
    outcome:
      row.publisher_company_id !== null
        ? 'id_taken'
        : row.kept_as !== null
          ? 'same'
          : row.is_taken
            ? 'version_taken'
            : 'new_version',
    plugin: { publisher: row.publisher_name, isFirstParty: row.is_first_party, newest: row.newest },
    keptAs: row.kept_as,
  };
}

/** @throws AppError `plugin.id_taken`, `plugin.version_taken` where a package cannot be put into the catalogue */
export function demandRoom({ outcome, plugin }: CarryInStanding, { pluginId, version }: CarriedIn): void {
  if (outcome === 'id_taken')
    throw new AppError('plugin.id_taken', {
      reason: 'publisher',
      publisher: plugin?.publisher ?? '',
      pluginId,
    });
  if (outcome === 'version_taken')
    throw new AppError('plugin.version_taken', { reason: 'package', pluginId, version });
}
