import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { recheckSamples } from './recheck-samples.ts';
import { refreshSums } from './refresh-sums.ts';
import type { WatchSample } from './rules.ts';
import { getSampleRow, toSamples } from './sample-rows.ts';
import { getWatchRow } from './watch-rows.ts';

/**
 * A person says what stood there: as it was read, or another value, which is kept beside what was read. From now on the
 * samples around it are measured against it. What is not plausible, and what is not what was read, takes a reason.
 * @throws AppError `watch.not_found`, `watch.sample_not_found`, `watch.reason_needed`, `watch.value_needed`
 */
export async function confirmSample(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    sampleId,
    value,
    reason,
  }: {
    scope: Scope;
    watchId: string;
    sampleId: string;
    /** What stands there, where it was misread. */
    value?: number | undefined;
    reason?: string | undefined;
  },
): Promise<WatchSample> {
  demandChange(scope, 'watches.manage');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { lock: true });
    const sample = await getSampleRow(trx, companyId, watch.id, sampleId);
    const isText = watch.reads.kind === 'text';
    const isCorrected = value !== undefined && value !== sample.value;
    if (isCorrected && (isText || !Number.isFinite(value))) throw new AppError('watch.value_needed');
    if (!isText && value === undefined && sample.value === null)
      throw new AppError('watch.value_needed', { reason: 'unread' });
    const why = reason?.replaceAll('\0', '').trim().slice(0, 500) || null;
    if (!why && (isCorrected || sample.state === 'implausible'))
      throw new AppError('watch.reason_needed', { reason: isCorrected ? 'corrected' : undefined });
    const confirmed = isCorrected ? value : sample.value;
    await sql`
      update app.watch_samples set state = 'confirmed', value = ${confirmed}::float8,
        text = ${isCorrected ? String(value) : sample.text},
        read_value = ${isCorrected ? (sample.read_value ?? sample.value) : sample.read_value}::float8,
        read_text = ${isCorrected ? (sample.read_text ?? sample.text) : sample.read_text},
        decided_by = ${actor.userId}::uuid, decided_at = now(), decided_reason = ${why}
      where company_id = ${companyId}::uuid and watch_id = ${watch.id}::uuid and id = ${sample.id}::uuid`.execute(
      trx,
    );
    await sql`
      update app.watches set last_state = 'confirmed', last_value = ${confirmed}::float8
      where company_id = ${companyId}::uuid and id = ${watch.id}::uuid and last_sample_id = ${sample.id}::uuid`.execute(
      trx,
    );
    await recordAuditEvent(trx, scope, {
      action: 'watch.sample_confirmed',
      subjectType: 'watch',
      subjectId: watch.id,
      detail: {
        name: watch.name,
        sampleId: sample.id,
        takenAt: sample.taken_at.toISOString(),
        ...(isCorrected ? { from: sample.value, to: value } : { value: confirmed }),
        ...(why ? { reason: why } : {}),
      },
    });
    await refreshSums(trx, companyId, watch.id, [sample.taken_at]);
    await recheckSamples(trx, companyId, watch, sample.taken_at);
    const [changed] = await toSamples(trx, companyId, watch, [
      await getSampleRow(trx, companyId, watch.id, sampleId),
    ]);
    return changed!;
  });
}
