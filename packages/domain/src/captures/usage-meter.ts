import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

export interface Usage {
  /** Files taken in since the month began: documents, and further pages that were photographed by themselves. */
  captures: number;
  /** Bytes stored, each content once. */
  bytes: number;
}

/** What companies have used, counted at most every few seconds: counting for each picture would cost more than storing it. */
export interface UsageMeter {
  read(trx: Trx, companyId: string): Promise<Usage>;
  /** What was taken in since the last count. */
  add(companyId: string, usage: Usage): void;
}

export function createUsageMeter({ keptForMs = 10_000, maxCompanies = 10_000 } = {}): UsageMeter {
  const counted = new Map<string, Usage & { until: number }>();
  return {
    async read(trx, companyId) {
      const now = performance.now();
      const kept = counted.get(companyId);
      if (kept && kept.until > now) return kept;
      const { rows } = await sql<Usage>`
        select
          (select count(*) from app.captures where company_id = ${companyId}::uuid and page_number = 1 and created_at >= date_trunc('month', now()))
          + (select count(*) from app.captures where company_id = ${companyId}::uuid and page_number > 1 and file_page = 1 and created_at >= date_trunc('month', now()))
            as captures,
          (select coalesce(sum(byte_size), 0)::bigint from app.objects where company_id = ${companyId}::uuid) as bytes`.execute(
        trx,
      );
      const usage = {
        captures: Number(rows[0]?.captures ?? 0),
        bytes: Number(rows[0]?.bytes ?? 0),
        until: now + keptForMs,
      };
      counted.delete(companyId);
      if (counted.size >= maxCompanies) counted.delete(counted.keys().next().value!);
      counted.set(companyId, usage);
      return usage;
    },
    add(companyId, { captures, bytes }) {
      const kept = counted.get(companyId);
      if (!kept) return;
      kept.captures += captures;
      kept.bytes += bytes;
    },
  };
}
