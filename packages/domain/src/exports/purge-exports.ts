import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { noteErasures } from '../originals/erasures.ts';

/**
 * Deletes exports whose days are over; their files are written down to leave the store.
 * @returns the companies whose exports went
 */
export async function purgeExports(
  { db, platform }: { db: Kysely<DB>; platform: Kysely<DB> },
  { now }: { now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select distinct company_id from app.exports where expires_at <= ${now}::timestamptz`.execute(platform);
  for (const { company_id: companyId } of rows)
    await inCompany(db, { companyId, userId: null }, async (trx) => {
      const { rows: gone } = await sql<{ id: string }>`
        delete from app.exports where company_id = ${companyId}::uuid and expires_at <= ${now}::timestamptz
        returning id`.execute(trx);
      // What was written down by runs that came to no end.
      await sql`
        delete from app.exported_records where company_id = ${companyId}::uuid and exported_at is null
          and export_id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(trx);
      await noteErasures(
        trx,
        companyId,
        'export',
        gone.map(({ id }) => id),
      );
    });
  return rows.map((row) => row.company_id);
}
