import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { readFailedAgain } from '../captures/retry-failed.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';

/** Why pages could not be read over all companies, and how many for each reason; nothing of what is on them. */
export interface FailureCauseEverywhere {
  code: string;
  pages: number;
  companies: number;
}

/** The most pages one request reads again. */
export const maxRetriedEverywhere = 10_000;

/** Failed pages of documents that were not thrown away, of companies that may read. */
const failed = sql`
  app.captures c
  join app.captures d on d.company_id = c.company_id and d.id = c.document_id and d.trashed_at is null
  join app.company_settings s on s.company_id = c.company_id and s.status = 'active'
  where c.state = 'failed'`;

/** The reasons, most frequent first. @throws AppError `platform.admin_only`, `platform.role_not_allowed` */
export async function listFailureCausesEverywhere(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<FailureCauseEverywhere[]> {
  demandOnPlatform(actor, 'health.see');
  const { rows } = await sql<FailureCauseEverywhere>`
    select coalesce(c.failure_code, 'unknown') as code, count(*)::int as pages, count(distinct c.company_id)::int as companies
    from ${failed} group by 1 order by 2 desc, 1 limit 50`.execute(platform);
  return rows;
}

/**
 * Reads every page again that failed for one reason, in all companies: once what was the matter around them is over. No company's or
 * person's rereads are counted for it. At most ten thousand at once, the oldest first; each company in a transaction of its own, which
 * its audit list tells of.
 * @returns pages that are read again, and those that failed for it and are left for another time
 * @throws AppError `platform.admin_only`, `platform.role_not_allowed`
 */
export async function retryFailedEverywhere(
  { platform, db, queue }: { platform: Kysely<DB>; db: Kysely<DB>; queue: ReadingQueue },
  { actor, code }: { actor: PlatformActor; code: string },
): Promise<{ pages: number; companies: number; left: number }> {
  demandOnPlatform(actor, 'readings.try_again');
  const { rows } = await sql<{ company_id: string; ids: string[]; all_pages: number }>`
    select company_id, array_agg(id) as ids, max(all_pages)::int as all_pages
    from (
      select c.company_id, c.id, count(*) over () as all_pages
      from ${failed} and c.failure_code = ${code}
      order by c.created_at, c.page_number limit ${maxRetriedEverywhere}
    ) oldest group by company_id order by company_id`.execute(platform);
  const found = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  if (found === 0) return { pages: 0, companies: 0, left: 0 };
  await recordPlatformEvent(platform, actor, {
    action: 'platform.readings_tried_again',
    subjectType: 'platform',
    subjectId: 'platform',
    detail: { code, pages: found, companies: rows.length },
  });
  let pages = 0;
  for (const { company_id: companyId, ids } of rows)
    pages += await inCompany(db, { companyId, userId: null }, async (trx) => {
      const again = await readFailedAgain({ trx, queue }, { companyId, code, ids });
      await sql`
        insert into app.audit_events (company_id, actor_id, actor_name, ip_address, action, subject_type, subject_id, detail)
        select ${companyId}::uuid, ${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, 'capture.reread', 'capture', id,
          jsonb_build_object('code', ${code}::text, 'byPlatform', true)
        from unnest(${again.documents}::text[]) as id`.execute(trx);
      return again.pages;
    });
  return { pages, companies: rows.length, left: (rows[0]?.all_pages ?? found) - found };
}
