import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockInstallation, notInstalled } from './installation-change.ts';
import type { VersionRef } from './plugin-versions.ts';
import type { SettingValues } from './rules.ts';

/** What an installation was like, to make the same again. */
export interface InstallationAsWas {
  ref: VersionRef;
  isEnabled: boolean;
  autoConfirm: number | null;
  settings: SettingValues;
  /** From 0, in the order the plugins run. */
  place: number;
}

/**
 * Takes a plugin off, with its settings and its rule. What it read stays, with the names and types of its fields.
 * `was` is what `installPlugin` takes to undo this.
 * @throws AppError `plugin.not_installed`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function uninstallPlugin(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, revision }: { scope: Scope; pluginId: string; revision: number },
): Promise<{ name: string; was: InstallationAsWas }> {
  demandChange(scope, 'plugins.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { current, all } = await lockInstallation(trx, scope, { pluginId, revision });
    if (current.installedVersion === null) throw notInstalled(pluginId);
    await sql`
      delete from app.installations where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(
      trx,
    );
    const left = all
      .filter((each) => each.revision > 0 && each.plugin !== pluginId)
      .map((each) => each.plugin);
    await sql`
      update app.installations i set position = o.place - 1
      from unnest(${left}::text[]) with ordinality as o (plugin_id, place)
      where i.company_id = ${companyId}::uuid and i.plugin_id = o.plugin_id and i.position <> o.place - 1`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'plugin.uninstalled',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: current.name, version: current.installedVersion },
    });
    return {
      name: current.name,
      was: {
        ref: { pluginId, source: current.source, version: current.installedVersion },
        isEnabled: current.isEnabled,
        autoConfirm: current.autoConfirm,
        settings: current.settings.values,
        place: all.findIndex((each) => each.plugin === pluginId),
      },
    };
  });
}
