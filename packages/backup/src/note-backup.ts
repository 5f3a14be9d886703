import { type DatabaseAddress, withOwner } from '@readout/database';
import type { BackupResult } from './create-backup.ts';

/** Puts a backup that nobody asked for in the administration into its list, so that it knows there is one. */
export async function noteBackup(
  database: DatabaseAddress,
  { name, rows, objects, byteSize, newBytes, missing, altered }: BackupResult,
  { startedAt, by }: { startedAt: Date; by: string },
): Promise<void> {
  await withOwner(database, (client) =>
    client.query(
      `insert into platform.backup_runs (requested_by_name, state, created_at, started_at, finished_at, name, row_count,
         object_count, byte_size, new_bytes, lost_count)
       values ($1, 'done', $2, $2, now(), $3, $4, $5, $6, $7, $8)`,
      [by, startedAt, name, rows, objects, byteSize, newBytes, missing.length + altered.length],
    ),
  );
}
