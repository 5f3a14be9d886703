import { isDeepStrictEqual } from 'node:util';
import type { DB } from '@readout/database';
import type { JsonValue } from '@readout/plugin-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { refreshTitle } from '../captures/refresh-title.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { findField, findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { changeRecord, demandInReview } from './change-record.ts';
import { parseFieldValue } from './field-values.ts';
import type { RecordRowInContext } from './record-rows.ts';
import type { RecordDetail, RecordField } from './rules.ts';

/**
 * Puts a person's values in fields, all of them or none; `null` empties one. What the plugin read stays in
 * `originalFields`, who changed it from what to what in the history.
 * @throws AppError `record.unknown_field`, `record.invalid_value`, `record.not_in_review`, `record.changed_meanwhile`
 */
export async function editFields(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    recordId,
    revision,
    values,
  }: { scope: Scope; recordId: string; revision: number; values: Record<string, unknown> },
): Promise<RecordDetail> {
  const input = { scope, recordId, revision, action: 'records.edit' } as const;
  const change = async (trx: Trx, row: RecordRowInContext) => {
    demandInReview(row);
    const made = { plugin: row.plugin_id, version: row.plugin_version };
    const manifests = await plugins.manifests(trx, scope.companyId, [made]);
    const recordType = findRecordType(manifests, { ...made, type: row.type });
    const changed: [field: string, now: RecordField][] = [];
    for (const [field, value] of Object.entries(values)) {
      const declared = findField(recordType, field);
      const present = Object.hasOwn(row.fields, field) ? row.fields[field] : undefined;
      const original = Object.hasOwn(row.original_fields, field) ? row.original_fields[field] : undefined;
      if (!declared && !present) throw new AppError('record.unknown_field', { field: field.slice(0, 60) });
      // A code that was read with its spaces keeps those that are typed.
      const isSpaced = typeof original?.value === 'string' && /\S\s\S/.test(original.value);
      const parsed = parseFieldValue(declared?.type, declared?.label ?? field, value, { isSpaced });
      if (isDeepStrictEqual(present?.value ?? null, parsed)) continue;
      changed.push([field, withValue(present, original, parsed)]);
      await sql`
        insert into app.record_edits (company_id, record_id, field, from_value, to_value, edited_by)
        values (${scope.companyId}::uuid, ${recordId}::uuid, ${field}, ${JSON.stringify(present?.value ?? null)}::jsonb,
          ${JSON.stringify(parsed)}::jsonb, ${scope.actor.userId}::uuid)`.execute(trx);
      await recordAuditEvent(trx, scope, {
        action: 'record.edited',
        subjectType: 'record',
        subjectId: recordId,
        detail: { field },
      });
    }
    const now: RawBuilder<unknown> = sql`fields = r.fields || ${JSON.stringify(Object.fromEntries(changed))}::jsonb`;
    return now;
  };
  return changeRecord(db, input, change, (trx, { capture_id: captureId }) =>
    refreshTitle(trx, plugins, { companyId: scope.companyId, captureId }),
  );
}

/** Back at the value that was read, the field is as it was read; else its checks were of another value. */
function withValue(
  present: RecordField | undefined,
  original: RecordField | undefined,
  value: JsonValue,
): RecordField {
  if (original && isDeepStrictEqual(original.value, value)) return original;
  return {
    raw: present?.raw ?? '',
    confidence: present?.confidence ?? 1,
    evidence: present?.evidence ?? [],
    value,
    checks: [],
    edited: true,
  };
}
