import { isDeepStrictEqual } from 'node:util';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockInstallation, notInstalled } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { parseSettings, settingsFor } from './rules.ts';

/**
 * Sets what the installed version's manifest lets a company set; what is left out is as the manifest proposes.
 * @throws AppError `plugin.not_installed`, `plugin.bad_settings` with `{fields: {name: sentence}}`,
 * `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function setInstallationSettings(
  { db }: { db: Kysely<DB> },
  {
    scope,
    pluginId,
    revision,
    values,
  }: { scope: Scope; pluginId: string; revision: number; values: Readonly<Record<string, unknown>> },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  return inChange(db, scope, async (trx) => {
    const { current, all } = await lockInstallation(trx, scope, { pluginId, revision });
    if (current.installedVersion === null) throw notInstalled(pluginId);
    const declared = { settings: current.settings.declared };
    const parsed = parseSettings(declared, values);
    const before = current.settings.values;
    const after = settingsFor(declared, parsed);
    const changed = declared.settings
      .map(({ name }) => name)
      .filter((name) => !isDeepStrictEqual(before[name], after[name]));
    if (changed.length === 0) return all;
    await sql`
      update app.installations set settings = ${JSON.stringify(parsed)}::jsonb, revision = revision + 1, updated_at = now()
      where company_id = ${scope.companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin.settings_changed',
      subjectType: 'plugin',
      subjectId: pluginId,
      // Names only: what is set may be confidential.
      detail: { name: current.name, settings: changed },
    });
    return readInstallations(trx, scope);
  });
}
