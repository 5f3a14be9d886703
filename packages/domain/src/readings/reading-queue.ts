import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** One page to read. */
export interface ReadingJob {
  companyId: string;
  captureId: string;
}

/** Where pages wait to be read. */
export interface ReadingQueue {
  /**
   * Adds pages of one company in the caller's transaction: they wait exactly if it commits. A page that waits already, or
   * is being read, is read (again) once from the beginning. `isWaitedFor`: somebody looks at the screen until they are
   * read, which gives the camera, and the first few of what a person dropped, a place before the rest of the company.
   */
  enqueue(trx: Trx, jobs: readonly ReadingJob[], options?: { isWaitedFor?: boolean }): Promise<void>;
}

/** Pages a person waits for at once, beside those from the camera; what comes on top is bulk. */
export const fewPictures = 10;

/** PostgreSQL's channel on which workers hear that something waits. */
export const readingChannel = 'readout_reading';

/** The queue as a table beside the captures. */
export const readingQueue: ReadingQueue = {
  async enqueue(trx, jobs, { isWaitedFor = false } = {}) {
    const [first] = jobs;
    if (!first) return;
    await sql`
      insert into app.reading_queue (company_id, capture_id, urgency, wanted_by)
      select c.company_id, c.id,
        case
          when not ${isWaitedFor}::boolean or c.source = 'api' then 2
          when c.source = 'camera' then 0
          when i.place + (
            select count(*) from app.reading_queue w
            where w.company_id = c.company_id and w.wanted_by = c.created_by and w.urgency = 1
          ) <= ${fewPictures} then 1
          else 2
        end,
        c.created_by
      from unnest(${jobs.map(({ captureId }) => captureId)}::uuid[]) with ordinality as i (id, place)
      join app.captures c on c.company_id = ${first.companyId}::uuid and c.id = i.id
      order by i.place
      on conflict (company_id, capture_id) do update set position = default, urgency = excluded.urgency,
        wanted_by = excluded.wanted_by, queued_at = now(), due_at = now(), lease = null, worker_id = null, leased_at = null,
        crashes = 0, host_deaths = 0, delays = 0, delayed_by = null`.execute(trx);
    await sql`select pg_notify(${readingChannel}, '')`.execute(trx);
  },
};
