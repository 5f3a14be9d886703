import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';

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
  read_only_since as "readOnlySince", read_only_note as "readOnlyNote", announcement, announcement_tone as "announcementTone",
  announced_at as "announcedAt", announced_until as "announcedUntil", revision`;

/** What everyone is shown, signed in or not. `db`: any of the server's roles. */
export async function getPlatformState({ db }: { db: Kysely<DB> }): Promise<PlatformState> {
  const [state] = await isoRows(db)<PlatformState>`select ${stateColumns} from platform.state`;
  if (!state) throw new Error('platform.state has lost its only row.');
  return state;
}
