import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import type { PictureLocation, Reading } from '@readout/image-reader';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { isBeyondDoubt } from '../plugins/auto-confirm.ts';
import { findBlocks } from '../plugins/find-blocks.ts';
import { pauseExhausted } from '../plugins/pause-exhausted.ts';
import type { Pinned } from '../plugins/pinned-versions.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { exhaustedCodes } from '../plugins/rules.ts';
import { joinTwins } from '../records/join-twins.ts';
import { compareRecords, type ProposedRecord } from '../records/proposal-rows.ts';
import { type RecordRow, recordColumns } from '../records/record-rows.ts';
import { insertRecords } from '../records/write-records.ts';
import { addPages } from './add-pages.ts';
import { keepsLocation } from './capture-location.ts';
import type { ReadingQueue } from './reading-queue.ts';
import { refreshDocuments } from './refresh-documents.ts';
import { refreshTitle } from './refresh-title.ts';
import { toStorableJson, toStorableText } from './storable-json.ts';

/** How one plugin did on one reading. */
export interface PluginOutcome {
  plugin: string;
  version: string;
  recordCount: number;
  durationMs: number;
  failure?: { code: string; message: string };
}

/** Everything the reader made of one page. */
export interface ReadingResult {
  reading: Reading;
  /** Best first. */
  records: ProposedRecord[];
  runs: PluginOutcome[];
  /** What was switched on when it was begun, whether it ran or not. */
  pinned: readonly Pinned[];
  /** Where the picture was taken; kept only while the company keeps it. */
  location?: PictureLocation;
}

/**
 * Keeps what was read, in one transaction: reading, records, text to search, plugin runs, further pages and
 * their jobs, audit. Where a person has worked on the records they stay and the new ones are proposed.
 * @returns false where the page was read or deleted by somebody else meanwhile; nothing is kept then
 */
export async function saveReading(
  { db, queue, plugins }: { db: Kysely<DB>; queue: ReadingQueue; plugins: PluginCatalogue },
  { companyId, captureId, result }: { companyId: string; captureId: string; result: ReadingResult },
): Promise<boolean> {
  const { reading } = result;
  const everyRecord = JSON.parse(toStorableJson(result.records)) as ProposedRecord[];
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const document = await lockPage(trx, companyId, captureId);
    if (!document) return false;
    // A reader that was blocked while this page was read leaves nothing behind.
    const blocks = await findBlocks(trx, companyId, result.pinned);
    const notRun = result.pinned.flatMap(({ pluginId, version, block, isPaused }, index) => {
      const why = blocks[index] ?? block;
      if (why) return [{ pluginId, version, code: 'plugin.blocked', detail: why.reason }];
      return isPaused ? [{ pluginId, version, code: 'plugin.paused', detail: '' }] : [];
    });
    // That others used up the work of a capture is not its failure.
    for (const { plugin, version, failure } of result.runs)
      if (failure?.code === 'plugin.budget_spent' && !notRun.some(({ pluginId }) => pluginId === plugin))
        notRun.push({ pluginId: plugin, version, code: failure.code, detail: '' });
    const mayStay = (plugin: string) => !notRun.some(({ pluginId }) => pluginId === plugin);
    const records = joinTwins(everyRecord.filter((record) => mayStay(record.plugin)));
    const runs = result.runs.filter((run) => mayStay(run.plugin));
    const readingId = randomUUID();
    await sql`
      insert into app.readings (company_id, id, capture_id, engine_version, content)
      values (${companyId}::uuid, ${readingId}::uuid, ${captureId}::uuid, ${reading.engine.version}, ${toStorableJson(reading)}::jsonb)`.execute(
      trx,
    );
    await keepText(trx, companyId, captureId, textOf(reading));
    const outcome = await keepRecords(trx, { companyId, captureId, readingId, records });
    const location = (await keepsLocation(trx, companyId)) ? result.location : undefined;
    await sql`
      update app.captures set state = 'read', failure_code = null, failure_detail = null, read_at = now(),
        width = ${reading.page.width}, height = ${reading.page.height},
        latitude = ${location?.latitude ?? null}, longitude = ${location?.longitude ?? null}
      where company_id = ${companyId}::uuid and id = ${captureId}::uuid`.execute(trx);
    await refreshTitle(trx, plugins, { companyId, captureId });
    await keepRuns(trx, companyId, captureId, runs);
    for (const { plugin, version, failure } of runs)
      if (failure && exhaustedCodes.includes(failure.code))
        await pauseExhausted(trx, companyId, { plugin, version, code: failure.code });
    await keepNotRun(trx, companyId, captureId, notRun);
    if (document.pageNumber === 1)
      await addPages({ trx, queue }, { companyId, documentId: captureId, pages: reading.page.of });
    await recordSystemEvent(trx, companyId, {
      action: 'capture.read',
      subjectType: 'capture',
      subjectId: captureId,
      detail: { records: records.length, outcome, engine: reading.engine.version },
    });
    await refreshDocuments(trx, companyId, [document.documentId]);
    return true;
  });
}

