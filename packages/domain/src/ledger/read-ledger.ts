import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** What a company has used, what is promised to uploads under way included. */
export interface CompanyUse {
  /** Files taken in since the month began: documents, and further pages that were photographed by themselves. */
  captures: number;
  bytes: number;
  /** Uploads that are under way or wait for their rest, and what they were promised. */
  unfinished: { uploads: number; bytes: number };
}

export async function readLedger(trx: Trx, companyId: string): Promise<CompanyUse> {
  const { rows } = await sql<{ captures: number; bytes: number; uploads: number; promised: number }>`
    select coalesce(l.bytes, 0) as bytes, r.uploads, r.promised,
      case when l.month = date_trunc('month', now() at time zone 'UTC')::date then l.captures else 0 end as captures
    from (select count(*)::int as uploads, coalesce(sum(bytes), 0)::bigint as promised
      from app.reservations where company_id = ${companyId}::uuid) r
    left join app.company_ledger l on l.company_id = ${companyId}::uuid`.execute(trx);
  const { captures = 0, bytes = 0, uploads = 0, promised = 0 } = rows[0] ?? {};
  return {
    captures: Number(captures),
    bytes: Number(bytes),
    unfinished: { uploads, bytes: Number(promised) },
  };
}
