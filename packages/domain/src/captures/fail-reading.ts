import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import { addPages } from './add-pages.ts';
import type { ReadingQueue } from './reading-queue.ts';
import { toStorableText } from './storable-json.ts';

/**
 * A page that cannot be read ends here, with its code. `pages`: how many the file has, where that much could
 * be told; the others are still read.
 */
export async function failReading(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  {
    companyId,
    captureId,
    code,
    detail,
    pages,
  }: { companyId: string; captureId: string; code: string; detail: string; pages?: number | undefined },
): Promise<void> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<{ page_number: number }>`
      update app.captures set state = 'failed', failure_code = ${code}, failure_detail = ${toStorableText(detail).slice(0, 2000)}
      where company_id = ${companyId}::uuid and id = ${captureId}::uuid and state in ('received', 'reading')
      returning page_number`.execute(trx);
    const row = rows[0];
    if (!row) return;
    if (row.page_number === 1 && pages !== undefined)
      await addPages({ trx, queue }, { companyId, documentId: captureId, pages });
    await recordSystemEvent(trx, companyId, {
      action: 'capture.failed',
      subjectType: 'capture',
      subjectId: captureId,
      detail: { code },
    });
  });
}
