import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { captureConditions, isUuid } from '../captures/capture-conditions.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';

/**
 * The next record that waits, in the order of the list: below `afterCaptureId`, then again from the top.
 * What somebody else has claimed is left to them. `captureId` is the page the record is on.
 */
export async function nextForReview(
  { db }: { db: Kysely<DB> },
  { scope, afterCaptureId, filter }: { scope: Scope; afterCaptureId?: string; filter: CaptureFilter },
): Promise<{ captureId: string; recordId: string } | null> {
  demand(scope, 'records.edit');
  const { companyId, actor } = scope;
  const { where, search } = captureConditions(scope, { ...filter, review: 'needs_review' });
  const isFree = filter.assigned
    ? sql``
    : sql`and (c.assigned_to is null or c.assigned_to = ${actor.userId}::uuid)`;
  // What somebody else has to confirm, too, is not shown to the first again.
  const isMine = sql`r.state = 'needs_review' and r.first_confirmed_by is distinct from ${actor.userId}::uuid`;
  return inScope(db, scope, async (trx) => {
    const find = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ capture_id: string; record_id: string }>`
        ${search}
        select p.id as capture_id, r.id as record_id
        from (
          select c.id from app.captures c where ${where} ${isFree} ${condition} and exists (
            select 1 from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
            where p.company_id = c.company_id and p.document_id = c.id and ${isMine})
          order by c.created_at desc, c.id desc limit 1
        ) d
        join app.captures p on p.company_id = ${companyId}::uuid and p.document_id = d.id
        join app.records r on r.company_id = p.company_id and r.capture_id = p.id and ${isMine}
        order by p.page_number, r.position limit 1`.execute(trx);
      const row = rows[0];
      return row ? { captureId: row.capture_id, recordId: row.record_id } : null;
    };
    if (afterCaptureId && isUuid(afterCaptureId)) {
      const { rows } = await sql<{ id: string; at: string }>`
        select d.id, d.created_at::text as at from app.captures c
        join app.captures d on d.company_id = c.company_id and d.id = c.document_id
        where c.company_id = ${companyId}::uuid and c.id = ${afterCaptureId}::uuid`.execute(trx);
      const after = rows[0];
      if (after) {
        const below = await find(
          sql`and (c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
        );
        if (below) return below;
        return find(sql`and c.id <> ${after.id}::uuid`);
      }
    }
    return find(sql``);
  });
}
