import { type DB, inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** How many mails with records a company sent in the last 24 hours, each recipient counted. */
export async function countMails(
  { db }: { db: Kysely<DB> },
  { companyId }: { companyId: string },
): Promise<number> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(jsonb_array_length(t.settings -> 'recipients')), 0)::int as count
      from app.delivery_targets t join app.deliveries d on d.company_id = t.company_id and d.target_id = t.id
      where t.company_id = ${companyId}::uuid and t.kind = 'mail' and d.state = 'delivered'
        and d.ended_at > now() - interval '24 hours'`.execute(trx);
    return rows[0]!.count;
  });
}
