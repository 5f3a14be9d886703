import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** What holds for the whole installation: maintenance and what everyone is told. */
export interface PlatformState {
  /** ISO 8601; null: changes are accepted. */
  readOnlySince: string | null;
  /** Why, and until when: at most 300 characters; may be empty. */
  readOnlyNote: string;
  /** At most 500 characters; empty: none. */
  announcement: string;
  announcementTone: 'info' | 'warning';
  /** ISO 8601. */
  announcedAt: string | null;
  /** ISO 8601; null: until it is taken back. */
  announcedUntil: string | null;
  /** Grows with every change; a change names the revision it was made on. */
  revision: number;
}

export const stateColumns = sql`
  read_only_since, read_only_note, announcement, announcement_tone, announced_at, announced_until, revision`;

export interface StateRow {
  read_only_since: Date | null;
  read_only_note: string;
  announcement: string;
  announcement_tone: 'info' | 'warning';
  announced_at: Date | null;
  announced_until: Date | null;
  revision: number;
}

export function toPlatformState(row: StateRow): PlatformState {
  return {
    readOnlySince: row.read_only_since?.toISOString() ?? null,
    readOnlyNote: row.read_only_note,
    announcement: row.announcement,
    announcementTone: row.announcement_tone,
    announcedAt: row.announced_at?.toISOString() ?? null,
    announcedUntil: row.announced_until?.toISOString() ?? null,
    revision: row.revision,
  };
}

/** What everyone is shown, signed in or not. `db`: any of the server's roles. */
export async function getPlatformState({ db }: { db: Kysely<DB> }): Promise<PlatformState> {
  const { rows } = await sql<StateRow>`select ${stateColumns} from platform.state`.execute(db);
  if (!rows[0]) throw new Error('platform.state has lost its only row.');
  return toPlatformState(rows[0]);
}
