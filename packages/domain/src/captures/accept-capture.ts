import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { demandActive } from '../demand-active.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import type { Reservation } from '../ledger/reserve.ts';
import { settle } from '../ledger/settle.ts';
import { healOriginal } from '../originals/note-original.ts';
import { demandChange, reachOf } from '../policy.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import {
  type DocumentPage,
  demandFreePage,
  demandSinglePicture,
  lockDocument,
  recountPages,
} from './join-document.ts';
import type { CaptureSource, CaptureState } from './rules.ts';

/** A file that has come in whole. */
export interface StoredFile {
  /** Lower-case hex. */
  sha256: string;
  byteSize: number;
  /** Sniffed from the bytes, never what the client said. */
  mediaType: string;
  fileName: string;
  /**
   * Puts the bytes in their place, durably. Called once nothing refuses the capture any more, and before it is kept: what
   * is refused leaves nothing, and no capture is without its bytes.
   */
  place(): Promise<void>;
}

export interface AcceptedCapture {
  id: string;
  state: CaptureState;
  fileName: string;
  mediaType: string;
  byteSize: number;
  sha256: string;
  source: CaptureSource;
  /** The document it is a page of: its own id unless it was sent as a further page. */
  documentId: string;
  pageNumber: number;
  createdAt: string;
}

interface AcceptedRow {
  id: string;
  state: CaptureState;
  file_name: string;
  media_type: string;
  byte_size: number;
  sha256: string;
  source: CaptureSource;
  document_id: string;
  page_number: number;
  created_at: Date;
  created_by: string;
  duplicate_of: string | null;
}

const foreignKeyViolation = '23503';

const columns = sql`id, state, file_name, media_type, byte_size, sha256, source, document_id, page_number, created_at,
  created_by, duplicate_of`;

/**
 * Puts the bytes of a file in their place and makes the capture and the job that reads it, in one transaction. The caller may
 * acknowledge as soon as this returns, and not before. A repeated `clientId` answers with the capture it
 * made (`created: false`); the same bytes under another id make a further capture that names the first.
 * Bytes that were lost or altered in the store are whole again then, for every capture that has them (`healed`).
 * With `document` it is a page of what was captured under that id before, in whatever order pages come.
 * @throws AppError `capture.client_id_reused`, `capture.document_missing`, `capture.document_other`,
 *   `capture.page_taken`, `capture.page_not_single`, and what {@link settle} refuses
 */
export async function acceptCapture(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  {
    scope,
    file,
    source,
    clientId,
    document,
    reservation,
  }: {
    scope: Scope;
    file: StoredFile;
    source: CaptureSource;
    clientId?: string | undefined;
    document?: DocumentPage | undefined;
    /** What it was promised; the rest of it is the caller's to release. */
    reservation?: Reservation | undefined;
  },
): Promise<{
  capture: AcceptedCapture;
  created: boolean;
  /** How the stored bytes were before these took their place; null where nothing was wrong. */
  healed: 'altered' | 'missing' | null;
  duplicateOf: { id: string; fileName: string } | null;
}> {
  demandChange(scope, 'captures.add');
  const { companyId, actor } = scope;
  if (document) demandSinglePicture(file.mediaType);
  let isKept = false;
  const keep = async (trx: Trx, isNewContent: boolean) => {
    if (!isKept) await file.place();
    isKept = true;
    if (isNewContent) return null;
    return (await healOriginal({ trx, queue }, { companyId, sha256: file.sha256 })) ?? null;
  };
  // The second try finds what a request with the same id, racing this one, has made.
  for (let tries = 0; tries < 3; tries++) {
    const accepted = await inScope(db, scope, async (trx) => {
      const findEarlier = async () =>
        clientId === undefined ? undefined : await findByClientId(trx, scope, clientId, file.sha256);
      let earlier = await findEarlier();
      const id = randomUUID();
      let documentId: string = id;
      const page = document?.page ?? 1;
      if (!earlier && document && page > 1) {
        documentId = await lockDocument(trx, scope, document);
        // The same page, sent twice at the same time, may have come in while this one waited for the document.
        earlier = await findEarlier();
        if (!earlier) await demandFreePage(trx, scope, { documentId, page });
      }
      if (earlier) return { row: earlier, created: false, healed: await keep(trx, false) };
      const isNewContent = await storeObject(trx, companyId, file);
      const { rows } = await sql<AcceptedRow>`
        insert into app.captures (company_id, id, client_id, document_id, page_number, source, sha256, file_name, media_type, byte_size, created_by, duplicate_of)
        values (${companyId}::uuid, ${id}::uuid, ${clientId ?? null}::uuid, ${documentId}::uuid, ${page}, ${source}, ${file.sha256}, ${file.fileName},
          ${file.mediaType}, ${file.byteSize}, ${actor.userId}::uuid, ${
            isNewContent
              ? sql`null`
              : sql`(select id from app.captures where company_id = ${companyId}::uuid and sha256 = ${file.sha256} and page_number = 1
                  order by created_at, id limit 1)`
          })
        on conflict (company_id, client_id) do nothing
        returning ${columns}`.execute(trx);
      const row = rows[0];
      if (!row) return undefined;
      if (documentId !== id) await recountPages(trx, scope, documentId);
      await queue.enqueue(trx, [{ companyId, captureId: id }], { isWaitedFor: true });
      await settle(trx, {
        companyId,
        reservation,
        bytes: isNewContent ? file.byteSize : 0,
        captures: 1,
      });
      return { row, created: true, healed: await keep(trx, isNewContent) };
    }).catch((error: unknown) => {
      // The row of the same bytes was just purged with the last capture in the trash that held them.
      if ((error as { code?: unknown }).code === foreignKeyViolation) return undefined;
      throw error;
    });
    if (accepted) {
      const { row, created, healed } = accepted;
      return {
        capture: {
          id: row.id,
          state: row.state,
          fileName: row.file_name,
          mediaType: row.media_type,
          byteSize: row.byte_size,
          sha256: row.sha256,
          source: row.source,
          documentId: row.document_id,
          pageNumber: row.page_number,
          createdAt: row.created_at.toISOString(),
        },
        created,
        healed,
        duplicateOf: row.duplicate_of ? await findVisible(db, scope, row.duplicate_of) : null,
      };
    }
  }
  throw new AppError('capture.client_id_reused', { reason: 'under_way' });
}

