import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/**
 * Brings what first pages say of their documents up to what the records are now: how many there are, and what the list is
 * sorted by. Always touches the row, so that open pages hear of the change.
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
      review_count = n.waiting,
      document_date = n.document_date,
      total = n.total,
      party = n.party,
      confidence = n.confidence
    from (
      select i.id, count(r.id)::int as records, (count(r.id) filter (where r.state = 'needs_review'))::int as waiting,
        ${first('document_date')} as document_date, ${first('total')} as total, ${first('party')} as party,
        min(r.confidence) filter (where r.state <> 'rejected') as confidence
      from unnest(${[...new Set(documentIds)].sort()}::uuid[]) as i (id)
      join app.captures p on p.company_id = ${companyId}::uuid and p.document_id = i.id
      left join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      group by i.id
    ) n
    where d.company_id = ${companyId}::uuid and d.id = n.id`.execute(trx);
}

/** What the records of a document say first; what was rejected says nothing. */
const first = (
  column: 'document_date' | 'total' | 'party',
) => sql`(array_agg(${sql.ref(`r.${column}`)} order by p.page_number, r.position)
  filter (where r.state <> 'rejected' and ${sql.ref(`r.${column}`)} is not null))[1]`;
