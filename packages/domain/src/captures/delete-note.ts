import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, reachOf } from '../policy.ts';
import { isUuid } from './capture-conditions.ts';
import { touchDocuments } from './change-captures.ts';
import { demandDocument, findNotes } from './notes.ts';
import type { CaptureNote } from './rules.ts';

/** Deletes a note: one's own, for admins anybody's. Answers with the others. @throws AppError `capture.not_found`, `capture.note_not_found` */
export async function deleteNote(
  { db }: { db: Kysely<DB> },
  { scope, captureId, noteId }: { scope: Scope; captureId: string; noteId: string },
): Promise<CaptureNote[]> {
  const reach = demandChange(scope, 'captures.change');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const documentId = await demandDocument(trx, scope, captureId, reach);
    const { rows } = isUuid(noteId)
      ? await sql`
          delete from app.capture_notes
          where company_id = ${companyId}::uuid and capture_id = ${documentId}::uuid and id = ${noteId}::uuid
            ${reachOf(actor, 'audit.see') ? sql`` : sql`and written_by = ${actor.userId}::uuid`}
          returning id`.execute(trx)
      : { rows: [] };
    if (rows.length === 0) throw new AppError('capture.note_not_found');
    await recordAuditEvent(trx, scope, {
      action: 'capture.note_deleted',
      subjectType: 'capture',
      subjectId: documentId,
      detail: { noteId },
    });
    await touchDocuments(trx, companyId, [documentId]);
    return findNotes(trx, scope, documentId);
  });
}
