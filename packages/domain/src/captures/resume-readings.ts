import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { ReadingQueue } from './reading-queue.ts';

/**
 * Queues pages again that wait without a job, which a restored or half-restored database can leave behind.
 * `hasJob` tells which of the given captures have one.
 */
export async function resumeReadings(
  {
    db,
    platform,
    queue,
    hasJob,
  }: {
    db: Kysely<DB>;
    platform: Kysely<DB>;
    queue: ReadingQueue;
    hasJob: (captureIds: string[]) => Promise<Set<string>>;
  },
  { olderThanMinutes }: { olderThanMinutes: number },
): Promise<number> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from app.captures
    where state in ('received', 'reading') and created_at < now() - make_interval(mins => ${olderThanMinutes})
    order by created_at limit 1000`.execute(platform);
  if (rows.length === 0) return 0;
  const queued = await hasJob(rows.map((row) => row.id));
  let resumed = 0;
  for (const { company_id: companyId, id: captureId } of rows) {
    if (queued.has(captureId)) continue;
    await inCompany(db, { companyId, userId: null }, (trx) => queue.enqueue(trx, [{ companyId, captureId }]));
    resumed++;
  }
  return resumed;
}