async function lockPage(
  trx: Trx,
  companyId: string,
  captureId: string,
): Promise<{ documentId: string; pageNumber: number } | undefined> {
  // The document first: pages read at the same time change its counts, always in this order.
  const { rows } = await sql<{ document_id: string; page_number: number; state: string }>`
    select c.document_id, c.page_number, c.state from app.captures c
    join app.captures d on d.company_id = c.company_id and d.id = c.document_id
    where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid
    for update of d`.execute(trx);
  const row = rows[0];
  if (!row) return undefined;
  const { rows: now } = await sql<{ state: string }>`
    select state from app.captures where company_id = ${companyId}::uuid and id = ${captureId}::uuid for update`.execute(
    trx,
  );
  return now[0]?.state === 'reading'
    ? { documentId: row.document_id, pageNumber: row.page_number }
    : undefined;
}

type Outcome = 'kept' | 'proposed' | 'unchanged';

async function keepRecords(
  trx: Trx,
  {
    companyId,
    captureId,
    readingId,
    records,
  }: { companyId: string; captureId: string; readingId: string; records: ProposedRecord[] },
): Promise<Outcome> {
  const { rows: present } = await sql<RecordRow>`
    select ${recordColumns} from app.records r
    where r.company_id = ${companyId}::uuid and r.capture_id = ${captureId}::uuid and r.added_by is null
    order by r.position for update`.execute(trx);
  await sql`
    update app.record_proposals set state = 'dismissed', decided_at = now()
    where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and state = 'open'`.execute(
    trx,
  );
  // Every change a person makes raises the revision; what is at its first was made by a plugin alone.
  if (present.some((row) => row.revision > 1)) {
    if (compareRecords(present, records).length === 0) return 'unchanged';
    await sql`
      insert into app.record_proposals (company_id, capture_id, reading_id, records)
      values (${companyId}::uuid, ${captureId}::uuid, ${readingId}::uuid, ${JSON.stringify(records)}::jsonb)`.execute(
      trx,
    );
    return 'proposed';
  }
  if (present.length > 0)
    await sql`
      delete from app.records
      where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and added_by is null`.execute(
      trx,
    );
  const { rows: rules } = await sql<{ plugin_id: string; threshold: number }>`
    select plugin_id, auto_confirm_confidence as threshold from app.installations
    where company_id = ${companyId}::uuid and auto_confirm_confidence is not null`.execute(trx);
  await insertRecords(trx, {
    companyId,
    captureId,
    readingId,
    records: records.map((record, position) => ({
      ...record,
      position,
      confirmed: isBeyondDoubt(record, rules.find((rule) => rule.plugin_id === record.plugin)?.threshold),
    })),
  });
  return 'kept';
}

/** What the picture says; what its records say is kept beside it by the database, whoever changes them. */
function textOf(reading: Reading): string {
  return [...reading.lines.map((line) => line.text), ...reading.barcodes.map((barcode) => barcode.text)].join(
    '\n',
  );
}

async function keepText(trx: Trx, companyId: string, captureId: string, body: string): Promise<void> {
  await sql`
    insert into app.capture_texts (company_id, capture_id, body)
    values (${companyId}::uuid, ${captureId}::uuid, ${toStorableText(body)})
    on conflict (company_id, capture_id) do update set body = excluded.body`.execute(trx);
}

async function keepRuns(
  trx: Trx,
  companyId: string,
  captureId: string,
  runs: PluginOutcome[],
): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map((run) => ({
    plugin_id: run.plugin,
    version: run.version,
    failure_code: run.failure?.code ?? null,
    failure_detail: run.failure?.message.slice(0, 2000) ?? null,
    record_count: run.recordCount,
    duration_ms: run.durationMs,
  }));
  await sql`
    insert into app.plugin_runs (company_id, capture_id, plugin_id, version, failure_code, failure_detail, record_count, duration_ms)
    select ${companyId}::uuid, ${captureId}::uuid, r.plugin_id, r.version, r.failure_code, r.failure_detail, r.record_count, r.duration_ms
    from jsonb_to_recordset(${toStorableJson(rows)}::jsonb)
      as r (plugin_id text, version text, failure_code text, failure_detail text, record_count int, duration_ms real)`.execute(
    trx,
  );
}

/** What did not run this time, in the place of what did not run the time before. */
async function keepNotRun(
  trx: Trx,
  companyId: string,
  captureId: string,
  notRun: readonly { pluginId: string; version: string; code: string; detail: string }[],
): Promise<void> {
  await sql`
    delete from app.readers_not_run where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid`.execute(
    trx,
  );
  if (notRun.length === 0) return;
  await sql`
    insert into app.readers_not_run (company_id, capture_id, plugin_id, version, code, detail)
    select ${companyId}::uuid, ${captureId}::uuid, n.plugin_id, n.version, n.code, n.detail
    from unnest(${notRun.map(({ pluginId }) => pluginId)}::text[], ${notRun.map(({ version }) => version)}::text[],
      ${notRun.map(({ code }) => code)}::text[], ${notRun.map(({ detail }) => detail)}::text[])
      as n (plugin_id, version, code, detail)`.execute(trx);
}
