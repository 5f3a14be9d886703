import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import { trashDays } from '../captures/purge-trash.ts';
import type { Trx } from '../in-scope.ts';
import { noteErasures } from '../originals/erasures.ts';

const rowsAtOnce = 20_000;

/**
 * Deletes for good the watches that have been in the trash for 30 days, and samples older than their watch keeps them; then
 * the rows of stored pictures that no sample and no alarm holds any more, with their bytes (see `noteErasures`).
 * @returns how many watches and samples are gone
 */
export async function purgeWatches(
  { db, platform }: { db: Kysely<DB>; platform: Kysely<DB> },
  { now }: { now: Date },
): Promise<{ watches: number; samples: number }> {
  const { rows } = await sql<{ company_id: string; id: string; keep_days: number | null; is_over: boolean }>`
    select company_id, id, keep_days, trashed_at < ${now}::timestamptz - make_interval(days => ${trashDays}) is true as is_over
    from app.watches
    where trashed_at < ${now}::timestamptz - make_interval(days => ${trashDays}) or keep_days is not null
    order by company_id limit 5000`.execute(platform);
  const gone = { watches: 0, samples: 0 };
  for (const { company_id: companyId, id, keep_days: keepDays, is_over: isOver } of rows) {
    const before = isOver ? null : new Date(now.getTime() - (keepDays ?? 0) * 86_400_000);
    for (;;) {
      const count = await inCompany(db, { companyId, userId: null }, (trx) =>
        deleteSamples(trx, companyId, id, before),
      );
      gone.samples += count;
      if (count < rowsAtOnce) break;
    }
    if (
      isOver &&
      (await inCompany(db, { companyId, userId: null }, (trx) => deleteWatch(trx, companyId, id, now)))
    )
      gone.watches++;
  }
  return gone;
}

async function deleteSamples(
  trx: Trx,
  companyId: string,
  watchId: string,
  before: Date | null,
): Promise<number> {
  const older = before ? sql`and s.taken_at < ${before}` : sql``;
  const { rows } = await sql<{ picture_sha256: string | null }>`
    delete from app.watch_samples s
    where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid and s.id in (
      select s.id from app.watch_samples s where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid ${older}
      order by s.taken_at limit ${rowsAtOnce})
    returning s.picture_sha256`.execute(trx);
  if (before)
    await sql`
      delete from app.watch_sums s where s.company_id = ${companyId}::uuid and s.watch_id = ${watchId}::uuid
        and s.starts_at < ${before}::timestamptz - make_interval(secs => s.step_s)`.execute(trx);
  await forgetPictures(
    trx,
    companyId,
    rows.map((row) => row.picture_sha256),
  );
  return rows.length;
}

async function deleteWatch(trx: Trx, companyId: string, watchId: string, now: Date): Promise<boolean> {
  const { rows: alarms } = await sql<{ picture_sha256: string | null }>`
    select picture_sha256 from app.watch_alarms where company_id = ${companyId}::uuid and watch_id = ${watchId}::uuid`.execute(
    trx,
  );
  const { rows } = await sql<{ name: string }>`
    delete from app.watches where company_id = ${companyId}::uuid and id = ${watchId}::uuid
      and trashed_at < ${now}::timestamptz - make_interval(days => ${trashDays})
    returning name`.execute(trx);
  const name = rows[0]?.name;
  if (name === undefined) return false;
  await forgetPictures(
    trx,
    companyId,
    alarms.map((alarm) => alarm.picture_sha256),
  );
  await recordSystemEvent(trx, companyId, {
    action: 'watch.purged',
    subjectType: 'watch',
    subjectId: watchId,
    detail: { name },
  });
  return true;
}

async function forgetPictures(
  trx: Trx,
  companyId: string,
  hashes: readonly (string | null)[],
): Promise<void> {
  const packs = [...new Set(hashes.filter((hash) => hash !== null))];
  if (packs.length === 0) return;
  const { rows } = await sql<{ sha256: string }>`
    delete from app.objects o where o.company_id = ${companyId}::uuid and o.sha256 = any(${packs})
      and not exists (select from app.watch_samples s where s.company_id = o.company_id and s.picture_sha256 = o.sha256)
      and not exists (select from app.watch_alarms a where a.company_id = o.company_id and a.picture_sha256 = o.sha256)
      and not exists (select from app.captures c where c.company_id = o.company_id and c.sha256 = o.sha256)
    returning sha256`.execute(trx);
  await noteErasures(
    trx,
    companyId,
    'original',
    rows.map((row) => row.sha256),
  );
}
