import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { recheckSamples } from './recheck-samples.ts';
import { refreshSums } from './refresh-sums.ts';
import type { WatchSample } from './rules.ts';
import { getSampleRow, toSamples } from './sample-rows.ts';
import { getWatchRow } from './watch-rows.ts';

/** A person says that it was misread: it counts nowhere any more, and stays in the list. Confirming it takes that back. @throws AppError `watch.sample_not_found` */
export async function rejectSample(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    sampleId,
    reason,
  }: { scope: Scope; watchId: string; sampleId: string; reason?: string | undefined },
): Promise<WatchSample> {
  demandChange(scope, 'watches.manage');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { lock: true });
    const sample = await getSampleRow(trx, companyId, watch.id, sampleId);
    const why = reason?.replaceAll('\0', '').trim().slice(0, 500) || null;
    await sql`
      update app.watch_samples set state = 'rejected', decided_by = ${actor.userId}::uuid, decided_at = now(), decided_reason = ${why}
      where company_id = ${companyId}::uuid and watch_id = ${watch.id}::uuid and id = ${sample.id}::uuid`.execute(
      trx,
    );
    await sql`
      update app.watches set last_state = 'rejected'
      where company_id = ${companyId}::uuid and id = ${watch.id}::uuid and last_sample_id = ${sample.id}::uuid`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'watch.sample_rejected',
      subjectType: 'watch',
      subjectId: watch.id,
      detail: {
        name: watch.name,
        sampleId: sample.id,
        takenAt: sample.taken_at.toISOString(),
        value: sample.value,
        ...(why ? { reason: why } : {}),
      },
    });
    await refreshSums(trx, companyId, watch.id, [sample.taken_at]);
    if (sample.state === 'confirmed') await recheckSamples(trx, companyId, watch, sample.taken_at);
    const [changed] = await toSamples(trx, companyId, watch, [
      await getSampleRow(trx, companyId, watch.id, sampleId),
    ]);
    return changed!;
  });
}
