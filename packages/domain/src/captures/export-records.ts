import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { captureConditions } from './capture-conditions.ts';
import { keepsLocation } from './capture-location.ts';
import { writeCsv } from './export-csv.ts';
import { writeJson } from './export-json.ts';
import { type ExportColumn, type ExportedRow, exportColumns } from './export-rows.ts';
import { writeXlsx } from './export-xlsx.ts';
import type { CaptureFilter } from './rules.ts';

export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
  json: { mediaType: 'application/json', ending: 'json' },
} as const;
export type ExportFormat = keyof typeof exportFormats;

const rowsPerBatch = 500;
const writers = { csv: writeCsv, xlsx: writeXlsx, json: writeJson };

export interface ExportDeps {
  db: Kysely<DB>;
  plugins: PluginCatalogue;
}

export interface ExportInput {
  scope: Scope;
  filter: CaptureFilter;
  format: ExportFormat;
}

interface ExportedType {
  plugin_id: string;
  plugin_version: string;
  type: string;
  records: number;
}

/**
 * The records of every capture the filter names, as a file that is made while it is sent: memory holds one
 * batch of rows, whatever the size of the whole. Newest capture first. Each batch is a transaction of its
 * own; what comes in meanwhile is not part of it.
 * @throws AppError `export.unknown_format`, `role.not_allowed`
 */
export async function exportRecords(
  { db, plugins }: ExportDeps,
  { scope, filter, format }: { scope: Scope; filter: CaptureFilter; format: ExportFormat },
): Promise<AsyncIterable<Uint8Array>> {
  demandExport({ scope, format });
  const columns = await inScope(db, scope, async (trx) => {
    const types = await noteExport(trx, { scope, filter, format });
    return columnsOf({ plugins }, trx, scope, types);
  });
  return writers[format](columns.columns, readRows(db, { scope, filter, ...columns }));
}

/** The same for an export that was noted when it was asked for. `onRows`: told of each batch. */
export async function writeNotedExport(
  { db, plugins }: ExportDeps,
  { scope, filter, format, onRows }: ExportInput & { onRows(count: number): void },
): Promise<AsyncIterable<Uint8Array>> {
  const columns = await inScope(db, scope, async (trx) =>
    columnsOf({ plugins }, trx, scope, await listExportedTypes(trx, { scope, filter })),
  );
  return writers[format](columns.columns, readRows(db, { scope, filter, ...columns, onRows }));
}

/** @throws AppError `export.unknown_format`, `role.not_allowed` */
export function demandExport({ scope, format }: Pick<ExportInput, 'scope' | 'format'>): void {
  demand(scope, 'records.export');
  if (!Object.hasOwn(writers, format)) throw new AppError('export.unknown_format');
}

/** Writes down in the company's list who exports what. */
export async function noteExport(
  trx: Trx,
  { scope, filter, format }: ExportInput,
): Promise<readonly ExportedType[]> {
  const types = await listExportedTypes(trx, { scope, filter });
  await recordAuditEvent(trx, scope, {
    action: 'records.exported',
    subjectType: 'company',
    subjectId: scope.companyId,
    detail: { format, filter, records: types.reduce((sum, { records }) => sum + records, 0) },
  });
  return types;
}

async function listExportedTypes(
  trx: Trx,
  { scope, filter }: Pick<ExportInput, 'scope' | 'filter'>,
): Promise<ExportedType[]> {
  const { where, search } = captureConditions(scope, filter);
  const { rows } = await sql<ExportedType>`
    ${search}
    select r.plugin_id, r.plugin_version, r.type, count(*)::int as records from app.captures c
    join app.captures p on p.company_id = c.company_id and p.document_id = c.id
    join app.records r on r.company_id = p.company_id and r.capture_id = p.id
    where ${where} group by r.plugin_id, r.plugin_version, r.type
    order by r.plugin_id, r.type, max(r.created_at) desc`.execute(trx);
  return rows;
}

async function columnsOf(
  { plugins }: Pick<ExportDeps, 'plugins'>,
  trx: Trx,
  { companyId }: Scope,
  types: readonly ExportedType[],
): Promise<{ columns: ExportColumn[]; withLocation: boolean }> {
  const makers = types.map((row) => ({ plugin: row.plugin_id, version: row.plugin_version }));
  // Programs read them, in whatever language a person asks.
  const manifests = await plugins.manifests(trx, companyId, makers, { language: 'en' });
  const withLocation = await keepsLocation(trx, companyId);
  return { columns: exportColumns(manifests, [...types], withLocation), withLocation };
}

async function* readRows(
  db: Kysely<DB>,
  {
    scope,
    filter,
    withLocation,
    onRows,
  }: { scope: Scope; filter: CaptureFilter; withLocation: boolean; onRows?: (count: number) => void },
): AsyncGenerator<ExportedRow[]> {
  const { where, search } = captureConditions(scope, filter);
  let after: { at: string; id: string; page: number; position: number; record: string } | undefined;
  for (;;) {
    const rows = await inScope(db, scope, async (trx) => {
      const result = await sql<ExportedRow & { at: string; page_number: number; position: number }>`
        ${search}
        select r.id, r.capture_id, c.id as document_id, c.file_name, p.page_number, c.source, c.created_at, c.created_at::text as at,
          r.plugin_id, r.plugin_version, r.type, r.state, r.rejected_reason, r.confidence, r.fields, r.position, r.confirmed_at
          ${withLocation ? sql`, p.latitude, p.longitude` : sql``}
        from app.captures c
        join app.captures p on p.company_id = c.company_id and p.document_id = c.id
        join app.records r on r.company_id = p.company_id and r.capture_id = p.id
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
      return result.rows;
    });
    onRows?.(rows.length);
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
