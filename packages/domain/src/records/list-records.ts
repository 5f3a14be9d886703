import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordSeen } from '../audit/record-audit-event.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { type RecordRow, recordColumns, toRecordDetails } from './record-rows.ts';
import { type PlacedRecord, type RecordState, recordStates } from './rules.ts';

type ListedRow = RecordRow & { at: string; document_id: string; page_number: number };

export interface RecordFilter {
  /** Any page of a document: the records of all its pages. */
  captureId?: string | undefined;
  state?: RecordState | undefined;
  /** As the reader's manifest names it. */
  type?: string | undefined;
  /** What was changed then or later, in the order of the changes: what changes meanwhile comes again at the end. */
  updatedSince?: Date | undefined;
}

/**
 * Records of everything that is not in the trash, newest first, or with `updatedSince` what changed longest ago first.
 * Each order has its index, so that a page costs the same at the beginning and after 100,000 records.
 * @throws AppError `list.bad_cursor`
 */
export async function listRecords(
  { db }: { db: Kysely<DB> },
  {
    scope,
    filter,
    cursor,
    limit,
  }: { scope: Scope; filter: RecordFilter; cursor?: string | undefined; limit: number },
): Promise<{ items: PlacedRecord[]; nextCursor?: string }> {
  const reach = demand(scope, 'records.see');
  const { companyId, actor } = scope;
  const after = cursor ? decodeCursor(cursor) : undefined;
  if (filter.captureId !== undefined && !isUuid(filter.captureId)) return { items: [] };
  const states = filter.state ? [filter.state] : recordStates;
  const { updatedSince } = filter;
  const asked = sql`
    from app.records r
    join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
    join app.captures d on d.company_id = c.company_id and d.id = c.document_id
    where r.company_id = ${companyId}::uuid and d.trashed_at is null
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
      ${filter.type ? sql`and r.type = ${filter.type}` : sql``}
      ${
        filter.captureId
          ? sql`and c.document_id = (select document_id from app.captures where company_id = ${companyId}::uuid and id = ${filter.captureId}::uuid)`
          : sql``
      }`;
  const byChange = sql<ListedRow>`
    select ${recordColumns}, r.updated_at::text as at, c.document_id, c.page_number ${asked}
      and r.state = any (${states}::text[]) and r.updated_at >= ${updatedSince?.toISOString()}::timestamptz
      ${after ? sql`and (r.updated_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.updated_at, r.id
    limit ${limit + 1}`;
  const byAge = sql<ListedRow>`
    select found.* from unnest(${states}::text[]) as of_state (name) cross join lateral (
      select ${recordColumns}, r.created_at::text as at, c.document_id, c.page_number ${asked}
        and r.state = of_state.name
        ${after ? sql`and (r.created_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by r.created_at desc, r.id desc
      limit ${limit + 1}
    ) as found
    order by found.created_at desc, found.id desc
    limit ${limit + 1}`;
  return inScope(db, scope, async (trx) => {
    const { rows } = await (updatedSince ? byChange : byAge).execute(trx);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    await recordSeen(trx, scope, {
      action: 'captures.listed',
      subjectType: 'company',
      subjectId: companyId,
      detail: { filter, shown: page.length },
    });
    const details = await toRecordDetails(trx, page, scope);
    return {
      items: details.map((detail, index) => ({
        ...detail,
        documentId: page[index]!.document_id,
        pageNumber: page[index]!.page_number,
      })),
      ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
    };
  });
}
