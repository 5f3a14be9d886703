import type { FieldData, JsonValue } from '@readout/plugin-kit';
import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { findField, findRecordType, type Manifests, type RecordType } from '../plugins/plugin-catalogue.ts';
import { reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import { withoutOthers } from './company-checks.ts';
import type {
  CompanyCheck,
  RecordDetail,
  RecordFact,
  RecordField,
  RecordState,
  RecordSummary,
} from './rules.ts';

export interface RecordRow {
  id: string;
  capture_id: string;
  reading_id: string;
  plugin_id: string;
  plugin_version: string;
  type: string;
  position: number;
  state: RecordState;
  rejected_reason: string | null;
  confidence: number;
  fields: Record<string, RecordField>;
  original_fields: Record<string, FieldData>;
  assigned_to: string | null;
  added_by: string | null;
  /** `plugin type` of the reading, where a person made it one of another type. */
  read_as: string | null;
  company_checks: CompanyCheck[];
  needs_second_person: boolean;
  first_confirmed_by: string | null;
  first_confirmed_at: Date | null;
  revision: number;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A record, who captured its picture and the document that picture belongs to. */
export type RecordRowInContext = RecordRow & { created_by: string; document_id: string };

/** Nobody stands for it any more: its values changed, or it was put back. */
export const unconfirmed = sql`confirmed_by = null, confirmed_at = null, first_confirmed_by = null, first_confirmed_at = null`;

/** Whether two people have to confirm a record `r`: its total is larger than its company allows one alone. */
export const needsSecondPerson = sql`coalesce(abs(r.total) > (
  select s.second_person_above from app.company_settings s where s.company_id = r.company_id), false)`;

export const recordColumns = sql`r.id, r.capture_id, r.reading_id, r.plugin_id, r.plugin_version, r.type, r.position, r.state,
  r.rejected_reason, r.confidence, r.fields, r.original_fields, r.assigned_to, r.revision, r.confirmed_by, r.confirmed_at,
  r.added_by, r.read_as, coalesce(r.company_checks, '[]') as company_checks, r.first_confirmed_by, r.first_confirmed_at,
  ${needsSecondPerson} as needs_second_person, r.created_at, r.updated_at`;

/**
 * The record, locked until the transaction ends, after its document, in the order in which bulk actions lock them.
 * @throws AppError `record.not_found`, the same for what is not there and what the actor may not see
 */
export async function lockRecord(
  trx: Trx,
  { companyId, actor }: Scope,
  recordId: string,
  reach: 'all' | 'own',
): Promise<RecordRowInContext> {
  await sql`
    select d.id from app.captures d
    where d.company_id = ${companyId}::uuid and d.id = (
      select c.document_id from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid)
    for no key update of d`.execute(trx);
  const { rows } = await sql<RecordRowInContext>`
    select ${recordColumns}, c.created_by, c.document_id
    from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
    where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
    for update of r`.execute(trx);
  const row = rows[0];
  if (!row) throw recordNotFound();
  return row;
}

export function recordNotFound(): AppError {
  return new AppError('record.not_found');
}

/** @param scope - who sees them: of records of others an operator is not told; absent: all of it is seen */
export async function toRecordDetails(
  trx: Trx,
  rows: readonly RecordRow[],
  scope?: Scope,
): Promise<RecordDetail[]> {
  const seesOthers = !scope || reachOf(scope.actor, 'records.see') === 'all';
  const nameOf = await findNames(
    trx,
    rows.flatMap((row) => [row.assigned_to, row.confirmed_by, row.first_confirmed_by, row.added_by]),
  );
  return rows.map((row) => ({
    id: row.id,
    captureId: row.capture_id,
    readingId: row.reading_id,
    plugin: row.plugin_id,
    pluginVersion: row.plugin_version,
    type: row.type,
    state: row.state,
    rejectedReason: row.rejected_reason,
    confidence: row.confidence,
    fields: row.fields,
    originalFields: row.original_fields,
    companyChecks: seesOthers ? row.company_checks : row.company_checks.map(withoutOthers),
    needsSecondPerson: row.needs_second_person,
    confirmations: (row.first_confirmed_by === null ? 0 : 1) + (row.state === 'confirmed' ? 1 : 0),
    firstConfirmedBy:
      row.first_confirmed_by === null
        ? null
        : { id: row.first_confirmed_by, name: nameOf(row.first_confirmed_by) },
    firstConfirmedAt: row.first_confirmed_at?.toISOString() ?? null,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: nameOf(row.assigned_to) },
    revision: row.revision,
    confirmedBy: row.confirmed_by === null ? null : { id: row.confirmed_by, name: nameOf(row.confirmed_by) },
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    addedBy: row.added_by === null ? null : { id: row.added_by, name: nameOf(row.added_by) },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

export async function toRecordDetail(trx: Trx, row: RecordRow, scope?: Scope): Promise<RecordDetail> {
  const [detail] = await toRecordDetails(trx, [row], scope);
  return detail!;
}

const maxTitleLength = 80;
const maxFacts = 3;

/** A value as one line of at most `maxLength`; undefined where the record says nothing there. */
export function factOf(
  recordType: RecordType | undefined,
  fields: Readonly<Record<string, Pick<RecordField, 'value'>>>,
  name: string,
  maxLength: number,
): RecordFact | undefined {
  const value = fields[name]?.value;
  const text = value === undefined ? '' : shorten(toText(value), maxLength);
  const field = findField(recordType, name);
  return text === ''
    ? undefined
    : { label: field?.label ?? name, value: text, type: field?.type ?? null, rows: rowsOf(value) };
}

/** A record as it stands in a list: the title field of its type and up to three others. */
export function summariseRecord(
  manifests: Manifests,
  record: {
    id: string;
    plugin: string;
    pluginVersion: string;
    type: string;
    state: RecordState;
    confidence: number;
    fields: Record<string, RecordField>;
    companyChecks?: readonly CompanyCheck[];
  },
): RecordSummary {
  const recordType = findRecordType(manifests, {
    plugin: record.plugin,
    version: record.pluginVersion,
    type: record.type,
  });
  const titleField = recordType?.title ?? Object.keys(record.fields)[0];
  const inOrder =
    recordType?.facts ?? recordType?.fields.map((field) => field.name) ?? Object.keys(record.fields);
  const facts = inOrder
    .filter((name) => name !== titleField)
    .flatMap((name) => factOf(recordType, record.fields, name, 40) ?? []);
  return {
    id: record.id,
    plugin: record.plugin,
    type: record.type,
    state: record.state,
    confidence: record.confidence,
    title: shorten(titleOf((titleField && record.fields[titleField]?.value) ?? ''), maxTitleLength),
    titleType: (titleField && findField(recordType, titleField)?.type) || null,
    facts: facts.slice(0, maxFacts),
    failedChecks: Object.values(record.fields).reduce(
      (count, field) => count + field.checks.filter((check) => !check.passed).length,
      record.companyChecks?.length ?? 0,
    ),
  };
}

const isPlain = (value: JsonValue): boolean => typeof value !== 'object' || value === null;
const rowsOf = (value: JsonValue | undefined): number | null =>
  Array.isArray(value) && !value.every(isPlain) ? value.length : null;

/** A list is called what its first row says. */
function titleOf(value: JsonValue): string {
  const first = Array.isArray(value) ? value[0] : undefined;
  return first && typeof first === 'object' && !Array.isArray(first)
    ? Object.values(first).map(toText).filter(Boolean).join(' ')
    : toText(value);
}

/** A value as one line of text; lists show how many rows they have. */
export function toText(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return value.map(toText).filter(Boolean).join(', ');
    return `${value.length} ${value.length === 1 ? 'row' : 'rows'}`;
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => `${key} ${toText(item)}`)
      .join(', ');
  return String(value).replaceAll(/\s+/g, ' ').trim();
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}
