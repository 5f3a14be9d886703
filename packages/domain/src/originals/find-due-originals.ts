import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

export interface DueOriginal {
  companyId: string;
  sha256: string;
  byteSize: number;
}

/** All is read once in this time. */
const roundDays = 30;
/** Even of a small store so much is read a day, and nothing more often than once a day. */
const leastBytesPerDay = 1_000_000_000;
const leastFilesPerDay = 1000;
const minutesPerDay = 1440;
/** What was found damaged is looked at again this often: somebody may have put it back by hand. */
const damagedAgainMinutes = 60;

/** The originals that the scrub reads in this minute, the longest unread first. As readout_platform. */
export async function findDueOriginals({ platform }: { platform: Kysely<DB> }): Promise<DueOriginal[]> {
  const { rows: sums } = await sql<{ objects: number; bytes: string }>`
    select coalesce(sum(objects), 0) as objects, coalesce(sum(bytes), 0) as bytes from app.company_usage`.execute(
    platform,
  );
  const perMinute = (all: number, least: number) => Math.max(all / roundDays, least) / minutesPerDay;
  const files = Math.ceil(perMinute(sums[0]?.objects ?? 0, leastFilesPerDay));
  const bytes = perMinute(Number(sums[0]?.bytes ?? 0), leastBytesPerDay);
  const { rows } = await sql<{ company_id: string; sha256: string; byte_size: number }>`
    (select company_id, sha256, byte_size from app.objects
      where state <> 'whole' and checked_at < now() - make_interval(mins => ${damagedAgainMinutes})
      order by checked_at limit ${files})
    union all
    (select company_id, sha256, byte_size from app.objects
      where checked_at < now() - interval '1 day' order by checked_at limit ${files})`.execute(platform);
  const due: DueOriginal[] = [];
  let budget = bytes;
  for (const { company_id: companyId, sha256, byte_size } of rows) {
    // The one that passes the bound is read too: the largest would otherwise never be.
    if (budget <= 0) break;
    budget -= byte_size;
    due.push({ companyId, sha256, byteSize: byte_size });
  }
  return due;
}
