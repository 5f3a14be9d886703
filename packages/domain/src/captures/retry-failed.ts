import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange, inScope, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { maxBulkItems } from './change-captures.ts';

/** Why pages could not be read, and how many for each reason. */
export interface FailureCause {
  code: string;
  pages: number;
}

/** Failed pages of captures that were not thrown away. */
const isFailed = sql`c.state = 'failed' and exists (
  select from app.captures d where d.company_id = c.company_id and d.id = c.document_id and d.trashed_at is null)`;

/** The reasons, most frequent first. For who may read all of them again. @throws AppError `role.not_allowed` */
export async function listFailureCauses(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<FailureCause[]> {
  demandChange(scope, 'bulk.run');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<FailureCause>`
      select c.failure_code as code, count(*)::int as pages from app.captures c
      where c.company_id = ${scope.companyId}::uuid and ${isFailed}
      group by c.failure_code order by pages desc, code limit 50`.execute(trx);
    return rows;
  });
}

/**
 * Reads every page again that failed for one reason, for instance after the disk was back; pages of the same files that
 * were read stay as they are. At most ten thousand at once, the oldest first.
 * @returns pages that are read again
 * @throws AppError `role.not_allowed`
 */
export async function retryFailed(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  { scope, code }: { scope: Scope; code: string },
): Promise<{ pages: number }> {
  demandChange(scope, 'bulk.run');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { pages, documents } = await readFailedAgain({ trx, queue }, { companyId, code });
    await recordAuditEvent(
      trx,
      scope,
      documents.map((id) => ({
        action: 'capture.reread',
        subjectType: 'capture' as const,
        subjectId: id,
        detail: { code },
      })),
    );
    return { pages };
  });
}

/**
 * Puts the failed pages of one company and one reason back into the queue; the oldest ten thousand, or of `ids` those that still are
 * such pages.
 */
export async function readFailedAgain(
  { trx, queue }: { trx: Trx; queue: ReadingQueue },
  { companyId, code, ids }: { companyId: string; code: string; ids?: readonly string[] },
): Promise<{ pages: number; documents: string[] }> {
  const asked = ids ? sql`and c.id = any(${ids}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string; document_id: string }>`
    update app.captures set state = 'received', failure_code = null, failure_detail = null, failed_at = null
    where company_id = ${companyId}::uuid and id in (
      select c.id from app.captures c
      where c.company_id = ${companyId}::uuid and ${isFailed} and c.failure_code = ${code} ${asked}
      order by c.created_at, c.page_number limit ${maxBulkItems} for update of c
    )
    returning id, document_id`.execute(trx);
  await queue.enqueue(
    trx,
    rows.map(({ id }) => ({ companyId, captureId: id })),
  );
  return { pages: rows.length, documents: [...new Set(rows.map((row) => row.document_id))] };
}
