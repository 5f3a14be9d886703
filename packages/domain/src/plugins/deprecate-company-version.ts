import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { getVersion, type StoredVersion } from './plugin-versions.ts';

/**
 * A version of the company's own is no longer offered, or is again. Where it is installed it goes on running.
 * @throws AppError `plugin.version_not_found`
 */
export async function deprecateCompanyVersion(
  { db }: { db: Kysely<DB> },
  {
    scope,
    pluginId,
    version,
    isDeprecated,
  }: { scope: Scope; pluginId: string; version: string; isDeprecated: boolean },
): Promise<StoredVersion> {
  demandChange(scope, 'studio.use');
  const ref = { source: 'company', pluginId, version } as const;
  return inChange(db, scope, async (trx) => {
    const { manifest } = await getVersion(trx, scope, ref);
    const state = isDeprecated ? 'deprecated' : 'published';
    const { rows } = await sql`
      update app.plugin_versions set state = ${state}
      where company_id = ${scope.companyId}::uuid and plugin_id = ${pluginId} and version = ${version} and state <> ${state}
      returning 1`.execute(trx);
    if (rows.length > 0)
      await recordAuditEvent(trx, scope, {
        action: isDeprecated ? 'plugin.version_deprecated' : 'plugin.version_offered_again',
        subjectType: 'plugin',
        subjectId: pluginId,
        detail: { name: manifest.name, version },
      });
    return getVersion(trx, scope, ref);
  });
}
