import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { recheckSamples } from './recheck-samples.ts';
import type { Watch, WatchSettings } from './rules.ts';
import { changedMeanwhile } from './watch-errors.ts';
import { getWatchRow, toWatches } from './watch-rows.ts';
import { checkSettings, unknownProfile } from './watch-settings.ts';

/**
 * Other settings for a watch. Other rules of plausibility judge the samples since the last confirmed one again, other limits
 * hold from the next sample on. @throws AppError `watch.changed_meanwhile`, `watch.bad_settings`
 */
export async function updateWatch(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    revision,
    settings,
  }: { scope: Scope; watchId: string; revision: number; settings: WatchSettings },
): Promise<Watch> {
  demandChange(scope, 'watches.manage');
  const { companyId } = scope;
  const next = checkSettings(settings);
  return inChange(db, scope, async (trx) => {
    const row = await getWatchRow(trx, companyId, watchId, { lock: true });
    if (row.revision !== revision) throw changedMeanwhile();
    await sql`
      update app.watches set name = ${next.name}, source_kind = ${next.sourceKind}, region_profile_id = ${next.regionProfileId}::uuid,
        place = ${JSON.stringify(next.place)}::jsonb, reads = ${JSON.stringify(next.reads)}::jsonb, interval_ms = ${next.intervalMs}::int,
        low = ${next.low}::float8, high = ${next.high}::float8, max_rate = ${next.maxRate}::float8,
        rate_per_ms = ${next.ratePerMs}::int, direction = ${next.direction}, lost_after = ${next.lostAfter},
        keep_days = ${next.keepDays}::int, revision = revision + 1
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`
      .execute(trx)
      .catch(unknownProfile);
    const changed = await getWatchRow(trx, companyId, watchId);
    const [before] = await toWatches(trx, [row]);
    const [after] = await toWatches(trx, [changed]);
    const keys = Object.keys(next) as (keyof WatchSettings)[];
    const fields = keys.filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]));
    if (fields.length > 0)
      await recordAuditEvent(trx, scope, {
        action: 'watch.changed',
        subjectType: 'watch',
        subjectId: row.id,
        detail: {
          name: changed.name,
          from: Object.fromEntries(fields.map((key) => [key, before?.[key] ?? null])),
          to: Object.fromEntries(fields.map((key) => [key, after?.[key] ?? null])),
        },
      });
    if (fields.some((key) => ['maxRate', 'ratePerMs', 'direction', 'reads'].includes(key)))
      await recheckSamples(trx, companyId, changed, new Date());
    return after!;
  });
}
