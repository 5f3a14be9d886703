import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { closingDays } from './close-company.ts';

/** Companies at once; the rest with the next house-keeping. */
const maxCompanies = 20;

/**
 * Deletes every row of companies whose 30 days are over and says so in the platform's list; their files are then found
 * without a row and removed. Worker only, as readout_platform; safe in several processes at once.
 * @returns the companies that are gone
 */
export async function eraseClosedCompanies({ platform }: { platform: Kysely<DB> }): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from app.company_settings
    where status = 'closing' and closing_at <= now() - make_interval(days => ${closingDays})
    order by closing_at limit ${maxCompanies}`.execute(platform);
  const erased: string[] = [];
  for (const { company_id: companyId } of rows) {
    const { rows: done } = await sql<{ gone: object | null }>`
      select platform.erase_company(${companyId}::uuid) as gone`.execute(platform);
    if (done[0]?.gone) erased.push(companyId);
  }
  return erased;
}
