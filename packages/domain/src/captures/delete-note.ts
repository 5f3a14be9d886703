import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { moveNote } from './move-note.ts';
import type { CaptureNote } from './rules.ts';

/**
 * Deletes a note, one's own, for admins anybody's; for 30 days it can be brought back. Answers with the others.
 * @throws AppError `capture.not_found`, `capture.note_not_found`
 */
export async function deleteNote(
  { db }: { db: Kysely<DB> },
  input: { scope: Scope; captureId: string; noteId: string },
): Promise<CaptureNote[]> {
  return moveNote({ db }, input, 'trash');
}
