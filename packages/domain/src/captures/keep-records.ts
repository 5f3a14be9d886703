import { isDeepStrictEqual } from 'node:util';
import { firstPageOf } from '@readout/plugin-kit/document';
import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { isBeyondDoubt } from '../plugins/auto-confirm.ts';
import { findBlocks } from '../plugins/find-blocks.ts';
import { goBackFailing } from '../plugins/go-back-failing.ts';
import { pauseExhausted } from '../plugins/pause-exhausted.ts';
import type { Pinned } from '../plugins/pinned-versions.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { exhaustedCodes } from '../plugins/rules.ts';
import { boundByCorrections } from '../records/corrections.ts';
import { joinTwins } from '../records/join-twins.ts';
import { compareRecords, type ProposedRecord, pairRecords } from '../records/proposal-rows.ts';
import { type RecordRow, recordColumns, unconfirmed } from '../records/record-rows.ts';
import { refreshTitle } from '../records/refresh-title.ts';
import { insertRecords, settleRecords } from '../records/write-records.ts';
import { toStorableJson } from '../storable-json.ts';
import type { ReadPage } from './document-pages.ts';
import { keepShadowed, type Shadowed } from './keep-shadowed.ts';

/** How one plugin did on one document. */
export interface PluginOutcome {
  plugin: string;
  version: string;
  recordCount: number;
  durationMs: number;
  failure?: { code: string; message: string };
}

/** What the readers made of a document. */
export interface DocumentResult {
  /** Best first; evidence names its page where there are several. Null: nothing could be made, and what is there stays. */
  records: ProposedRecord[] | null;
  runs: PluginOutcome[];
  /** Absent: nothing ran beside them. */
  shadowed?: Shadowed;
  /** What was switched on when it was begun, whether it ran or not. */
  pinned: readonly Pinned[];
  /**
   * The readings it was made of, in their order, besides one that is kept with it; absent for a document of one page. Null: the
   * readers were not run yet.
   */
  readingIds?: readonly string[] | null;
}

/** Whether it was made of the pages as they are now. */
export const isMadeOf = ({ readingIds = [] }: DocumentResult, pages: readonly ReadPage[]): boolean =>
  readingIds !== null &&
  isDeepStrictEqual(
    [...readingIds],
    pages.map(({ readingId }) => readingId),
  );

type Outcome = 'kept' | 'proposed' | 'unchanged';
type Placed = ProposedRecord & { captureId: string; readingId: string };
type Pair = { present?: RecordRow; proposed?: Placed };

/**
 * Keeps what the readers made of a document, and what came of each of them. Where a person has worked on the records of a
 * page they stay and the new ones are proposed; else records that are found again keep their id.
 * @param pages those that were read, in their order
 */
export async function keepDocument(
  trx: Trx,
  plugins: PluginCatalogue,
  {
    companyId,
    documentId,
    pages,
    result,
  }: { companyId: string; documentId: string; pages: readonly ReadPage[]; result: DocumentResult },
): Promise<{ records: number; outcome: Outcome }> {
  // A reader that was blocked meanwhile leaves nothing behind.
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
  const made = result.records && (JSON.parse(toStorableJson(result.records)) as ProposedRecord[]);
  // What a reader made before its budget was spent is worth keeping.
  const stopped = new Set(
    notRun.flatMap(({ pluginId, code }) => (code === 'plugin.budget_spent' ? [] : [pluginId])),
  );
  const records =
    made &&
    (await boundByCorrections(
      trx,
      companyId,
      joinTwins(made.filter((record) => !stopped.has(record.plugin))),
    ));
  const outcome = records ? await keepRecords(trx, { companyId, documentId, pages, records }) : 'unchanged';
  const { rows: titled } = await sql<{ id: string }>`
    select c.id from app.captures c
    where c.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid and (c.title is not null or exists (
      select from app.records r where r.company_id = c.company_id and r.capture_id = c.id))`.execute(trx);
  for (const { id: captureId } of titled) await refreshTitle(trx, plugins, { companyId, captureId });
  const runs = result.runs.filter((run) => mayStay(run.plugin));
  await keepRuns(trx, companyId, documentId, runs);
  for (const { plugin, version, failure } of runs) {
    if (!failure) continue;
    const ran = { plugin, version, code: failure.code };
    const isBack = await goBackFailing(trx, companyId, ran);
    if (!isBack && exhaustedCodes.includes(ran.code)) await pauseExhausted(trx, companyId, ran);
  }
  await keepNotRun(trx, companyId, documentId, notRun);
  await keepShadowed(trx, { companyId, documentId, result });
  return { records: records?.length ?? 0, outcome };
}

