import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { ReadingQueue } from '../readings/reading-queue.ts';

/** Queues pages again that wait without a place in the queue, which only a database changed by hand can leave behind. */
export async function resumeReadings(
  { db, platform, queue }: { db: Kysely<DB>; platform: Kysely<DB>; queue: ReadingQueue },
  { olderThanMinutes }: { olderThanMinutes: number },
): Promise<number> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select c.company_id, c.id from app.captures c
    where c.state in ('received', 'reading') and c.created_at < now() - make_interval(mins => ${olderThanMinutes})
      and not exists (select from app.reading_queue q where q.company_id = c.company_id and q.capture_id = c.id)
    order by c.created_at limit 1000`.execute(platform);
  for (const { company_id: companyId, id: captureId } of rows)
    await inCompany(db, { companyId, userId: null }, (trx) => queue.enqueue(trx, [{ companyId, captureId }]));
  return rows.length;
}
