import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { Export } from './rules.ts';

/** One whose time is over is not there any more. */
export async function findExport(
  trx: Trx,
  { companyId, exportId }: { companyId: string; exportId: string },
): Promise<Export | undefined> {
  const { rows } = await sql<Export>`
    select id, format, state, row_count as "rowCount", byte_size as "byteSize", sha256, failure_code as "failureCode",
      created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"
    from app.exports
    where company_id = ${companyId}::uuid and id = ${exportId}::uuid and (expires_at is null or expires_at > now())`.execute(
    trx,
  );
  return rows[0];
}