/**
 * The row of the bytes, where the company takes anything in.
 * @returns whether these bytes are new to the company
 */
async function storeObject(trx: Trx, companyId: string, file: StoredFile): Promise<boolean> {
  const { rows } = await sql<{ status: string; is_new: boolean }>`
    with stored as (
      insert into app.objects (company_id, sha256, byte_size, media_type)
      values (${companyId}::uuid, ${file.sha256}, ${file.byteSize}::bigint, ${file.mediaType}) on conflict do nothing returning sha256
    )
    select s.status, exists (select from stored) as is_new
    from app.company_settings s where s.company_id = ${companyId}::uuid`.execute(trx);
  const row = rows[0];
  demandActive(row);
  return row.is_new;
}

async function findByClientId(
  trx: Trx,
  { companyId, actor }: Scope,
  clientId: string,
  sha256: string,
): Promise<AcceptedRow | undefined> {
  const { rows } = await sql<AcceptedRow>`
    select ${columns} from app.captures where company_id = ${companyId}::uuid and client_id = ${clientId}::uuid`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) return undefined;
  if (row.sha256 !== sha256 || row.created_by !== actor.userId)
    throw new AppError('capture.client_id_reused');
  return row;
}

async function findVisible(
  db: Kysely<DB>,
  scope: Scope,
  id: string,
): Promise<{ id: string; fileName: string } | null> {
  const isOwn =
    reachOf(scope.actor, 'captures.see') === 'own'
      ? sql`and created_by = ${scope.actor.userId}::uuid`
      : sql``;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string; file_name: string }>`
      select id, file_name from app.captures where company_id = ${scope.companyId}::uuid and id = ${id}::uuid ${isOwn}`.execute(
      trx,
    );
    return rows[0] ? { id: rows[0].id, fileName: rows[0].file_name } : null;
  });
}

const maxNameLength = 200;

/** A file name fit to be kept and shown: no folders, no control or direction characters, not endless. */
export function cleanFileName(name: string | null | undefined, mediaType: string): string {
  const base = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const text = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  if (text === '' || text === '.' || text === '..')
    return `capture.${mediaType.split('/').at(-1)?.replace('jpeg', 'jpg') ?? 'bin'}`;
  if (text.length <= maxNameLength) return text;
  const dot = text.lastIndexOf('.');
  const ending = dot > 0 && text.length - dot <= 10 ? text.slice(dot) : '';
  return `${text.slice(0, maxNameLength - ending.length).toWellFormed()}${ending}`;
}
