import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import type { PictureLocation } from '@readout/image-reader';
import type { DataFile } from '@readout/plugin-kit';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { refreshDocuments } from '../records/refresh-documents.ts';
import { toStorableJson, toStorableText } from '../storable-json.ts';
import { addPages } from './add-pages.ts';
import { keepsLocation } from './capture-location.ts';
import { findPages, loadPages, lockPage, type WantedRecords } from './document-pages.ts';
import { type DocumentResult, isMadeOf, keepDocument } from './keep-records.ts';
import type { PageReading } from './rules.ts';

/** Everything the reader made of one page, and the readers of its document where that has no other. */
export interface ReadingResult extends DocumentResult {
  reading: PageReading;
  /** Where the picture was taken; kept only while the company keeps it. */
  location?: PictureLocation;
}

/**
 * Keeps what was read, in one transaction: reading, text to search, further pages and their jobs, audit; and with the last
 * page of a document that waited to be read what the readers made of all of them: records and plugin runs. Where a person
 * has worked on the records they stay and the new ones are proposed.
 * @returns `gone` where the page was read or deleted by somebody else meanwhile; what is wanted where it is the last page and the
 *   records are not made of all pages as they are now. Nothing is kept in both cases
 */
export async function saveReading(
  { db, queue, plugins }: { db: Kysely<DB>; queue: ReadingQueue; plugins: PluginCatalogue },
  { companyId, captureId, result }: { companyId: string; captureId: string; result: ReadingResult },
): Promise<'kept' | 'gone' | WantedRecords> {
  const { reading } = result;
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const page = await lockPage(trx, companyId, captureId, ['reading']);
    if (!page) return 'gone';
    const { documentId, pageNumber } = page;
    if (pageNumber === 1)
      await addPages({ trx, queue }, { companyId, documentId: captureId, pages: reading.page.of });
    const { of, wait, others } = await findPages(trx, companyId, page);
    if (!wait && !isMadeOf(result, others))
      return loadPages(trx, companyId, { pages: others, of, own: { pageNumber, reading } });
    const readingId = randomUUID();
    await sql`
      insert into app.readings (company_id, id, capture_id, engine_version, content)
      values (${companyId}::uuid, ${readingId}::uuid, ${captureId}::uuid, ${reading.engine.version}, ${toStorableJson(reading)}::jsonb)`.execute(
      trx,
    );
    await keepText(trx, companyId, captureId, textOf(reading));
    const location = (await keepsLocation(trx, companyId)) ? result.location : undefined;
    await sql`
      update app.captures set state = 'read', failure_code = null, failure_detail = null, read_at = now(),
        width = ${reading.page.width}, height = ${reading.page.height},
        latitude = ${location?.latitude ?? null}, longitude = ${location?.longitude ?? null}
      where company_id = ${companyId}::uuid and id = ${captureId}::uuid`.execute(trx);
    const kept = wait
      ? {}
      : await keepDocument(trx, plugins, {
          companyId,
          documentId,
          pages: [...others, { captureId, pageNumber, readingId }].sort(
            (a, b) => a.pageNumber - b.pageNumber,
          ),
          result,
        });
    await recordSystemEvent(trx, companyId, {
      action: 'capture.read',
      subjectType: 'capture',
      subjectId: captureId,
      detail: { ...kept, engine: reading.engine.version },
    });
    await refreshDocuments(trx, companyId, [documentId]);
    return 'kept';
  });
}

/** What the picture says; what its records say is kept beside it by the database, no matter who changes them. */
function textOf(reading: PageReading): string {
  return [
    ...reading.lines.map((line) => line.text),
    ...reading.barcodes.map((barcode) => barcode.text),
    ...(reading.files ?? []).flatMap(textsOf),
  ].join('\n');
}

const textsOf = ({ values, lists }: DataFile): string[] => [
  ...values.map(({ raw }) => raw),
  ...lists.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row))),
];

async function keepText(trx: Trx, companyId: string, captureId: string, body: string): Promise<void> {
  await sql`
    insert into app.capture_texts (company_id, capture_id, body)
    values (${companyId}::uuid, ${captureId}::uuid, ${toStorableText(body)})
    on conflict (company_id, capture_id) do update set body = excluded.body`.execute(trx);
}
