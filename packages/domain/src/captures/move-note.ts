import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, reachOf } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { touchDocuments } from './change-captures.ts';
import { demandDocument, demandRoomForNotes, findNotes } from './notes.ts';
import type { CaptureNote } from './rules.ts';

interface NoteInput {
  scope: Scope;
  captureId: string;
  noteId: string;
}

/** Into the trash or out of it: one's own note, for admins anybody's. Answers with all that are there. */
export async function moveNote(
  { db }: { db: Kysely<DB> },
  { scope, captureId, noteId }: NoteInput,
  to: 'trash' | 'document',
): Promise<CaptureNote[]> {
  const reach = demandChange(scope, 'captures.change');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const documentId = await demandDocument(trx, scope, captureId, reach);
    if (to === 'document') await demandRoomForNotes(trx, companyId, documentId);
    const { rows } = isUuid(noteId)
      ? await sql`
          update app.capture_notes set trashed_at = ${to === 'trash' ? sql`now()` : null}
          where company_id = ${companyId}::uuid and capture_id = ${documentId}::uuid and id = ${noteId}::uuid
            and (trashed_at is null) = ${to === 'trash'}
            ${reachOf(actor, 'audit.see') ? sql`` : sql`and written_by = ${actor.userId}::uuid`}
          returning id`.execute(trx)
      : { rows: [] };
    if (rows.length === 0) throw new AppError('capture.note_not_found');
    await recordAuditEvent(trx, scope, {
      action: to === 'trash' ? 'capture.note_deleted' : 'capture.note_restored',
      subjectType: 'capture',
      subjectId: documentId,
      detail: { noteId },
    });
    await touchDocuments(trx, companyId, [documentId]);
    return findNotes(trx, scope, documentId);
  });
}
