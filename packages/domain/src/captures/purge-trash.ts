import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import { noteErasures } from '../originals/erasures.ts';

export const trashDays = 30;

/**
 * Deletes for good what has been in the trash for 30 days, and the rows of bytes that no capture holds any
 * more. What is to leave the store is written down with it, see `noteErasures`.
 * @returns the pages that are gone
 */
export async function purgeTrash(
  { db, platform }: { db: Kysely<DB>; platform: Kysely<DB> },
  { now }: { now: Date },
): Promise<{ companyId: string; captureId: string }[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from app.captures
    where trashed_at < ${now}::timestamptz - make_interval(days => ${trashDays}) order by company_id limit 1000`.execute(
    platform,
  );
  const byCompany = Map.groupBy(rows, (row) => row.company_id);
  const purged: { companyId: string; captureId: string }[] = [];
  for (const [companyId, documents] of byCompany) {
    await inCompany(db, { companyId, userId: null }, async (trx) => {
      const { rows: gone } = await sql<{
        id: string;
        document_id: string;
        sha256: string;
        file_name: string;
        page_number: number;
      }>`
        -- Once and before: looked up again for each page, a first page deleted a moment ago is not found any more.
        with documents as materialized (
          select id from app.captures where company_id = ${companyId}::uuid and id = any(${documents.map((row) => row.id)}::uuid[])
            and trashed_at < ${now}::timestamptz - make_interval(days => ${trashDays}) for update
        )
        delete from app.captures c
        where c.company_id = ${companyId}::uuid and c.document_id in (select id from documents)
        returning id, document_id, sha256, file_name, page_number`.execute(trx);
      const { rows: bytes } = await sql<{ sha256: string }>`
        delete from app.objects o where o.company_id = ${companyId}::uuid and o.sha256 = any(${[...new Set(gone.map((row) => row.sha256))]})
          and not exists (select 1 from app.captures c where c.company_id = o.company_id and c.sha256 = o.sha256)
        returning sha256`.execute(trx);
      await noteErasures(
        trx,
        companyId,
        'original',
        bytes.map((row) => row.sha256),
      );
      await noteErasures(
        trx,
        companyId,
        'derived',
        gone.map((row) => row.id),
      );
      for (const row of gone.filter((page) => page.page_number === 1))
        await recordSystemEvent(trx, companyId, {
          action: 'capture.purged',
          subjectType: 'capture',
          subjectId: row.id,
          detail: { fileName: row.file_name },
        });
      purged.push(...gone.map((row) => ({ companyId, captureId: row.id })));
    });
  }
  return purged;
}
