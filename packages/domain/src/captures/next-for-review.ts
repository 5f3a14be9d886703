import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { findPosition, type ListPart, listParts } from './list-order.ts';
import type { CaptureFilter, CaptureSort } from './rules.ts';

/**
 * The next record that waits, in the order of the list: below `afterCaptureId`, then again from the top.
 * What somebody else has claimed is left to them. `captureId` is the page the record is on.
 */
export async function nextForReview(
  { db }: { db: Kysely<DB> },
  {
    scope,
    afterCaptureId,
    filter,
    sort = '-captured',
  }: { scope: Scope; afterCaptureId?: string; filter: CaptureFilter; sort?: CaptureSort },
): Promise<{ captureId: string; recordId: string } | null> {
  demand(scope, 'records.edit');
  const { companyId, actor } = scope;
  const parts = listParts(scope, { filter: { ...filter, review: 'needs_review' }, sort });
  const isFree = filter.assigned
    ? sql``
    : sql`and (c.assigned_to is null or c.assigned_to = ${actor.userId}::uuid)`;
  // What somebody else has to confirm, too, is not shown to the first again.
  const isMine = sql`r.state = 'needs_review' and r.first_confirmed_by is distinct from ${actor.userId}::uuid`;
  return inScope(db, scope, async (trx) => {
    const find = async (
      from: number,
      conditionOf: (part: ListPart, index: number) => RawBuilder<unknown>,
    ) => {
      for (const [index, part] of parts.entries()) {
        if (index < from) continue;
        const { rows } = await sql<{ capture_id: string; record_id: string }>`
          ${part.search}
          select p.id as capture_id, r.id as record_id
          from (
            select c.id from app.captures c where ${part.where} ${isFree} ${conditionOf(part, index)} and exists (
              select 1 from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
              where p.company_id = c.company_id and p.document_id = c.id and ${isMine})
            order by ${part.order} limit 1
          ) d
          join app.captures p on p.company_id = ${companyId}::uuid and p.document_id = d.id
          join app.records r on r.company_id = p.company_id and r.capture_id = p.id and ${isMine}
          order by p.page_number, r.position limit 1`.execute(trx);
        const row = rows[0];
        if (row) return { captureId: row.capture_id, recordId: row.record_id };
      }
      return null;
    };
    const after =
      afterCaptureId && isUuid(afterCaptureId)
        ? await findPosition(trx, scope, { captureId: afterCaptureId, filter, sort })
        : undefined;
    if (!after) return find(0, () => sql``);
    const below = await find(after.part, (part, index) => (index === after.part ? part.after(after) : sql``));
    return below ?? find(0, () => sql`and c.id <> ${after.id}::uuid`);
  });
}
