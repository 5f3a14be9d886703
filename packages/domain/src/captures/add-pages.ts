import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';

/**
 * Makes the captures of a document's further pages, and the jobs that read them, once. The first page's row
 * must be locked.
 */
export async function addPages(
  { trx, queue }: { trx: Trx; queue: ReadingQueue },
  { companyId, documentId, pages }: { companyId: string; documentId: string; pages: number },
): Promise<void> {
  if (pages <= 1) return;
  const { rows } = await sql<{ id: string }>`
    with first as (
      update app.captures set page_count = ${pages}
      where company_id = ${companyId}::uuid and id = ${documentId}::uuid and page_count = 1 returning *
    )
    insert into app.captures (company_id, document_id, page_number, file_page, page_count, source, sha256, file_name, media_type, byte_size, created_by, created_at)
    select f.company_id, f.id, n, n, ${pages}, f.source, f.sha256, f.file_name, f.media_type, f.byte_size, f.created_by, f.created_at
    from first f, generate_series(2, ${pages}) as n
    returning id`.execute(trx);
  await queue.enqueue(
    trx,
    rows.map((row) => ({ companyId, captureId: row.id })),
    { isWaitedFor: true },
  );
}
