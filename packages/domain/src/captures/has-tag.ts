import { type RawBuilder, sql } from 'kysely';

/** Whether a document `c` has the tag, in whatever case it is written. */
export const hasTag = (tag: string): RawBuilder<unknown> => sql`exists (
  select 1 from app.capture_tags t where t.company_id = c.company_id and t.capture_id = c.id and t.key = lower(${tag}))`;
