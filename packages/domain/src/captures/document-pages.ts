import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { PageReading } from './rules.ts';

/** A page that is being read, and the document it is of. */
export interface PageAtHand {
  captureId: string;
  documentId: string;
  /** 1-based. */
  pageNumber: number;
}

/** The page and before it its document, which pages read at the same time change: always in this order. */
export async function lockPage(
  trx: Trx,
  companyId: string,
  captureId: string,
  states: readonly ('received' | 'reading')[],
): Promise<PageAtHand | undefined> {
  const { rows } = await sql<{ document_id: string; page_number: number }>`
    select c.document_id, c.page_number from app.captures c
    join app.captures d on d.company_id = c.company_id and d.id = c.document_id
    where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid
    for update of d`.execute(trx);
  const row = rows[0];
  if (!row) return undefined;
  const { rows: now } = await sql<{ state: string }>`
    select state from app.captures where company_id = ${companyId}::uuid and id = ${captureId}::uuid for update`.execute(
    trx,
  );
  return states.some((state) => state === now[0]?.state)
    ? { captureId, documentId: row.document_id, pageNumber: row.page_number }
    : undefined;
}

/** A page by what was read of it last. */
export interface ReadPage {
  captureId: string;
  pageNumber: number;
  readingId: string;
}

/** The pages of a document around one of them. */
export interface DocumentPages {
  /** How many it has, read or not. */
  of: number;
  /** Whether others are still to be read. */
  wait: boolean;
  /** Those that were read, in their order, without the page at hand. */
  others: ReadPage[];
  /** What the page at hand said when it was read before. */
  before: ReadPage | undefined;
}

/** @param page its document must be locked */
export async function findPages(
  trx: Trx,
  companyId: string,
  { captureId, documentId }: PageAtHand,
): Promise<DocumentPages> {
  const { rows } = await sql<{ id: string; page_number: number; waits: boolean; reading_id: string | null }>`
    select c.id, c.page_number, c.state in ('received', 'reading') as waits, (
      select r.id from app.readings r where r.company_id = c.company_id and r.capture_id = c.id
      order by r.created_at desc limit 1) as reading_id
    from app.captures c
    where c.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid
    order by c.page_number`.execute(trx);
  const read = rows.flatMap(({ id, page_number: pageNumber, reading_id: readingId }): ReadPage[] =>
    readingId === null ? [] : [{ captureId: id, pageNumber, readingId }],
  );
  return {
    of: rows.length,
    wait: rows.some(({ id, waits }) => waits && id !== captureId),
    others: read.filter((page) => page.captureId !== captureId),
    before: read.find((page) => page.captureId === captureId),
  };
}

/** What the readers have to be run over before a page can be kept: all pages of its document, in their order. */
export interface WantedRecords {
  pages: PageReading[];
  /** Ids of those readings that were there before. */
  readingIds: string[];
}

/**
 * Each page has its number in the document: one that was photographed is the only one of its own file.
 * @param own what was just read
 */
export async function loadPages(
  trx: Trx,
  companyId: string,
  {
    pages,
    of,
    own,
  }: { pages: readonly ReadPage[]; of: number; own?: { pageNumber: number; reading: PageReading } },
): Promise<WantedRecords> {
  const readingIds = pages.map(({ readingId }) => readingId);
  const { rows } = await sql<{ id: string; content: PageReading }>`
    select id, content from app.readings
    where company_id = ${companyId}::uuid and id = any(${readingIds}::uuid[])`.execute(trx);
  const contents = new Map(rows.map((row) => [row.id, row.content]));
  const all = pages.map(({ pageNumber, readingId }) => ({ pageNumber, reading: contents.get(readingId)! }));
  return {
    pages: [...all, ...(own ? [own] : [])]
      .sort((a, b) => a.pageNumber - b.pageNumber)
      .map(({ pageNumber: number, reading }) => ({ ...reading, page: { ...reading.page, number, of } })),
    readingIds,
  };
}
