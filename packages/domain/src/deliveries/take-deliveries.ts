import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** A delivery that one worker carries out; nobody else does until it is ended or its lease is over. */
export interface TakenDelivery {
  companyId: string;
  id: string;
  targetId: string;
  /** Names this one time. */
  lease: string;
  /** Nothing has arrived at its target since the last failure. */
  isFailing: boolean;
}

/** Far longer than any try takes: after it, the process that had it is dead. */
export const leaseSeconds = 60;
/** Looks come one after the other: each has to see what the others took. */
const takeLock = 7_233_071;

/**
 * Takes what is due, as readout_platform, which sees neither what is sent nor where to. A target has one under way, and up to
 * eight while they arrive quickly; targets with the least under way come first, those that waited longest before the others. Of
 * one record only the earliest that is not over is ever due. A company that is suspended sends nothing.
 * @param most this worker has room for
 * @param mostFailing of these at targets that fail, so that receivers that hang never take all the room
 * @param now in place of the database's clock, in tests
 */
export async function takeDeliveries(
  { platform }: { platform: Kysely<DB> },
  { most, mostFailing, now }: { most: number; mostFailing: number; now?: Date | undefined },
): Promise<TakenDelivery[]> {
  const clock = sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`;
  return platform.transaction().execute(async (trx) => {
    await sql`
      select pg_advisory_xact_lock(${takeLock}), set_config('synchronous_commit', 'off', true)`.execute(trx);
    const { rows } = await sql<TakenDelivery>`
      with busy as materialized (
        select company_id, target_id, count(*)::int as under_way from app.deliveries
        where lease is not null and leased_until > ${clock} group by company_id, target_id
      ), open_target as (
        select t.company_id, t.id, t.served_at, t.at_once, t.failing_since is not null as is_failing,
          coalesce(b.under_way, 0) as under_way
        from app.delivery_targets t
        join app.company_settings s on s.company_id = t.company_id and s.status = 'active'
        left join busy b on b.company_id = t.company_id and b.target_id = t.id
        where t.state = 'active' and t.trashed_at is null and coalesce(b.under_way, 0) < t.at_once
      ), due as (
        select p.*, d.id as delivery_id, p.under_way + row_number() over (partition by p.company_id, p.id order by d.due_at, d.sequence) as turn
        from open_target p cross join lateral (
          select d.id, d.due_at, d.sequence from app.deliveries d
          where d.company_id = p.company_id and d.target_id = p.id and d.state in ('pending', 'retrying') and d.due_at <= ${clock}
            and (d.leased_until is null or d.leased_until <= ${clock})
            and not exists (
              select from app.deliveries e where e.company_id = d.company_id and e.target_id = d.target_id
                and e.subject_id = d.subject_id and e.sequence < d.sequence and e.state in ('pending', 'retrying', 'failed'))
          order by d.due_at, d.sequence limit p.at_once - p.under_way
        ) d
      ), placed as (
        select due.*, row_number() over (partition by is_failing order by turn, served_at nulls first, delivery_id) as place from due
      ), chosen as (
        select * from placed where not is_failing or place <= ${mostFailing}
        order by turn, served_at nulls first, delivery_id limit ${most}
      ), served as (
        -- One whose delivery is just being ended has its turn by what is under way there: nobody waits for it.
        update app.delivery_targets t set served_at = ${clock} from (
          select f.company_id, f.id from app.delivery_targets f
          where (f.company_id, f.id) in (select c.company_id, c.id from chosen c) for no key update skip locked
        ) c
        where t.company_id = c.company_id and t.id = c.id
      )
      update app.deliveries d set lease = gen_random_uuid(), leased_until = ${clock} + make_interval(secs => ${leaseSeconds})
      from chosen c where d.company_id = c.company_id and d.id = c.delivery_id
      returning d.company_id as "companyId", d.id, d.target_id as "targetId", d.lease, c.is_failing as "isFailing"`.execute(
      trx,
    );
    return rows;
  });
}
