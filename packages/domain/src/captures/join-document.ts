import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';

/** Which page of which document a picture is, as who captured it says. */
export interface DocumentPage {
  /** Client-made id of the document's first page. */
  clientId: string;
  /** 1-based. */
  page: number;
}

/** Most pages of a document, the same as of a PDF. */
export const maxDocumentPages = 200;

/** Files that may bring several pages of their own: they are documents by themselves. */
const severalPages: readonly string[] = ['application/pdf', 'image/tiff', 'application/xml'];

/** @throws AppError `capture.page_not_single` */
export function demandSinglePicture(mediaType: string): void {
  if (severalPages.includes(mediaType)) throw new AppError('capture.page_not_single');
}

/**
 * The document a further page goes to, locked until the end of the transaction: pages that arrive at the same
 * time come one after the other.
 * @throws AppError as {@link findDocument}
 */
export function lockDocument(trx: Trx, scope: Scope, document: DocumentPage): Promise<string> {
  return findDocument(trx, scope, document, sql`for update`);
}

/** @throws AppError `capture.document_missing`, `capture.document_other` */
export async function findDocument(
  trx: Trx,
  { companyId, actor }: Scope,
  { clientId, page }: DocumentPage,
  lock: RawBuilder<unknown> = sql``,
): Promise<string> {
  const { rows } = await sql<{ id: string; created_by: string; page_number: number; media_type: string }>`
    select id, created_by, page_number, media_type from app.captures
    where company_id = ${companyId}::uuid and client_id = ${clientId}::uuid ${lock}`.execute(trx);
  const first = rows[0];
  if (!first) throw new AppError('capture.document_missing', { page });
  if (first.created_by !== actor.userId || first.page_number !== 1 || severalPages.includes(first.media_type))
    throw new AppError('capture.document_other');
  return first.id;
}

/** @throws AppError `capture.page_taken` where the document, which must be locked, has this page already */
export async function demandFreePage(
  trx: Trx,
  { companyId }: Scope,
  { documentId, page }: { documentId: string; page: number },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from app.captures
    where company_id = ${companyId}::uuid and document_id = ${documentId}::uuid and page_number = ${page}`.execute(
    trx,
  );
  if (rows.length > 0) throw new AppError('capture.page_taken', { page });
}

/** Brings the number of pages up to what is there; the document must be locked. */
export async function recountPages(trx: Trx, { companyId }: Scope, documentId: string): Promise<void> {
  await sql`
    update app.captures c set page_count = n.pages
    from (select count(*)::int as pages from app.captures where company_id = ${companyId}::uuid and document_id = ${documentId}::uuid) n
    where c.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid and c.page_count <> n.pages`.execute(
    trx,
  );
}
