import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { moveNote } from './move-note.ts';
import type { CaptureNote } from './rules.ts';

/**
 * Brings back a note that was deleted, for those who may delete it. Answers with all of them.
 * @throws AppError `capture.not_found`, `capture.note_not_found`, `capture.too_many_notes`
 */
export async function restoreNote(
  { db }: { db: Kysely<DB> },
  input: { scope: Scope; captureId: string; noteId: string },
): Promise<CaptureNote[]> {
  return moveNote({ db }, input, 'document');
}
