import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { openAlarm } from './change-alarms.ts';
import { getWatchRow } from './watch-rows.ts';

/** A device that reads says so once a minute at least. */
const silentAfterMinutes = 4;

/**
 * Opens "reading lost" where a device that was reading has not been heard for some minutes: its page was closed, its network
 * is away. Also heals itself: the next believed sample closes it. @returns how many
 */
export async function tellOfSilentWatches({
  db,
  platform,
  now = new Date(),
}: {
  db: Kysely<DB>;
  platform: Kysely<DB>;
  now?: Date;
}): Promise<number> {
  const isSilent = sql`w.state = 'active' and w.run_state = 'running' and w.trashed_at is null
    and w.run_heard_at < ${now}::timestamptz - make_interval(mins => ${silentAfterMinutes})`;
  const { rows } = await sql<{ company_id: string; id: string }>`
    select w.company_id, w.id from app.watches w where ${isSilent} order by w.run_heard_at limit 500`.execute(
    platform,
  );
  let told = 0;
  for (const { company_id: companyId, id } of rows)
    await inCompany(db, { companyId, userId: null }, async (trx) => {
      const { rows: stopped } = await sql`
        update app.watches w set run_state = 'stopped', lost_run = 0
        where w.company_id = ${companyId}::uuid and w.id = ${id}::uuid and ${isSilent} returning 1`.execute(
        trx,
      );
      if (stopped.length === 0) return;
      const watch = await getWatchRow(trx, companyId, id);
      await openAlarm(trx, companyId, watch, {
        kind: 'lost',
        cause: 'silent',
        openedAt: new Date(
          Math.max(watch.run_heard_at?.getTime() ?? 0, watch.last_taken_at?.getTime() ?? 0),
        ).toISOString(),
        bound: null,
      });
      told++;
    });
  return told;
}
