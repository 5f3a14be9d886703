import { sql } from 'kysely';

/** Whether a record `r` was exported by a profile: in somebody's books, for all one knows. */
export const wasExported = sql`exists (
  select from app.exported_records m
  where m.company_id = r.company_id and m.record_id = r.id and m.exported_at is not null)`;

/** The same, by this profile. */
export const wasExportedBy = (profileId: string) => sql`exists (
  select from app.exported_records m
  where m.company_id = r.company_id and m.record_id = r.id and m.exported_at is not null
    and m.profile_id = ${profileId}::uuid)`;
