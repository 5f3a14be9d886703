import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';

type Deps = { platform: Kysely<DB> };

/** A process that writes one says so more often than this, in seconds; later somebody else goes on with it. */
const silenceSeconds = 120;
const retryAfterMinutes = 60;
/** One that nobody has begun by then, or gone on with, is nobody's. */
const lateAfterMinutes = 15;
const keptDays = 400;

export interface WrittenBackup {
  name: string;
  rows: number;
  objects: number;
  byteSize: number;
  newBytes: number;
  lost: number;
}

/** The last time of the timetable that has come, if it is after the plan was made. */
const lastSlot = sql`
  select s.at from platform.backup_plan p, lateral (
    select max(t) as at from (
      select date_trunc('day', now() at time zone 'UTC') - make_interval(days => d) + make_interval(mins => p.minute_of_day) as local
      from generate_series(0, 1) d) days, lateral (select local at time zone 'UTC' as t) moments
    where t <= now()) s
  where p.is_on and s.at > p.updated_at`;

/**
 * Makes a run of the timetable where one is due, an hour after one that failed too, and takes the one that waits or
 * whose process was not heard of any more. As the system; safe in several processes at once.
 *
 * @returns its id; undefined where there is nothing to do
 */
export async function takeBackupRun({ platform }: Deps): Promise<string | undefined> {
  await sql`
    with slot as (${lastSlot}), retry as (
      select now() as at from platform.backup_plan p, lateral (
        select state, finished_at from platform.backup_runs order by created_at desc limit 1) last
      where p.is_on and last.state = 'failed' and last.finished_at < now() - make_interval(mins => ${retryAfterMinutes})
    )
    insert into platform.backup_runs (slot)
    select at from (select at from slot union all select at from retry) due
    where not exists (select from platform.backup_runs r where r.slot >= due.at)
    order by at desc limit 1 on conflict do nothing`.execute(platform);
  const { rows } = await sql<{ id: string }>`
    update platform.backup_runs set state = 'running', started_at = coalesce(started_at, now()), seen_at = now()
    where id = (
      select id from platform.backup_runs
      where state = 'waiting' or (state = 'running' and seen_at < now() - make_interval(secs => ${silenceSeconds}))
      for update skip locked limit 1)
    returning id`.execute(platform);
  return rows[0]?.id;
}

/** The process that writes it lives. */
export async function keepBackupRun({ platform }: Deps, id: string): Promise<void> {
  await sql`update platform.backup_runs set seen_at = now() where id = ${id}::uuid and state = 'running'`.execute(
    platform,
  );
}

export async function finishBackupRun({ platform }: Deps, id: string, written: WrittenBackup): Promise<void> {
  await platform.transaction().execute(async (trx) => {
    await sql`
      update platform.backup_runs set state = 'done', finished_at = now(), name = ${written.name}, row_count = ${written.rows}::bigint,
        object_count = ${written.objects}::bigint, byte_size = ${written.byteSize}::bigint, new_bytes = ${written.newBytes}::bigint,
        lost_count = ${written.lost}::int
      where id = ${id}::uuid`.execute(trx);
    await sql`delete from platform.backup_runs where created_at < now() - make_interval(days => ${keptDays})`.execute(
      trx,
    );
    await recordPlatformEvent(trx, null, {
      action: 'platform.backup_written',
      subjectType: 'platform',
      subjectId: 'platform',
      detail: { ...written },
    });
  });
}

export async function failBackupRun(
  { platform }: Deps,
  id: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await platform.transaction().execute(async (trx) => {
    await sql`
      update platform.backup_runs set state = 'failed', finished_at = now(), failure_code = ${code}, failure = ${message.slice(0, 1000)}
      where id = ${id}::uuid`.execute(trx);
    await recordPlatformEvent(trx, null, {
      action: 'platform.backup_failed',
      subjectType: 'platform',
      subjectId: 'platform',
      detail: { code, message: message.slice(0, 300) },
    });
  });
}

/** What of backups somebody should look at. */
export interface BackupTrouble {
  /** The last one failed. */
  failure: string | null;
  /** Originals that the last one could not put in. */
  lost: number;
  /** There are captures of yesterday or before, and no backup was ever finished. */
  isNever: boolean;
  /** One is due or was asked for, and no process writes it. */
  isLate: boolean;
}

/** Of the last run that came to an end, and of what should have begun. */
export async function findBackupTrouble({ platform }: Deps): Promise<BackupTrouble> {
  const late = sql`now() - make_interval(mins => ${lateAfterMinutes})`;
  const [{ rows }, never, waits] = await Promise.all([
    sql<{ state: string; failure: string | null; lost_count: number }>`
      select state, failure, lost_count from platform.backup_runs where state in ('done', 'failed')
      order by created_at desc limit 1`.execute(platform),
    sql<{ is_never: boolean }>`
      select not exists (select from platform.backup_runs where state = 'done')
        and exists (select id from app.captures where created_at < now() - interval '1 day') as is_never`.execute(
      platform,
    ),
    sql<{ is_late: boolean }>`
      with slot as (${lastSlot}), run as (
        select slot, coalesce(seen_at, created_at) < ${late} as is_left from platform.backup_runs where state in ('waiting', 'running'))
      select not exists (select from run where not is_left)
        and (exists (select from run) or exists (select from slot where at < ${late}
          and not exists (select from platform.backup_runs r where r.slot >= slot.at))) as is_late`.execute(
      platform,
    ),
  ]);
  const last = rows[0];
  return {
    failure: last?.state === 'failed' ? (last.failure ?? '') : null,
    lost: last?.lost_count ?? 0,
    isNever: never.rows[0]?.is_never ?? false,
    isLate: waits.rows[0]?.is_late ?? false,
  };
}
