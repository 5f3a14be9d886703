import { z } from '@hono/zod-openapi';
import {
  type CompanyCheck,
  companyCheckNames,
  kindOfField,
  type PlacedRecord,
  type RecordField,
} from '@readout/domain/records/rules';
import type { FieldEvidence } from '@readout/plugin-kit';
import { formatText } from '@readout/texts';
import { boxSchema } from './capture-schemas.ts';
import { orNull, personSchema, preview, recordStateSchema } from './schemas.ts';

const json = z.unknown().openapi({ description: 'Any JSON.' });

const evidenceSchema = z
  .object({
    kind: z.enum(['pixels', 'code', 'file']),
    page: z.number().int(),
    box: boxSchema.optional().openapi({ description: 'On the page; what a file says has none.' }),
    barcode: z.string().optional().openapi({ description: 'Id of the barcode in the reading, of `code`.' }),
    file: z.string().optional().openapi({
      description: 'Id of the file in the reading of that page, of `file`.',
    }),
    path: z.string().optional().openapi({
      description: 'The element or attribute, of `file`: `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`.',
    }),
    from: z.number().int().optional().openapi({
      description:
        'Of `code` the first character of the barcode’s text, from 0, in UTF-16 code units; all of the text without. Of `file` the first byte of the file’s text as UTF-8 without a mark.',
    }),
    to: z.number().int().optional().openapi({ description: 'The character or byte behind the last.' }),
  })
  .openapi('Evidence');

const fieldSchema = z
  .object({
    kind: z.enum(['seen', 'computed', 'entered']).openapi({
      description:
        '`seen`: read at the places in `evidence`; `computed`: follows from others; `entered`: a person or program put it there.',
    }),
    value: json.openapi({
      description: 'Amounts as `"1471.60"`, dates as `"2026-03-05"`, `null` where it is empty.',
    }),
    raw: z.string().openapi({ description: 'As printed.' }),
    confidence: z.number().nullable().openapi({
      description:
        '0 to 1; null for what was entered. Lower where people of the company often corrected the field though it was read without doubt.',
    }),
    seenAt: z
      .array(z.object({ page: z.number().int(), box: boxSchema }))
      .openapi({ ...preview, description: 'Where it was seen on a page; empty where it was not.' }),
    checks: z.array(
      z.object({
        name: z.string(),
        passed: z.boolean(),
        reason: z.string(),
        by: z.enum(['host', 'plugin']).openapi({
          ...preview,
          description:
            '`host`: made by Readout of the values as they stand; `plugin`: the word of the plugin.',
        }),
      }),
    ),
    evidence: z.array(evidenceSchema).openapi({
      ...preview,
      description:
        'What it rests on: pixels, a barcode, or what a file says, such as the e-invoice in a PDF; empty where nothing shows it.',
    }),
  })
  .openapi('Field');

const companyCheckSchema = z
  .object({
    check: z.enum(companyCheckNames),
    field: z.string().openapi({ description: 'The field it is about.' }),
    reason: z.string(),
    record: z.uuid().optional().openapi({ description: 'The confirmed record it was compared with.' }),
    capture: z.uuid().optional().openapi({ description: 'The page that record was read from.' }),
  })
  .openapi('CompanyCheck');

export const recordSchema = z
  .object({
    id: z.uuid(),
    captureId: z.uuid().openapi({ description: 'The document it was read from.' }),
    page: z.number().int().openapi({ description: 'The page it begins on; each value names its own.' }),
    plugin: z.string(),
    pluginVersion: z.string(),
    type: z.string(),
    state: recordStateSchema,
    rejectedReason: z.string().nullable(),
    confidence: z.number(),
    fields: z.record(z.string(), fieldSchema),
    companyChecks: z.array(companyCheckSchema).openapi({
      ...preview,
      description:
        'What it fails beside the confirmed records of the company. It is confirmed by a rule only without, and by a program that names each in `despite`.',
    }),
    confirmations: z
      .number()
      .int()
      .openapi({
        ...preview,
        description:
          '1 while a record in review waits for a second person; of a confirmed one 2, where two confirmed it.',
      }),
    needsSecondPerson: z.boolean().openapi({
      ...preview,
      description: 'Its total is larger than the company lets one person confirm.',
    }),
    firstConfirmedBy: orNull(personSchema).openapi({ ...preview, description: 'The first of two people.' }),
    firstConfirmedAt: z.iso.datetime().nullable().openapi(preview),
    assignedTo: orNull(personSchema),
    revision: z.number().int().openapi({ description: 'Grows with every change; also the `ETag`.' }),
    confirmedBy: orNull(personSchema),
    confirmedAt: z.iso.datetime().nullable(),
    addedBy: orNull(personSchema).openapi({ description: 'Who added it; null: a plugin made it.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Record');

/** A record as programs get it. */
export function toApiRecord(record: PlacedRecord): z.infer<typeof recordSchema> {
  const { documentId, pageNumber, fields, companyChecks, readingId: _, originalFields: __, ...rest } = record;
  return {
    ...rest,
    captureId: documentId,
    page: pageNumber,
    companyChecks: companyChecks.map(toApiCompanyCheck),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, toApiField(field, pageNumber)]),
    ),
  };
}

/** As programs get it: in English, amounts and days as fields hold them. */
export function toApiCompanyCheck(check: CompanyCheck): z.infer<typeof companyCheckSchema> {
  const { other, before, missing, usual, taxes } = check;
  return {
    check: check.check,
    field: check.field,
    reason: formatText('en', 'common.company_check', {
      check: check.check,
      known: before || usual || missing ? 'yes' : 'no',
      before: before ?? missing?.after ?? '',
      from: usual?.from.toFixed(2) ?? '',
      to: usual?.to.toFixed(2) ?? '',
      count: usual?.count ?? missing?.count ?? 0,
      rates: taxes?.rates.map((rate) => `${rate}%`).join(', ') ?? '',
      country: taxes?.country ?? '',
      day: taxes?.day ?? '',
    }),
    ...(other ? { record: other.recordId, capture: other.captureId } : {}),
  };
}

/** @param own page the record begins on */
function toApiField(field: RecordField, own: number): z.infer<typeof fieldSchema> {
  const { value, raw, confidence, evidence, checks, edited } = field;
  return {
    kind: kindOfField(field),
    value,
    raw,
    confidence: edited ? null : confidence,
    seenAt: evidence.flatMap(({ box, page = own }) => (box ? [{ page, box }] : [])),
    checks: checks.map(({ name, passed, reason, by }) => ({ name, passed, reason, by: by ?? 'plugin' })),
    evidence: evidence.map((piece) => toApiEvidence(piece, own)),
  };
}

function toApiEvidence(piece: FieldEvidence, own: number): z.infer<typeof evidenceSchema> {
  const { page = own } = piece;
  if (piece.file !== undefined) {
    const { file, path, from, to } = piece;
    return { kind: 'file', page, file, path, from, to };
  }
  const { box, barcode, from, to } = piece;
  if (barcode === undefined) return { kind: 'pixels', page, box };
  return {
    kind: 'code',
    page,
    box,
    barcode,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
