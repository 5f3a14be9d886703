import { sql } from 'kysely';
import type { ExportFormat } from '../captures/export-records.ts';
import type { Trx } from '../in-scope.ts';
import type { Export, ExportState } from './rules.ts';

export interface ExportRow {
  id: string;
  format: ExportFormat;
  state: ExportState;
  row_count: number | null;
  byte_size: number | null;
  sha256: string | null;
  failure_code: string | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** One whose time is over is not there any more. */
export async function findExport(
  trx: Trx,
  { companyId, exportId }: { companyId: string; exportId: string },
): Promise<Export | undefined> {
  const { rows } = await sql<ExportRow>`
    select id, format, state, row_count, byte_size, sha256, failure_code, created_at, finished_at, expires_at
    from app.exports
    where company_id = ${companyId}::uuid and id = ${exportId}::uuid and (expires_at is null or expires_at > now())`.execute(
    trx,
  );
  return rows[0] && toExport(rows[0]);
}

function toExport(row: ExportRow): Export {
  return {
    id: row.id,
    format: row.format,
    state: row.state,
    rowCount: row.row_count,
    byteSize: row.byte_size,
    sha256: row.sha256,
    failureCode: row.failure_code,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  };
}
