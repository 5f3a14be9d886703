import { type DB, inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { ErrorCode } from '../error-catalogue.ts';
import type { Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import {
  type KeptAnswer,
  type KeptRequest,
  longestRetryAfterMs,
  pausedAfterDays,
  retryDelaysMs,
} from './rules.ts';
import type { TakenDelivery } from './take-deliveries.ts';
import { tellWorkers } from './target-rows.ts';

export type DeliveryFailure = Extract<ErrorCode, `delivery.${string}`>;

/** What came of one try. */
export interface Attempt {
  request: KeptRequest;
  answer: KeptAnswer | null;
  durationMs: number;
  /** Undefined: it arrived. */
  failure?: {
    code: DeliveryFailure;
    /** In English, what happened; nothing secret. */
    message: string;
    /** Whether another try may help. */
    isPassing: boolean;
    /** What the receiver asked to wait. */
    retryAfterMs?: number | undefined;
  };
  /** For the next try, where this one left something unfinished at the receiver. */
  handle?: string | undefined;
}

/** A receiver that takes longer is given one at a time. */
const quickMs = 1000;
const mostAtOnce = 8;

/**
 * Records an attempt and says what comes next. A try that arrived counts, even if another process has the delivery now; one that failed only
 * while its lease is still the one it was taken under.
 * @returns whether the target is paused with it
 */
export async function endDelivery(
  { db }: { db: Kysely<DB> },
  { companyId, id, targetId, lease }: TakenDelivery,
  { attempt, now }: { attempt: Attempt; now?: Date | undefined },
): Promise<{ isPaused: boolean }> {
  const clock = sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`;
  const { failure, answer, durationMs } = attempt;
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    // The target before its deliveries, in the order in which resuming locks them; for no longer than needed, as the next end waits for it:
    // what a database that dies forgets of this is sent once more, under its id.
    await sql`
      select set_config('synchronous_commit', 'off', true) from app.delivery_targets where company_id = ${companyId}::uuid and id = ${targetId}::uuid for no key update`.execute(
      trx,
    );
    const { rows } = await sql<{ tries: number; attempts: number; is_ours: boolean }>`
      update app.deliveries set attempts = attempts + 1
      where company_id = ${companyId}::uuid and id = ${id}::uuid
      returning tries, attempts, lease is not distinct from ${lease}::uuid as is_ours`.execute(trx);
    const delivery = rows[0];
    if (!delivery) return { isPaused: false };
    await sql`
      insert into app.delivery_attempts (company_id, delivery_id, number, at, duration_ms, request, answer, failure_code, failure)
      values (${companyId}::uuid, ${id}::uuid, ${delivery.attempts}, ${clock}, ${Math.round(durationMs)},
        ${JSON.stringify(attempt.request)}::jsonb, ${answer ? JSON.stringify(answer) : null}::jsonb, ${failure?.code ?? null},
        ${failure?.message.slice(0, 1000) ?? null})`.execute(trx);
    const status = answer?.status ?? null;
    const mine = sql`company_id = ${companyId}::uuid and id = ${id}::uuid`;
    if (!failure) {
      await sql`
        update app.deliveries set state = 'delivered', status = ${status}::smallint, failure_code = null, ended_at = ${clock},
          tries = tries + 1, handle = null, lease = null, leased_until = null
        where ${mine} and state in ('pending', 'retrying', 'failed')`.execute(trx);
      const quicker = durationMs <= quickMs ? 1 : -1;
      await sql`
        update app.delivery_targets set delivered_at = ${clock}, failing_since = null, failure_code = null,
          at_once = least(${mostAtOnce}, greatest(1, at_once + ${quicker}))
        where company_id = ${companyId}::uuid and id = ${targetId}::uuid`.execute(trx);
      // The next of its record may go.
      await tellWorkers(trx);
      return { isPaused: false };
    }
    const delayMs = failure.isPassing ? retryDelaysMs[delivery.tries] : undefined;
    if (delivery.is_ours) {
      const waitMs = Math.max(delayMs ?? 0, Math.min(failure.retryAfterMs ?? 0, longestRetryAfterMs));
      await sql`
        update app.deliveries set state = ${delayMs === undefined ? 'failed' : 'retrying'}, status = ${status}::smallint,
          failure_code = ${failure.code}, tries = tries + 1, handle = ${attempt.handle ?? null}, lease = null, leased_until = null,
          due_at = ${clock} + make_interval(secs => ${waitMs / 1000}),
          ended_at = case when ${delayMs === undefined}::boolean then ${clock} end
        where ${mine} and state in ('pending', 'retrying')`.execute(trx);
    }
    return noteFailing(trx, { companyId, targetId, code: failure.code, clock });
  });
}

/** A target at which nothing arrived for three days is paused, and its admins are told. */
async function noteFailing(
  trx: Trx,
  {
    companyId,
    targetId,
    code,
    clock,
  }: { companyId: string; targetId: string; code: string; clock: ReturnType<typeof sql> },
): Promise<{ isPaused: boolean }> {
  const { rows } = await sql<{ name: string; is_over: boolean }>`
    update app.delivery_targets set failing_since = coalesce(failing_since, ${clock}), failure_code = ${code}, at_once = 1
    where company_id = ${companyId}::uuid and id = ${targetId}::uuid
    returning name, state = 'active' and failing_since <= ${clock} - make_interval(days => ${pausedAfterDays}) as is_over`.execute(
    trx,
  );
  const target = rows[0];
  if (!target?.is_over) return { isPaused: false };
  await sql`
    update app.delivery_targets set state = 'paused', paused_at = ${clock}, paused_for_failing = true
    where company_id = ${companyId}::uuid and id = ${targetId}::uuid`.execute(trx);
  const { name } = target;
  await recordSystemEvent(trx, companyId, {
    action: 'delivery_target.paused',
    subjectType: 'delivery_target',
    subjectId: targetId,
    detail: { name, code },
  });
  const { rows: keepers } = await sql<{ user_id: string }>`
    select user_id from app.members where role in ('owner', 'admin')`.execute(trx);
  await notify(trx, {
    companyId,
    userIds: keepers.map(({ user_id: userId }) => userId),
    kind: 'delivery.paused',
    subjectType: 'delivery_target',
    subjectId: targetId,
    detail: { name },
  });
  return { isPaused: true };
}

/** Gives back what a worker that stops has not carried out, as if it had never been taken. */
export async function giveBackDelivery(
  { db }: { db: Kysely<DB> },
  { companyId, id, lease }: TakenDelivery,
): Promise<void> {
  await inCompany(db, { companyId, userId: null }, (trx) =>
    sql`
      update app.deliveries set lease = null, leased_until = null
      where company_id = ${companyId}::uuid and id = ${id}::uuid and lease = ${lease}::uuid`.execute(trx),
  );
}
