import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { getExport } from './get-export.ts';
import { type FileFormat, maxDatevOriginals, maxOriginals, maxOriginalsBytes } from './rules.ts';

interface ExportedOriginal {
  /** Files of one document follow each other. */
  documentId: string;
  /** In the ZIP file, with its ending; no two alike. */
  name: string;
  sha256: string;
  capturedAt: Date;
}

interface OriginalRow {
  documentId: string;
  position: number;
  stem: string;
  sha256: string;
  fileName: string;
  capturedAt: Date;
  number: number;
}

const perBatch = 200;

/**
 * The files of the documents that an export holds, each document once, in the order of the export.
 * @throws AppError `export.not_found`, `export.no_originals`, `export.originals_too_large`, `role.not_allowed`
 */
export async function listExportOriginals(
  { db }: { db: Kysely<DB> },
  { scope, exportId }: { scope: Scope; exportId: string },
): Promise<{ files: AsyncIterable<ExportedOriginal>; format: FileFormat }> {
  demand(scope, 'records.export');
  const { state, profile, format } = await getExport({ db }, { scope, exportId });
  if (state !== 'done' || !profile?.withOriginals) throw new AppError('export.no_originals');
  const { companyId } = scope;
  /** The first record of each document names its files. */
  const documents = sql`
    select distinct on (m.document_id) m.document_id, m.position, m.stem from app.exported_records m
    where m.company_id = ${companyId}::uuid and m.export_id = ${exportId}::uuid and m.exported_at is not null
    order by m.document_id, m.position`;
  await inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ files: number; bytes: number }>`
      select count(*)::int as files, coalesce(sum(f.byte_size), 0)::float8 as bytes from (
        select distinct c.document_id, c.sha256, c.byte_size from (${documents}) d
        join app.captures c on c.company_id = ${companyId}::uuid and c.document_id = d.document_id) f`.execute(
      trx,
    );
    const { files, bytes } = rows[0]!;
    const max = format === 'datev' ? maxDatevOriginals : { files: maxOriginals, bytes: maxOriginalsBytes };
    if (files > max.files || bytes > max.bytes)
      throw new AppError('export.originals_too_large', {
        files: max.files,
        megabytes: max.bytes / 1_000_000,
      });
  });
  return { files: read(), format };

  async function* read(): AsyncGenerator<ExportedOriginal> {
    let after = -1;
    for (;;) {
      const rows = await inScope(db, scope, async (trx) => {
        const { rows } = await sql<OriginalRow>`
          select d.position, d.document_id as "documentId", d.stem, f.sha256, f.file_name as "fileName", f.created_at as "capturedAt",
            row_number() over (partition by d.document_id order by f.page_number)::int as number
          from (select * from (${documents}) all_of_them where position > ${after}::bigint order by position limit ${perBatch}) d
          cross join lateral (
            select distinct on (c.sha256) c.sha256, c.file_name, c.created_at, c.page_number from app.captures c
            where c.company_id = ${companyId}::uuid and c.document_id = d.document_id order by c.sha256, c.page_number
          ) f
          order by d.position, f.page_number`.execute(trx);
        return rows;
      });
      for (const { documentId, stem, sha256, fileName, capturedAt, number } of rows) {
        const ending = /\.[A-Za-z0-9]{1,9}$/.exec(fileName)?.[0].toLowerCase() ?? '';
        yield { documentId, name: `${stem}${number === 1 ? '' : `_${number}`}${ending}`, sha256, capturedAt };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.position;
    }
  }
}
