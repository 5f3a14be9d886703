import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demandChange } from '../policy.ts';
import { parseName, parseReads } from './check-region-profile.ts';
import { columns, demandFreeName, lockProfile } from './region-profile-rows.ts';
import type { RegionProfile } from './rules.ts';

/**
 * Gives a profile another name, or says differently what is read. The region itself stays: another one is another profile.
 * @throws AppError `region_profile.not_found`, `region_profile.invalid` with `{fields}`, `region_profile.name_taken`,
 *   `region_profile.changed_meanwhile` with `{current: {name, reads, revision}}`
 */
export async function changeRegionProfile(
  { db }: { db: Kysely<DB> },
  {
    scope,
    profileId,
    revision,
    change,
  }: { scope: Scope; profileId: string; revision: number; change: { name?: unknown; reads?: unknown } },
): Promise<RegionProfile> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const before = await lockProfile(trx, companyId, profileId);
    const name = change.name === undefined ? before.name : parseName(change.name);
    const reads = change.reads === undefined ? before.reads : parseReads(change.reads);
    const isRenamed = name !== before.name;
    const isReadAnew = !isSame(reads, before.reads);
    if (!isRenamed && !isReadAnew) return before;
    if (before.revision !== revision)
      throw new AppError('region_profile.changed_meanwhile', {
        name: before.name,
        current: { name: before.name, reads: before.reads, revision: before.revision },
      });
    if (isRenamed) await demandFreeName(trx, companyId, name, before.id);
    const [row] = await isoRows(trx)<RegionProfile>`
      update app.region_profiles set name = ${name}, reads = ${JSON.stringify(reads)}::jsonb,
        revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${profileId}::uuid returning ${columns}`;
    await recordAuditEvent(trx, scope, {
      action: 'region_profile.changed',
      subjectType: 'region_profile',
      subjectId: before.id,
      detail: {
        name: isRenamed ? { from: before.name, to: name } : name,
        ...(isReadAnew ? { reads: { from: before.reads, to: reads } } : {}),
      },
    });
    return row!;
  });
}

/** PostgreSQL keeps keys in an order of its own. */
const isSame = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
