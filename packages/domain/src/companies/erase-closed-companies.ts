import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { noteErasedCompany } from '../originals/erasures.ts';
import { closingDays } from './close-company.ts';

/** Companies at once; the rest with the next house-keeping. */
const maxCompanies = 20;

/**
 * Deletes every row of companies whose 30 days are over and says so in the platform's list; their files are
 * written down to be removed with them. Worker only, as readout_platform; safe in several processes at once.
 * @returns the companies that are gone
 */
export async function eraseClosedCompanies({ platform }: { platform: Kysely<DB> }): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from app.company_settings
    where status = 'closing' and closing_at <= now() - make_interval(days => ${closingDays})
    order by closing_at limit ${maxCompanies}`.execute(platform);
  const erased: string[] = [];
  for (const { company_id: companyId } of rows) {
    const isGone = await platform.transaction().execute(async (trx) => {
      const { rows: done } = await sql<{ gone: object | null }>`
        select platform.erase_company(${companyId}::uuid) as gone`.execute(trx);
      if (!done[0]?.gone) return false;
      await noteErasedCompany(trx, companyId);
      return true;
    });
    if (isGone) erased.push(companyId);
  }
  return erased;
}
