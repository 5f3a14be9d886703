import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import type { Trx } from '../in-scope.ts';
import { wantedRecords } from './export-records.ts';

/** How many of the confirmed records each profile has exported already, by its id. */
export async function countExported(
  trx: Trx,
  { scope, filter }: { scope: Scope; filter: CaptureFilter },
): Promise<Map<string, number>> {
  const { search, from, where } = wantedRecords({ scope, filter, shape: { records: 'confirmed' } });
  const { rows } = await sql<{ profile: string; records: number }>`
    ${search}
    select m.profile_id as profile, count(distinct r.id)::int as records from ${from}
    join app.exported_records m on m.company_id = r.company_id and m.record_id = r.id and m.exported_at is not null
    where ${where} group by 1`.execute(trx);
  return new Map(rows.map(({ profile, records }) => [profile, records]));
}