async function keepRecords(
  trx: Trx,
  {
    companyId,
    documentId,
    pages,
    records,
  }: {
    companyId: string;
    documentId: string;
    pages: readonly ReadPage[];
    records: readonly ProposedRecord[];
  },
): Promise<Outcome> {
  const { rows: present } = await sql<RecordRow & { read_revision: number }>`
    select ${recordColumns}, r.read_revision
    from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
    where r.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid and r.added_by is null
    order by c.page_number, r.position for update of r`.execute(trx);
  await sql`
    update app.record_proposals p set state = 'dismissed', decided_at = now()
    from app.captures c
    where p.company_id = ${companyId}::uuid and p.state = 'open' and c.company_id = p.company_id and c.id = p.capture_id
      and c.document_id = ${documentId}::uuid`.execute(trx);
  const proposed = records.map((record): Placed => {
    const number = firstPageOf(record);
    const { captureId, readingId } = pages.find(({ pageNumber }) => pageNumber === number) ?? pages[0]!;
    return { ...record, captureId, readingId };
  });
  // Every change a person makes raises the revision beyond the one a reader left.
  const worked = new Set(present.filter((row) => row.revision > row.read_revision).map((row) => row.id));
  const workedAt = new Set(present.filter(({ id }) => worked.has(id)).map((row) => row.capture_id));
  const homeOf = ({ present: row, proposed: record }: Pair): string =>
    row && (!record || worked.has(row.id) || workedAt.has(record.captureId))
      ? row.capture_id
      : record!.captureId;
  const byHome = Map.groupBy(pairRecords(present, proposed) as Pair[], homeOf);
  const { rows: rules } = await sql<{ plugin_id: string; threshold: number }>`
    select plugin_id, auto_confirm_confidence as threshold from app.installations
    where company_id = ${companyId}::uuid and auto_confirm_confidence is not null`.execute(trx);
  const isSure = (record: ProposedRecord): boolean =>
    isBeyondDoubt(record, rules.find((rule) => rule.plugin_id === record.plugin)?.threshold);
  const outcomes = new Set<Outcome>();
  for (const [captureId, pairs] of byHome) {
    const found = pairs.flatMap(({ proposed: record }) => record ?? []);
    if (!workedAt.has(captureId)) {
      for (const { present: row, proposed: record } of pairs)
        if (row && record)
          await renewRecord(trx, companyId, row, {
            record,
            position: found.indexOf(record),
            isSure: isSure(record),
          });
      const gone = pairs.flatMap(({ present: row, proposed: record }) => (row && !record ? [row.id] : []));
      if (gone.length > 0)
        await sql`delete from app.records where company_id = ${companyId}::uuid and id = any(${gone}::uuid[])`.execute(
          trx,
        );
      await insertRecords(trx, {
        companyId,
        records: pairs.flatMap(({ present: row, proposed: record }) =>
          !row && record ? [{ ...record, position: found.indexOf(record), confirmed: isSure(record) }] : [],
        ),
      });
      outcomes.add('kept');
      continue;
    }
    const rows = pairs.flatMap(({ present: row }) => row ?? []);
    if (compareRecords(rows, found).length === 0) {
      outcomes.add('unchanged');
      continue;
    }
    const { readingId } = pages.find((page) => page.captureId === captureId) ?? pages[0]!;
    const stored = found.map(({ captureId: _, readingId: __, ...record }) => record);
    await sql`
      insert into app.record_proposals (company_id, capture_id, reading_id, records)
      values (${companyId}::uuid, ${captureId}::uuid, ${readingId}::uuid, ${JSON.stringify(stored)}::jsonb)`.execute(
      trx,
    );
    outcomes.add('proposed');
  }
  return outcomes.has('proposed')
    ? 'proposed'
    : outcomes.has('unchanged') && !outcomes.has('kept')
      ? 'unchanged'
      : 'kept';
}

/** A record nobody has worked on, as a new reading has it: what it says now waits until the rule has looked at it again. */
async function renewRecord(
  trx: Trx,
  companyId: string,
  row: RecordRow,
  { record, position, isSure }: { record: Placed; position: number; isSure: boolean },
): Promise<void> {
  const isSame =
    isDeepStrictEqual(row.fields, record.fields) &&
    row.plugin_version === record.pluginVersion &&
    (row.state === 'confirmed') === isSure;
  const changed = isSame
    ? sql``
    : sql`, plugin_version = ${record.pluginVersion}, fields = ${JSON.stringify(record.fields)}::jsonb,
        original_fields = ${JSON.stringify(record.fields)}::jsonb, state = 'needs_review', ${unconfirmed},
        revision = revision + 1, read_revision = revision + 1, updated_at = now()`;
  await sql`
    update app.records r set capture_id = ${record.captureId}::uuid, reading_id = ${record.readingId}::uuid, position = ${position},
      confidence = ${record.confidence}, also_read = ${JSON.stringify(record.alsoRead ?? [])}::jsonb, captured_at = (
        select c.created_at from app.captures c where c.company_id = r.company_id and c.id = ${record.captureId}::uuid) ${changed}
    where r.company_id = ${companyId}::uuid and r.id = ${row.id}::uuid`.execute(trx);
  if (!isSame) await settleRecords(trx, companyId, { ids: [row.id], sure: isSure ? [row.id] : [] });
}

async function keepRuns(
  trx: Trx,
  companyId: string,
  documentId: string,
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
    select ${companyId}::uuid, ${documentId}::uuid, r.plugin_id, r.version, r.failure_code, r.failure_detail, r.record_count, r.duration_ms
    from jsonb_to_recordset(${toStorableJson(rows)}::jsonb)
      as r (plugin_id text, version text, failure_code text, failure_detail text, record_count int, duration_ms real)`.execute(
    trx,
  );
}

/** What did not run this time, in the place of what did not run the time before; kept with the document's first page. */
async function keepNotRun(
  trx: Trx,
  companyId: string,
  documentId: string,
  notRun: readonly { pluginId: string; version: string; code: string; detail: string }[],
): Promise<void> {
  await sql`
    delete from app.readers_not_run n using app.captures c
    where n.company_id = ${companyId}::uuid and c.company_id = n.company_id and c.id = n.capture_id
      and c.document_id = ${documentId}::uuid`.execute(trx);
  if (notRun.length === 0) return;
  await sql`
    insert into app.readers_not_run (company_id, capture_id, plugin_id, version, code, detail)
    select ${companyId}::uuid, ${documentId}::uuid, n.plugin_id, n.version, n.code, n.detail
    from unnest(${notRun.map(({ pluginId }) => pluginId)}::text[], ${notRun.map(({ version }) => version)}::text[],
      ${notRun.map(({ code }) => code)}::text[], ${notRun.map(({ detail }) => detail)}::text[])
      as n (plugin_id, version, code, detail)`.execute(trx);
}
