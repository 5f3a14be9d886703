import type { JsonValue } from '@readout/plugin-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';
import { findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { factOf, summariseRecord } from '../records/record-rows.ts';
import type { CompanyCheck, RecordState, RecordSummary } from '../records/rules.ts';
import { findNames } from '../users/find-names.ts';
import type { CaptureListItem, CaptureSource, CaptureState, SortedBy } from './rules.ts';

export interface CaptureRow {
  id: string;
  document_id: string;
  page_number: number;
  page_count: number;
  state: CaptureState;
  failure_code: string | null;
  failure_detail: string | null;
  failure_values: Record<string, number> | null;
  archived_at: Date | null;
  trashed_at: Date | null;
  source: CaptureSource;
  sha256: string;
  file_name: string;
  media_type: string;
  byte_size: number;
  width: number | null;
  height: number | null;
  duplicate_of: string | null;
  title: string | null;
  record_count: number;
  review_count: number;
  assigned_to: string | null;
  sorted_by: SortedBy;
  revision: number;
  created_by: string;
  created_at: Date;
  /** `created_at` as text, with its microseconds: a cursor needs them. */
  at: string;
}

export const captureColumns = sql`c.id, c.document_id, c.page_number, c.page_count, c.state, c.failure_code, c.failure_detail,
  c.failure_values, c.archived_at, c.trashed_at, c.source, c.sha256, c.file_name, c.media_type, c.byte_size, c.width, c.height, c.duplicate_of,
  c.title, c.record_count, c.review_count, c.assigned_to, c.revision, c.created_by, c.created_at, c.created_at::text as at,
  json_build_object('date', c.document_date, 'amount', c.total, 'merchant', c.party, 'confidence', c.confidence) as sorted_by`;

/** List items of documents (rows of first pages), with their best three records in one further query. */
export async function toListItems(
  trx: Trx,
  { companyId }: Scope,
  plugins: PluginCatalogue,
  rows: readonly CaptureRow[],
): Promise<CaptureListItem[]> {
  if (rows.length === 0) return [];
  const [records, nameOf] = [
    await findSummaries(
      trx,
      companyId,
      plugins,
      rows.filter((row) => row.record_count > 0).map((row) => row.id),
    ),
    await findNames(
      trx,
      rows.flatMap((row) => [row.created_by, row.assigned_to]),
    ),
  ];
  const said = await findTagsAndNotes(
    trx,
    companyId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    title: row.title,
    state: row.state,
    failureCode: row.failure_code,
    source: row.source,
    pageCount: row.page_count,
    width: row.width,
    height: row.height,
    duplicateOf: row.duplicate_of,
    recordCount: row.record_count,
    reviewCount: row.review_count,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: nameOf(row.assigned_to) },
    createdBy: { id: row.created_by, name: nameOf(row.created_by) },
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    trashedAt: row.trashed_at?.toISOString() ?? null,
    revision: row.revision,
    records: records.get(row.id) ?? [],
    tags: said.get(row.id)?.tags ?? [],
    noteCount: said.get(row.id)?.notes ?? 0,
    sortedBy: row.sorted_by,
  }));
}

async function findTagsAndNotes(
  trx: Trx,
  companyId: string,
  documentIds: string[],
): Promise<Map<string, { tags: string[]; notes: number }>> {
  const { rows } = await sql<{ id: string; tags: string[]; notes: number }>`
    select d.id, t.tags, n.notes
    from unnest(${documentIds}::uuid[]) as d (id)
    cross join lateral (
      select coalesce(array_agg(tag order by key), '{}') as tags from app.capture_tags
      where company_id = ${companyId}::uuid and capture_id = d.id) t
    cross join lateral (
      select count(*)::int as notes from app.capture_notes
      where company_id = ${companyId}::uuid and capture_id = d.id and trashed_at is null) n
    where cardinality(t.tags) > 0 or n.notes > 0`.execute(trx);
  return new Map(rows.map(({ id, tags, notes }) => [id, { tags, notes }]));
}

const summariesPerCapture = 3;

async function findSummaries(
  trx: Trx,
  companyId: string,
  plugins: PluginCatalogue,
  documentIds: string[],
): Promise<Map<string, RecordSummary[]>> {
  const byDocument = new Map<string, RecordSummary[]>();
  if (documentIds.length === 0) return byDocument;
  const { rows } = await sql<{
    document_id: string;
    id: string;
    plugin_id: string;
    plugin_version: string;
    type: string;
    state: RecordState;
    confidence: number;
    fields: Parameters<typeof summariseRecord>[1]['fields'];
    companyChecks: CompanyCheck[];
  }>`
    select d.id as document_id, r.id, r.plugin_id, r.plugin_version, r.type, r.state, r.confidence, r.fields,
      r.company_checks as "companyChecks"
    from unnest(${documentIds}::uuid[]) as d (id)
    cross join lateral (
      select r.* from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      where p.company_id = ${companyId}::uuid and p.document_id = d.id
      order by p.page_number, r.position limit ${summariesPerCapture}
    ) r`.execute(trx);
  const makers = rows.map((row) => ({ plugin: row.plugin_id, version: row.plugin_version }));
  const manifests = await plugins.manifests(trx, companyId, makers);
  for (const { document_id, ...row } of rows) {
    const summaries = byDocument.get(document_id) ?? [];
    summaries.push(
      summariseRecord(manifests, { ...row, plugin: row.plugin_id, pluginVersion: row.plugin_version }),
    );
    byDocument.set(document_id, summaries);
  }
  return byDocument;
}

const maxValueLength = 120;

/** What is asked for of each document: fields, and conditions on the record `r` that is meant rather than others. */
export interface AskedValues {
  fields: readonly string[];
  meant: readonly RawBuilder<unknown>[];
}

/** Of each document the values of one record in the fields that were asked for. */
export async function findValues(
  trx: Trx,
  { companyId }: Scope,
  plugins: PluginCatalogue,
  { documentIds, fields, meant }: AskedValues & { documentIds: readonly string[] },
): Promise<(documentId: string) => NonNullable<CaptureListItem['values']>> {
  // PostgreSQL orders by no constant, but by an expression of some.
  const isMeant = sql<boolean>`(true and ${sql.join([sql`true`, ...meant], sql` and `)})`;
  const { rows } = await sql<{
    document_id: string;
    plugin: string;
    version: string;
    type: string;
    values: Record<string, { value: JsonValue }> | null;
  }>`
    select d.id as document_id, r.plugin_id as plugin, r.plugin_version as version, r.type,
      (select jsonb_object_agg(f.key, f.value) from jsonb_each(r.fields) as f (key, value)
        where f.key = any(${[...fields]}::text[])) as values
    from unnest(${[...documentIds]}::uuid[]) as d (id)
    cross join lateral (
      select r.* from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      where p.company_id = ${companyId}::uuid and p.document_id = d.id
      order by ${isMeant} desc, r.fields ?| ${[...fields]}::text[] desc, r.state = 'rejected', p.page_number, r.position limit 1
    ) r`.execute(trx);
  const manifests = await plugins.manifests(trx, companyId, rows);
  const byDocument = new Map(rows.map((row) => [row.document_id, row]));
  return (documentId) => {
    const row = byDocument.get(documentId);
    const recordType = row && findRecordType(manifests, row);
    return Object.fromEntries(
      fields.map((name) => [
        name,
        (row?.values && factOf(recordType, row.values, name, maxValueLength)) ?? null,
      ]),
    );
  };
}
