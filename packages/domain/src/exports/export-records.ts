import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { captureConditions } from '../captures/capture-conditions.ts';
import { keepsLocation } from '../captures/capture-location.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { wasExportedBy } from '../records/was-exported.ts';
import { writeCsv } from './export-csv.ts';
import { writeJson } from './export-json.ts';
import {
  type ExportedRow,
  type ExportedType,
  type ExportTable,
  exportTable,
  fieldsOf,
  isByRate,
} from './export-table.ts';
import { writeXlsx } from './export-xlsx.ts';
import type { ExportProfile } from './profiles/rules.ts';
import { type ExportShape, type FileFormat, isBooking } from './rules.ts';
import { writeBookings } from './write-bookings.ts';

const rowsPerBatch = 500;
const writers = { csv: writeCsv, xlsx: writeXlsx, json: writeJson };

export interface ExportDeps {
  db: Kysely<DB>;
  plugins: PluginCatalogue;
}

type ExportedTypeRow = ExportedType & { records: number };

export interface ExportInput {
  scope: Scope;
  filter: CaptureFilter;
  format: FileFormat;
  shape: ExportShape;
  /** Its columns, where it is exported with one. */
  profile?: ExportProfile | null;
}

/** Rates of tax that have columns of their own. */
const maxRates = 12;

/**
 * The records of one type of every capture the filter names, as a file that is made while it is sent: memory holds one
 * batch of rows, whatever the size of the whole. Newest capture first. Each batch is a transaction of its
 * own; what comes in meanwhile is not part of it. JSON, which has no columns, can hold several types.
 * @throws AppError `export.unknown_format`, `export.one_table`, `export.several_types`, `role.not_allowed`
 */
export async function exportRecords(
  { db, plugins }: ExportDeps,
  { scope, ...asked }: { scope: Scope } & ExportInput,
): Promise<AsyncIterable<Uint8Array>> {
  const input = { scope, ...asked };
  demandExport(input);
  const { table, ...made } = await inScope(db, scope, async (trx) => {
    const { types, filter } = await noteExport(trx, input);
    return { filter, ...(await tableOf({ plugins }, trx, { ...input, filter }, types)) };
  });
  return write(input, table, readRows(db, { ...input, ...made }));
}

/** Told of each batch, in the transaction that read it. */
type OnRows = (rows: readonly ExportedRow[], trx: Trx) => Promise<void> | void;

/** The same for an export that was noted when it was asked for. */
export async function writeNotedExport(
  { db, plugins }: ExportDeps,
  { onRows, ...input }: ExportInput & { onRows: OnRows },
): Promise<AsyncIterable<Uint8Array>> {
  const { table, ...made } = await inScope(db, input.scope, async (trx) =>
    tableOf({ plugins }, trx, input, await listExportedTypes(trx, input)),
  );
  return write(input, table, readRows(db, { ...input, ...made, onRows }));
}

function write(
  { format, profile }: Pick<ExportInput, 'format' | 'profile'>,
  table: ExportTable,
  rows: AsyncIterable<ExportedRow[]>,
): AsyncIterable<Uint8Array> {
  if (!isBooking(format)) return writers[format](table, rows);
  return writeBookings(profile!, { label: profile!.name, now: new Date() }, rows);
}

/** @throws AppError `export.unknown_format`, `export.one_table`, `role.not_allowed` */
export function demandExport({ scope, format, shape, profile }: Omit<ExportInput, 'filter'>): void {
  demand(scope, 'records.export');
  const isKnown = isBooking(format) ? profile?.[format] : Object.hasOwn(writers, format);
  if (!isKnown) throw new AppError('export.unknown_format');
  if (shape.items === 'sheet' && format === 'csv') throw new AppError('export.one_table');
}

/**
 * Writes down in the company's list who exports what.
 * @returns the filter narrowed to the one type of a table: another one may come in before it is written
 * @throws AppError `export.several_types`
 */
export async function noteExport(
  trx: Trx,
  input: ExportInput,
): Promise<{ types: readonly ExportedTypeRow[]; filter: CaptureFilter }> {
  const { scope, filter, format, shape } = input;
  const types = await listExportedTypes(trx, input);
  const names = [...new Set(types.map(({ type }) => type))];
  if (format !== 'json' && names.length > 1)
    throw new AppError('export.several_types', { types: names.slice(0, maxNamed).join(', ') });
  await recordAuditEvent(trx, scope, {
    action: 'records.exported',
    subjectType: 'company',
    subjectId: scope.companyId,
    detail: {
      format,
      filter,
      ...(shape.records === 'all' ? { unconfirmed: true } : {}),
      ...(input.profile ? { profile: input.profile.name } : {}),
      ...(shape.again ? { again: true } : {}),
      records: types.reduce((sum, { records }) => sum + records, 0),
    },
  });
  const [type] = names;
  return { types, filter: format === 'json' || type === undefined ? filter : { ...filter, type } };
}

const maxNamed = 20;

type Wanted = Pick<ExportInput, 'scope' | 'filter' | 'profile'> & {
  shape: Pick<ExportShape, 'records' | 'again'>;
};

