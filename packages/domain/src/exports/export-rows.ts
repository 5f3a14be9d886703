import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { Export } from './rules.ts';

/** One whose time is over is not there any more. */
export async function findExport(
  trx: Trx,
  { companyId, exportId }: { companyId: string; exportId: string },
): Promise<Export | undefined> {
  const { rows } = await sql<Export>`
    select id, format, state, row_count as "rowCount", byte_size as "byteSize", sha256, failure_code as "failureCode", held_back as "heldBack",
      case when profile is not null then jsonb_build_object('id', profile -> 'id', 'name', profile -> 'name',
        'withOriginals', profile ->> 'originals' is not null) end as profile,
      created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"
    from app.exports
    where company_id = ${companyId}::uuid and id = ${exportId}::uuid and (expires_at is null or expires_at > now())`.execute(
    trx,
  );
  return rows[0];
}
