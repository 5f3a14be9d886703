import { isDeepStrictEqual } from 'node:util';
import type { DB } from '@readout/database';
import type { JsonValue } from '@readout/plugin-kit';
import { checkedFields } from '@readout/plugin-kit/host-checks';
import type { ManifestField } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { findField, findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { changeRecord, demandInReview } from './change-record.ts';
import { fieldOfSameMeaning } from './field-meanings.ts';
import { parseFieldValue } from './field-values.ts';
import { findPicked, type Sighting } from './find-picked.ts';
import { type RecordRowInContext, unconfirmed } from './record-rows.ts';
import { type DeclaredType, findDeclaredType, type NamedType } from './record-types.ts';
import { refreshTitle } from './refresh-title.ts';
import type { Picked, RecordDetail, RecordField } from './rules.ts';

type Fields = Record<string, RecordField>;

/**
 * Puts a person's values in fields, all of them or none; `null` empties one. The host makes its checks again. What the plugin
 * read stays in `originalFields`, who changed it from what to what in the history.
 * @param picked - where on the picture values were picked, by field; null: no longer where it was picked
 * @param as - the type the record is of from now on: it keeps what this type has fields for, too
 * @throws AppError `record.unknown_type`, `record.unknown_field`, `record.invalid_value`, `record.place_gone`,
 * `record.not_in_review`, `record.changed_meanwhile`
 */
export async function editFields(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    recordId,
    revision,
    values,
    picked = {},
    as,
  }: {
    scope: Scope;
    recordId: string;
    revision: number;
    values: Record<string, unknown>;
    picked?: Record<string, Picked | null>;
    as?: NamedType;
  },
): Promise<RecordDetail> {
  const input = { scope, recordId, revision, action: 'records.edit' } as const;
  const change = async (trx: Trx, row: RecordRowInContext) => {
    demandInReview(row);
    const declared = as
      ? await findDeclaredType(trx, plugins, scope.companyId, as, row.plugin_id)
      : await typeOf(trx, plugins, scope, row);
    const isOther = declared.plugin !== row.plugin_id || declared.type !== row.type;
    const sightings = new Map<string, Sighting>();
    const edited = isOther ? fieldsOf(declared, row.fields) : { ...row.fields };
    for (const [name, value] of Object.entries(values)) {
      const field = findField(declared.recordType, name);
      const present = ownField(edited, name);
      if (!field && !present) throw new AppError('record.unknown_field', { field: name.slice(0, 60) });
      const original = ownField(row.original_fields, name);
      const parsed = parseTyped(field, name, value, original);
      const place = Object.hasOwn(picked, name) ? picked[name] : undefined;
      if (place) {
        const sighting = await findPicked(trx, scope.companyId, row.capture_id, place);
        sightings.set(name, sighting);
        edited[name] = pickedField(parsed, sighting, present);
      } else if (!isDeepStrictEqual(present?.value ?? null, parsed))
        edited[name] = withValue(place === null ? original : present, original, parsed);
    }
    const fields = checkedFields(edited, row.original_fields, declared.recordType?.fields ?? []);
    await keepEdits(trx, scope, row, fields, sightings);
    const kept = sql`fields = ${JSON.stringify(fields)}::jsonb, ${unconfirmed}`;
    if (!isOther) return kept;
    await recordAuditEvent(trx, scope, {
      action: 'record.type_changed',
      subjectType: 'record',
      subjectId: recordId,
      detail: { from: row.type, to: declared.type },
    });
    const [was, is] = [`${row.plugin_id} ${row.type}`, `${declared.plugin} ${declared.type}`];
    const readAs = row.added_by === null ? (row.read_as ?? was) : null;
    return sql`${kept}, read_as = nullif(${readAs}::text, ${is}), plugin_id = ${declared.plugin},
      plugin_version = ${declared.version}, type = ${declared.type}`;
  };
  return changeRecord(db, input, change, (trx, { capture_id: captureId }) =>
    refreshTitle(trx, plugins, { companyId: scope.companyId, captureId }),
  );
}

