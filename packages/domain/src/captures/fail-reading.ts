import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { refreshDocuments } from '../records/refresh-documents.ts';
import { toStorableText } from '../storable-json.ts';
import { addPages } from './add-pages.ts';
import { findPages, loadPages, lockPage, type WantedRecords } from './document-pages.ts';
import { type DocumentResult, isMadeOf, keepDocument } from './keep-records.ts';

/** Why a page could not be read. */
export interface ReadingFailure {
  /** Of the error catalogue. */
  code: string;
  /** In English. */
  message: string;
  /** Of the message, for the other languages. */
  values?: Readonly<Record<string, number>> | undefined;
}

/**
 * A page that cannot be read ends here, with its code. `pages`: how many the file has, where that much could
 * be told; the others are still read. Where it is the last that was waited for, `made` is what the readers made of the others;
 * null where nothing could be.
 * @returns what the readers have to be run over before that; nothing is kept then
 */
export async function failReading(
  { db, queue, plugins }: { db: Kysely<DB>; queue: ReadingQueue; plugins: PluginCatalogue },
  {
    companyId,
    captureId,
    code,
    message,
    values,
    pages,
    made,
  }: {
    companyId: string;
    captureId: string;
    pages?: number | undefined;
    made?: DocumentResult | null | undefined;
  } & ReadingFailure,
): Promise<WantedRecords | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const page = await lockPage(trx, companyId, captureId, ['received', 'reading']);
    if (!page) return undefined;
    const { documentId, pageNumber } = page;
    if (pageNumber === 1 && pages !== undefined)
      await addPages({ trx, queue }, { companyId, documentId, pages });
    const { of, wait, others, before } = await findPages(trx, companyId, page);
    // What it said when it was read before still holds.
    const read = [...others, ...(before ? [before] : [])].sort((a, b) => a.pageNumber - b.pageNumber);
    const isLast = made !== null && !wait && others.length > 0;
    if (isLast && !(made && isMadeOf(made, read))) return loadPages(trx, companyId, { pages: read, of });
    const { rows } = await sql<FailedPage>`
      update app.captures set state = 'failed', failed_at = now(), failure_code = ${code}, failure_detail = ${toStorableText(message).slice(0, 2000)},
        failure_values = ${values ? JSON.stringify(values) : null}::jsonb
      where company_id = ${companyId}::uuid and id = ${captureId}::uuid and state in ('received', 'reading')
      returning document_id, created_by, file_name`.execute(trx);
    const row = rows[0]!;
    if (isLast && made) {
      await keepDocument(trx, plugins, { companyId, documentId, pages: read, result: made });
      await refreshDocuments(trx, companyId, [documentId]);
    }
    await recordSystemEvent(trx, companyId, {
      action: 'capture.failed',
      subjectType: 'capture',
      subjectId: captureId,
      detail: { code },
    });
    await tellCapturer(trx, companyId, row);
    return undefined;
  });
}

interface FailedPage {
  document_id: string;
  created_by: string;
  file_name: string;
}

/** Ids kept to tell a further page from a further document; past this many they are only counted. */
const keptDocuments = 100;

/** One unread notification gathers an hour of failures: two hundred pages of one file are one piece of news. */
async function tellCapturer(trx: Trx, companyId: string, page: FailedPage): Promise<void> {
  const { document_id: documentId, created_by: userId, file_name: fileName } = page;
  // Pages that fail at the same moment find one another's notification.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`failed ${companyId} ${userId}`}, 0))`.execute(
    trx,
  );
  const { numAffectedRows } = await sql`
    update app.notifications n set read_at = null, created_at = now(), detail = n.detail || jsonb_build_object(
      'pages', (n.detail->>'pages')::int + 1,
      'count', (n.detail->>'count')::int + case when n.detail->'documentIds' ? ${documentId} then 0 else 1 end,
      'documentIds', case when n.detail->'documentIds' ? ${documentId} or jsonb_array_length(n.detail->'documentIds') >= ${keptDocuments}
        then n.detail->'documentIds' else n.detail->'documentIds' || to_jsonb(${documentId}::text) end)
    where n.company_id = ${companyId}::uuid and n.user_id = ${userId}::uuid and n.kind = 'capture.failed'
      and n.read_at is null and (n.detail->>'since')::timestamptz > now() - interval '1 hour'`.execute(trx);
  if (numAffectedRows) return;
  await notify(trx, {
    companyId,
    userIds: [userId],
    kind: 'capture.failed',
    subjectType: 'capture',
    subjectId: documentId,
    detail: { fileName, pages: 1, count: 1, documentIds: [documentId], since: new Date().toISOString() },
  });
}
