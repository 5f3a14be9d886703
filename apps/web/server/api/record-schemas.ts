import { z } from '@hono/zod-openapi';
import { kindOfField, type PlacedRecord, type RecordField } from '@readout/domain/records/rules';
import { boxSchema } from './capture-schemas.ts';
import { orNull, personSchema, preview, recordStateSchema } from './schemas.ts';

const json = z.unknown().openapi({ description: 'Any JSON.' });

const evidenceSchema = z
  .object({
    kind: z.enum(['pixels', 'code']),
    page: z.number().int(),
    box: boxSchema,
    barcode: z.string().optional().openapi({ description: 'Id of the barcode in the reading, of `code`.' }),
    from: z.number().int().optional().openapi({
      description:
        'First character of the barcode’s text, from 0, in UTF-16 code units; all of the text without.',
    }),
    to: z.number().int().optional().openapi({ description: 'The character behind the last.' }),
  })
  .openapi('Evidence');

const fieldSchema = z
  .object({
    kind: z.enum(['seen', 'computed', 'entered']).openapi({
      description:
        '`seen`: read at the places in `seenAt`; `computed`: follows from others; `entered`: a person or program put it there.',
    }),
    value: json.openapi({
      description: 'Amounts as `"1471.60"`, dates as `"2026-03-05"`, `null` where it is empty.',
    }),
    raw: z.string().openapi({ description: 'As printed.' }),
    confidence: z.number().nullable().openapi({ description: '0 to 1; null for what was entered.' }),
    seenAt: z
      .array(z.object({ page: z.number().int(), box: boxSchema }))
      .openapi({ ...preview, description: 'Where it was seen; empty where it was not.' }),
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
      description: 'What shows it on the page: pixels, or a barcode; empty where nothing does.',
    }),
  })
  .openapi('Field');

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
  const { documentId, pageNumber, fields, readingId: _, originalFields: __, ...rest } = record;
  return {
    ...rest,
    captureId: documentId,
    page: pageNumber,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, toApiField(field, pageNumber)]),
    ),
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
    seenAt: evidence.map(({ box, page = own }) => ({ page, box })),
    checks: checks.map(({ name, passed, reason, by }) => ({ name, passed, reason, by: by ?? 'plugin' })),
    evidence: evidence.map(({ box, barcode, from, to, page = own }) =>
      barcode === undefined
        ? { kind: 'pixels', page, box }
        : {
            kind: 'code',
            page,
            box,
            barcode,
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
          },
    ),
  };
}
