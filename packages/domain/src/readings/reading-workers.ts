import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { afterHostDeath } from './host-deaths.ts';

type Deps = { platform: Kysely<DB> };

/** A process that reads, as it reports itself every few seconds. */
export interface ReadingWorker {
  id: string;
  host: string;
  pid: number;
  /** Pages it reads at once. */
  readers: number;
  /** Code of what keeps it from reading; null where nothing does. */
  heldBy: string | null;
}

/** Not heard of for so long, a worker is dead. Far longer than its beat takes, so that a busy one is not. */
export const aliveSeconds = 15;

/** Writes down that a worker lives, and gives back what it has been given and does not read. */
export async function beatReadingWorker(
  { platform }: Deps,
  worker: ReadingWorker,
  { leases }: { leases: readonly string[] },
): Promise<void> {
  await sql`
    insert into platform.reading_workers (id, host, pid, readers, held_by)
    values (${worker.id}::uuid, ${worker.host}, ${worker.pid}, ${worker.readers}, ${worker.heldBy})
    on conflict (id) do update set seen_at = now(), held_by = excluded.held_by`.execute(platform);
  // An answer that was lost on its way here.
  await sql`
    update app.reading_queue set lease = null, worker_id = null, leased_at = null
    where worker_id = ${worker.id}::uuid and lease is not null and lease <> all (${leases}::uuid[])
      and leased_at < now() - make_interval(secs => ${aliveSeconds})`.execute(platform);
}

/** A worker that stops: what it has not finished is as if it had never been taken. */
export async function leaveReading({ platform }: Deps, { id }: { id: string }): Promise<void> {
  await platform.transaction().execute(async (trx) => {
    await sql`
      update app.reading_queue set lease = null, worker_id = null, leased_at = null
      where worker_id = ${id}::uuid and lease is not null`.execute(trx);
    await sql`delete from platform.reading_workers where id = ${id}::uuid`.execute(trx);
  });
}

/**
 * Gives back what dead workers were reading, and counts it as a death of the host for each page.
 * @param dead workers known to be so; `silent`: those not heard of for fifteen seconds as well, which only says something
 *   where the asking process was heard all that time
 * @returns how many pages were given back
 */
export async function giveBackReadings(
  { platform }: Deps,
  { dead, silent }: { dead: readonly string[]; silent: boolean },
): Promise<number> {
  return platform.transaction().execute(async (trx) => {
    await sql`
      delete from platform.reading_workers where id = any (${dead}::uuid[])
        or ${silent}::boolean and seen_at < now() - make_interval(secs => ${aliveSeconds})`.execute(trx);
    const { numAffectedRows } = await sql`
      update app.reading_queue q set lease = null, worker_id = null, leased_at = null, ${afterHostDeath}
      where q.lease is not null and not exists (select from platform.reading_workers w where w.id = q.worker_id)`.execute(
      trx,
    );
    return Number(numAffectedRows ?? 0);
  });
}

/** Workers of one host, for who can tell which of them still live. */
export async function listReadingWorkersOfHost(
  { platform }: Deps,
  { host }: { host: string },
): Promise<{ id: string; pid: number }[]> {
  const { rows } = await sql<{ id: string; pid: number }>`
    select id, pid from platform.reading_workers where host = ${host}`.execute(platform);
  return rows;
}
