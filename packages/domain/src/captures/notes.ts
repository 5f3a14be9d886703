import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import { isUuid } from '../uuid.ts';
import { type CaptureNote, maxNoteLength, maxNotes } from './rules.ts';

/** @throws AppError `capture.bad_note` */
export function parseNote(text: unknown): string {
  const body = typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed().trim() : '';
  if (body === '' || [...body].length > maxNoteLength)
    throw new AppError('capture.bad_note', { maxLength: maxNoteLength });
  return body;
}

/** Notes of a document, oldest first. */
export async function findNotes(
  trx: Trx,
  { companyId, actor }: Scope,
  documentId: string,
): Promise<CaptureNote[]> {
  const rows = await isoRows(trx)<{ id: string; text: string; by: string; at: string }>`
    select id, body as text, written_by as by, written_at as at from app.capture_notes
    where company_id = ${companyId}::uuid and capture_id = ${documentId}::uuid and trashed_at is null
    order by written_at, id`;
  const nameOf = await findNames(
    trx,
    rows.map(({ by }) => by),
  );
  return rows.map(({ id, text, by, at }) => ({
    id,
    text,
    by: { id: by, name: nameOf(by) },
    at,
    mayDelete: by === actor.userId || reachOf(actor, 'audit.see') !== undefined,
  }));
}

/** @throws AppError `capture.too_many_notes` */
export async function demandRoomForNotes(trx: Trx, companyId: string, documentId: string): Promise<void> {
  const { rows } = await sql`
    select from app.capture_notes
    where company_id = ${companyId}::uuid and capture_id = ${documentId}::uuid and trashed_at is null
    limit ${maxNotes}`.execute(trx);
  if (rows.length === maxNotes) throw new AppError('capture.too_many_notes', { max: maxNotes });
}

/** The document of a capture that is within the actor's reach. @throws AppError `capture.not_found` */
export async function demandDocument(
  trx: Trx,
  { companyId, actor }: Scope,
  captureId: string,
  reach: 'all' | 'own',
): Promise<string> {
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  const { rows } = await sql<{ id: string }>`
    select c.id from app.captures p join app.captures c on c.company_id = p.company_id and c.id = p.document_id
    where p.company_id = ${companyId}::uuid and p.id = ${captureId}::uuid
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
  const [row] = rows;
  if (!row) throw new AppError('capture.not_found');
  return row.id;
}
