import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { touchDocuments } from './change-captures.ts';
import { demandDocument, demandRoomForNotes, findNotes, parseNote } from './notes.ts';
import type { CaptureNote } from './rules.ts';

/**
 * Keeps a note with a document, with who wrote it and when. Answers with all of them.
 * @throws AppError `capture.not_found`, `capture.bad_note`, `capture.too_many_notes`
 */
export async function addNote(
  { db }: { db: Kysely<DB> },
  { scope, captureId, text }: { scope: Scope; captureId: string; text: string },
): Promise<CaptureNote[]> {
  const reach = demandChange(scope, 'captures.change');
  const body = parseNote(text);
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const documentId = await demandDocument(trx, scope, captureId, reach);
    await demandRoomForNotes(trx, companyId, documentId);
    const { rows } = await sql<{ id: string }>`
      insert into app.capture_notes (company_id, capture_id, body, written_by)
      values (${companyId}::uuid, ${documentId}::uuid, ${body}, ${actor.userId}::uuid)
      returning id`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'capture.note_added',
      subjectType: 'capture',
      subjectId: documentId,
      detail: { noteId: rows[0]!.id },
    });
    await touchDocuments(trx, companyId, [documentId]);
    return findNotes(trx, scope, documentId);
  });
}
