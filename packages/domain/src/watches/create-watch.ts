import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { WatchSettings } from './rules.ts';
import { checkSettings, unknownProfile } from './watch-settings.ts';

const maxWatches = 500;

/** @throws AppError `watch.bad_settings`, `watch.too_many`, `watch.unknown_profile` */
export async function createWatch(
  { db }: { db: Kysely<DB> },
  { scope, settings }: { scope: Scope; settings: WatchSettings },
): Promise<{ id: string }> {
  demandChange(scope, 'watches.manage');
  const { companyId, actor } = scope;
  const watch = checkSettings(settings);
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into app.watches (company_id, name, source_kind, region_profile_id, place, reads, interval_ms, low, high, max_rate,
        rate_per_ms, direction, lost_after, keep_days, created_by)
      select ${companyId}::uuid, ${watch.name}, ${watch.sourceKind}, ${watch.regionProfileId}::uuid, ${JSON.stringify(watch.place)}::jsonb,
        ${JSON.stringify(watch.reads)}::jsonb, ${watch.intervalMs}::int, ${watch.low}::float8, ${watch.high}::float8,
        ${watch.maxRate}::float8, ${watch.ratePerMs}::int, ${watch.direction}, ${watch.lostAfter}, ${watch.keepDays}::int,
        ${actor.userId}::uuid
      where (select count(*) from app.watches where company_id = ${companyId}::uuid and trashed_at is null) < ${maxWatches}
      returning id`
      .execute(trx)
      .catch(unknownProfile);
    const id = rows[0]?.id;
    if (!id) throw new AppError('watch.too_many', { max: maxWatches });
    await recordAuditEvent(trx, scope, {
      action: 'watch.made',
      subjectType: 'watch',
      subjectId: id,
      detail: { name: watch.name },
    });
    return { id };
  });
}
