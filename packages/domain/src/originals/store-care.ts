import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

type Deps = { platform: Kysely<DB> };

export type StoreTask = 'sweep' | 'scrub';

/**
 * Takes or keeps a task that one process at a time does; a process that dies loses it after `forSeconds`.
 * @returns whether it is this process's
 */
export async function takeStoreTask(
  { platform }: Deps,
  { task, processId, forSeconds }: { task: StoreTask; processId: string; forSeconds: number },
): Promise<boolean> {
  const [by, until] = [sql.ref(`${task}_by`), sql.ref(`${task}_until`)];
  const { rows } = await sql`
    update platform.store_care set ${by} = ${processId}::uuid, ${until} = now() + make_interval(secs => ${forSeconds})
    where ${by} is null or ${by} = ${processId}::uuid or ${until} < now() returning 1`.execute(platform);
  return rows.length > 0;
}

/** Gives the task back, for the next process. */
export async function leaveStoreTask(
  { platform }: Deps,
  { task, processId }: { task: StoreTask; processId: string },
): Promise<void> {
  const [by, until] = [sql.ref(`${task}_by`), sql.ref(`${task}_until`)];
  await sql`
    update platform.store_care set ${by} = null, ${until} = null where ${by} = ${processId}::uuid`.execute(
    platform,
  );
}

/** What a sweep found. */
export interface SweepCount {
  /** Files that no row knows and that are old enough. */
  orphans: number;
  files: number;
}

const smallestCap = 100;
const capShare = 0.01;

/**
 * How many orphans the sweep that counted these may move. More than a hundred and a hundredth of all files are rather a
 * wrong or a restored database: then none, until somebody says so.
 */
export async function permitSweep(
  { platform }: Deps,
  { orphans, files }: SweepCount,
): Promise<{ permitted: number; cap: number }> {
  const cap = Math.max(smallestCap, Math.floor(files * capShare));
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql<{ held_at: Date | null; allowed_orphans: string | number | null }>`
      select held_at, allowed_orphans from platform.store_care for update`.execute(trx);
    const { held_at: heldAt = null, allowed_orphans: allowed = null } = rows[0] ?? {};
    const bound = Math.max(allowed === null ? 0 : Number(allowed), heldAt ? 0 : cap);
    if (orphans <= bound) {
      await sql`
        update platform.store_care set swept_at = now(), held_at = null, held_orphans = null, held_files = null,
          held_cap = null, allowed_orphans = null`.execute(trx);
      return { permitted: orphans, cap };
    }
    await sql`
      update platform.store_care set held_at = coalesce(held_at, now()), held_orphans = ${orphans}, held_files = ${files},
        held_cap = ${cap}, allowed_orphans = null`.execute(trx);
    return { permitted: 0, cap };
  });
}