/** The form in which a record holds what somebody typed. @throws AppError `record.invalid_value` */
export function parseTyped(
  field: ManifestField | undefined,
  name: string,
  value: unknown,
  original?: RecordField,
): JsonValue {
  // A code that was read with its spaces keeps those that are typed.
  const isSpaced = typeof original?.value === 'string' && /\S\s\S/.test(original.value);
  return parseFieldValue(field?.type, field?.label ?? name, value, { isSpaced });
}

/** As one is that nobody read. */
export const enteredField = (value: JsonValue, present?: RecordField): RecordField => ({
  raw: present?.raw ?? '',
  confidence: present?.confidence ?? 1,
  evidence: present?.evidence ?? [],
  value,
  checks: [],
  edited: true,
});

/** As one is that a person picked on the picture. A table keeps the places of its other rows. */
export const pickedField = (
  value: JsonValue,
  { evidence, raw, confidence }: Sighting,
  present?: RecordField,
): RecordField =>
  Array.isArray(value)
    ? enteredField(value, {
        ...(present ?? enteredField(value)),
        evidence: [
          ...(present?.evidence ?? []),
          ...evidence.filter((place) => !present?.evidence.some((known) => isDeepStrictEqual(known, place))),
        ],
      })
    : { ...enteredField(value), raw, confidence, evidence };

const ownField = (fields: Fields, name: string): RecordField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

async function typeOf(
  trx: Trx,
  plugins: PluginCatalogue,
  { companyId }: Scope,
  { plugin_id: plugin, plugin_version: version, type }: RecordRowInContext,
): Promise<DeclaredType> {
  const manifests = await plugins.manifests(trx, companyId, [{ plugin, version }]);
  return { plugin, version, type, recordType: findRecordType(manifests, { plugin, version, type }) };
}

/** What of the fields this type has, too, by whatever name, and takes; their checks were those of another type. */
function fieldsOf({ recordType }: DeclaredType, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([from, present]): [string, RecordField][] => {
      const name = recordType && fieldOfSameMeaning(recordType, from);
      const field = name === undefined ? undefined : findField(recordType, name);
      // Where the record has both names, each keeps its own.
      if (!field || name === undefined || present.value === null) return [];
      if (name !== from && ownField(fields, name)?.value != null) return [];
      try {
        return [[name, { ...present, value: parseTyped(field, name, present.value, present), checks: [] }]];
      } catch (error) {
        if (error instanceof AppError && error.code === 'record.invalid_value') return [];
        throw error;
      }
    }),
  );
}

/** Writes down who changed what from what to what. */
async function keepEdits(
  trx: Trx,
  scope: Scope,
  row: RecordRowInContext,
  now: Fields,
  sightings: ReadonlyMap<string, Sighting>,
): Promise<void> {
  for (const field of new Set([...Object.keys(row.fields), ...Object.keys(now)])) {
    const from = ownField(row.fields, field)?.value ?? null;
    const to = ownField(now, field)?.value ?? null;
    const sighting = sightings.get(field);
    if (isDeepStrictEqual(from, to) && !sighting) continue;
    const picked = sighting ? JSON.stringify(sighting) : null;
    await sql`
      insert into app.record_edits (company_id, record_id, field, from_value, to_value, picked, edited_by)
      values (${scope.companyId}::uuid, ${row.id}::uuid, ${field}, ${JSON.stringify(from)}::jsonb,
        ${JSON.stringify(to)}::jsonb, ${picked}::jsonb, ${scope.actor.userId}::uuid)`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'record.edited',
      subjectType: 'record',
      subjectId: row.id,
      detail: { field },
    });
  }
}

/** Back at the value that was read, the field is as it was read; else what its plugin checked was another value. */
function withValue(
  present: RecordField | undefined,
  original: RecordField | undefined,
  value: JsonValue,
): RecordField {
  return original && isDeepStrictEqual(original.value, value) ? original : enteredField(value, present);
}