/** The records `r` on pages `p` of documents `c` that are wanted. */
export function wantedRecords({ scope, filter, shape, profile }: Wanted) {
  const { where, search } = captureConditions(scope, filter);
  const conditions = [
    where,
    ...(filter.type ? [sql`r.type = ${filter.type}`] : []),
    ...(filter.plugin ? [sql`r.plugin_id = ${filter.plugin}`] : []),
    ...(shape.records === 'confirmed' ? [sql`r.state = 'confirmed'`] : []),
    ...(profile && !shape.again ? [sql`not ${wasExportedBy(profile.id)}`] : []),
  ];
  const from = sql`app.captures c
    join app.captures p on p.company_id = c.company_id and p.document_id = c.id
    join app.records r on r.company_id = p.company_id and r.capture_id = p.id`;
  return { search, from, where: sql.join(conditions, sql` and `) };
}

async function listExportedTypes(trx: Trx, wanted: Wanted): Promise<ExportedTypeRow[]> {
  const { search, from, where } = wantedRecords(wanted);
  const { rows } = await sql<ExportedTypeRow>`
    ${search}
    select r.plugin_id, r.plugin_version, r.type, count(*)::int as records from ${from}
    where ${where} group by r.plugin_id, r.plugin_version, r.type
    order by r.plugin_id, r.type, max(r.created_at) desc`.execute(trx);
  return rows;
}

/** Rates of tax that the records have; none where there are more than a table should have columns for. */
async function listRates(trx: Trx, wanted: Wanted, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { search, from, where } = wantedRecords(wanted);
  const { rows } = await sql<{ rate: string }>`
    ${search}
    select distinct item ->> 'rate' as rate from ${from}
    cross join unnest(${names}::text[]) as f (name)
    cross join jsonb_array_elements(case when jsonb_typeof(r.fields #> array[f.name, 'value']) = 'array'
      then r.fields #> array[f.name, 'value'] else '[]' end) as item
    where ${where} and item ->> 'rate' ~ '^\d{1,3}(\.\d{1,3})?$'
    limit ${maxRates + 1}`.execute(trx);
  return rows.length > maxRates ? [] : rows.map(({ rate }) => rate).sort((a, b) => Number(a) - Number(b));
}

async function tableOf(
  { plugins }: Pick<ExportDeps, 'plugins'>,
  trx: Trx,
  input: ExportInput,
  types: readonly ExportedTypeRow[],
): Promise<{ table: ExportTable; withLocation: boolean }> {
  const { companyId } = input.scope;
  const { language, items } = input.shape;
  const versions = types.map((row) => ({ plugin: row.plugin_id, version: row.plugin_version }));
  const manifests = await plugins.manifests(trx, companyId, versions, { language });
  const withLocation = await keepsLocation(trx, companyId);
  const about = { manifests, makers: types, language, items, withLocation };
  const byRate = fieldsOf(about)
    .filter(isByRate)
    .map(({ name }) => name);
  const rates = await listRates(trx, input, byRate);
  return { table: exportTable({ ...about, rates, columns: input.profile?.columns }), withLocation };
}

async function* readRows(
  db: Kysely<DB>,
  { scope, withLocation, onRows, ...input }: ExportInput & { withLocation: boolean; onRows?: OnRows },
): AsyncGenerator<ExportedRow[]> {
  const { search, from, where } = wantedRecords({ scope, ...input });
  const has = (name: 'tags' | 'notes') => input.profile?.columns.some(({ source }) => source === `@${name}`);
  let after: { at: string; id: string; page: number; position: number; record: string } | undefined;
  for (;;) {
    const rows = await inScope(db, scope, async (trx) => {
      const result = await sql<ExportedRow & { at: string; page_number: number; position: number }>`
        ${search}
        select r.id, r.capture_id, c.id as document_id, c.file_name, p.page_number, c.source, c.created_at, c.created_at::text as at,
          r.plugin_id, r.plugin_version, r.type, r.state, r.rejected_reason, r.confidence, r.fields, r.position, r.confirmed_at, r.revision
          ${withLocation ? sql`, p.latitude, p.longitude` : sql``}
          ${has('tags') ? sql`, array(select tag from app.capture_tags t where t.company_id = c.company_id and t.capture_id = c.id order by key) as tags` : sql``}
          ${has('notes') ? sql`, array(select body from app.capture_notes n where n.company_id = c.company_id and n.capture_id = c.id and n.trashed_at is null order by written_at, id) as notes` : sql``}
        from ${from}
        where ${where}
          ${
            after
              ? sql`and (c.created_at, c.id) <= (${after.at}::timestamptz, ${after.id}::uuid)
                  and ((c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)
                    or (p.page_number, r.position, r.id) > (${after.page}::int, ${after.position}::int, ${after.record}::uuid))`
              : sql``
          }
        order by c.created_at desc, c.id desc, p.page_number, r.position, r.id
        limit ${rowsPerBatch}`.execute(trx);
      await onRows?.(result.rows, trx);
      return result.rows;
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerBatch) return;
    after = {
      at: last.at,
      id: last.document_id,
      page: last.page_number,
      position: last.position,
      record: last.id,
    };
  }
}
