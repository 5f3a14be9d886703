import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockInstallation } from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { dropShadow } from './shadows.ts';

/**
 * Gives up the version that runs beside the installed one; how the two compared is forgotten.
 * @throws AppError `plugin.not_installed`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function endShadow(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, revision }: { scope: Scope; pluginId: string; revision: number },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { current, all } = await lockInstallation(trx, scope, { pluginId, revision });
    if (!current.shadow) return all;
    await dropShadow(trx, companyId, pluginId);
    await sql`
      update app.installations set revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin.shadow_ended',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: current.name, version: current.shadow.version },
    });
    return readInstallations(trx, scope);
  });
}
