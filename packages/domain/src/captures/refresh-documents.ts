import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/**
 * Brings the counts on the first pages up to what their records are now. Always touches the row, so that
 * open pages hear of the change.
 */
export async function refreshDocuments(
  trx: Trx,
  companyId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await sql`
    update app.captures d set
      record_count = n.records,
      review_count = n.waiting
    from (
      select i.id, count(r.id)::int as records, (count(r.id) filter (where r.state = 'needs_review'))::int as waiting
      from unnest(${[...new Set(documentIds)].sort()}::uuid[]) as i (id)
      join app.captures p on p.company_id = ${companyId}::uuid and p.document_id = i.id
      left join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      group by i.id
    ) n
    where d.company_id = ${companyId}::uuid and d.id = n.id`.execute(trx);
}
