import type { DB } from '@readout/database';
import { checkedFields } from '@readout/plugin-kit/host-checks';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { findField, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demandChange } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { checkRecords } from './check-records.ts';
import { enteredField, parseTyped, pickedField } from './edit-fields.ts';
import { findPicked, type Sighting } from './find-picked.ts';
import { type RecordRow, recordColumns, toRecordDetail } from './record-rows.ts';
import { findDeclaredType, type NamedType } from './record-types.ts';
import { refreshDocuments } from './refresh-documents.ts';
import { refreshTitle } from './refresh-title.ts';
import type { Picked, RecordDetail, RecordField } from './rules.ts';

const maxAdded = 200;
/** Behind what plugins make of a page, however often it is read again. */
const firstPosition = 10_000;

/**
 * Adds a record to a page that was read, in review, with what a person or program entered. Reading the page again leaves
 * it as it is.
 * @throws AppError `capture.not_found`, `capture.not_read`, `record.unknown_type`, `record.unknown_field`,
 * `record.invalid_value`, `record.place_gone`, `record.too_many`
 */
export async function addRecord(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    captureId,
    as,
    values,
    picked = {},
  }: {
    scope: Scope;
    captureId: string;
    as: NamedType;
    values: Record<string, unknown>;
    picked?: Record<string, Picked>;
  },
): Promise<RecordDetail> {
  const reach = demandChange(scope, 'records.edit');
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const { documentId, readingId } = await lockReadPage(trx, scope, captureId, reach);
    const { plugin, version, type, recordType } = await findDeclaredType(trx, plugins, companyId, as);
    const entered: Record<string, RecordField> = {};
    const sightings: Record<string, Sighting> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = findField(recordType, name);
      if (!field) throw new AppError('record.unknown_field', { field: name.slice(0, 60) });
      const parsed = parseTyped(field, name, value);
      if (parsed === null) continue;
      const place = Object.hasOwn(picked, name) ? picked[name] : undefined;
      const sighting = place && (await findPicked(trx, companyId, captureId, place));
      if (sighting) sightings[name] = sighting;
      entered[name] = sighting ? pickedField(parsed, sighting) : enteredField(parsed);
    }
    const fields = checkedFields(entered, {}, recordType?.fields ?? []);
    const { rows } = await sql<RecordRow>`
      insert into app.records as r (company_id, capture_id, reading_id, plugin_id, plugin_version, type, position,
        confidence, fields, original_fields, added_by)
      select ${companyId}::uuid, ${captureId}::uuid, ${readingId}::uuid, ${plugin}, ${version}, ${type},
        ${firstPosition} + count(*), 1, ${JSON.stringify(fields)}::jsonb, '{}', ${actor.userId}::uuid
      from app.records where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and added_by is not null
      having count(*) < ${maxAdded}
      returning ${recordColumns}`.execute(trx);
    const row = rows[0];
    if (!row) throw new AppError('record.too_many', { max: maxAdded });
    await sql`
      insert into app.record_edits (company_id, record_id, field, from_value, to_value, picked, edited_by)
      select ${companyId}::uuid, ${row.id}::uuid, f.key, 'null', f.value->'value',
        ${JSON.stringify(sightings)}::jsonb->f.key, ${actor.userId}::uuid
      from jsonb_each(${JSON.stringify(fields)}::jsonb) as f`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'record.added',
      subjectType: 'record',
      subjectId: row.id,
      detail: { type, captureId },
    });
    const checks = await checkRecords(trx, companyId, [row.id]);
    await refreshTitle(trx, plugins, { companyId, captureId });
    await refreshDocuments(trx, companyId, [documentId]);
    return toRecordDetail(trx, { ...row, company_checks: checks.get(row.id) ?? [] }, scope);
  });
}

/** @throws AppError `capture.not_found`, the same for what the actor may not see; `capture.not_read` */
async function lockReadPage(
  trx: Trx,
  { companyId, actor }: Scope,
  captureId: string,
  reach: 'all' | 'own',
): Promise<{ documentId: string; readingId: string }> {
  // The document, as what keeps a reading does.
  const { rows } = await sql<{ document_id: string; reading_id: string | null }>`
    select c.document_id, (select g.id from app.readings g where g.company_id = c.company_id and g.capture_id = c.id
      order by g.created_at desc limit 1) as reading_id
    from app.captures c join app.captures d on d.company_id = c.company_id and d.id = c.document_id
    where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid and d.trashed_at is null
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
    for update of d`.execute(trx);
  const [page] = rows;
  if (!page) throw new AppError('capture.not_found');
  if (!page.reading_id) throw new AppError('capture.not_read');
  return { documentId: page.document_id, readingId: page.reading_id };
}
