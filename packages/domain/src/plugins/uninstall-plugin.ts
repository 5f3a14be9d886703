import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockInstallation, notInstalled } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';

/**
 * Takes a plugin off, with its settings and its rule. What it read stays, with the names and types of its fields.
 * @throws AppError `plugin.not_installed`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function uninstallPlugin(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, revision }: { scope: Scope; pluginId: string; revision: number },
): Promise<Installation[]> {
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
    return readInstallations(trx, scope);
  });
}
