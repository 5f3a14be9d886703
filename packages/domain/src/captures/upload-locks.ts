import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** A request that goes on with a resumable upload. */
export interface UploadLock {
  uploadId: string;
  /** UUID of the request. */
  holder: string;
  /** After this long without a word the lock is anybody's. */
  seconds: number;
}

interface Deps {
  /** As the application's role. */
  db: Kysely<DB>;
}

/** @returns whether it is this request's now; where it is not, whose it is learns that somebody waits */
export async function takeUploadLock(
  { db }: Deps,
  { uploadId, holder, seconds }: UploadLock,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select app.take_upload_lock(${uploadId}, ${holder}::uuid, ${seconds}) as taken`.execute(db);
  return rows[0]?.taken === true;
}

/** Holds it for longer. `wanted`: somebody waits for it; `lost`: it is another request's by now. */
export async function keepUploadLock(
  { db }: Deps,
  { uploadId, holder, seconds }: UploadLock,
): Promise<'held' | 'wanted' | 'lost'> {
  const { rows } = await sql<{ state: 'held' | 'wanted' | 'lost' }>`
    select app.keep_upload_lock(${uploadId}, ${holder}::uuid, ${seconds}) as state`.execute(db);
  return rows[0]?.state ?? 'lost';
}

export async function leaveUploadLock(
  { db }: Deps,
  { uploadId, holder }: Omit<UploadLock, 'seconds'>,
): Promise<void> {
  await sql`select app.leave_upload_lock(${uploadId}, ${holder}::uuid)`.execute(db);
}
