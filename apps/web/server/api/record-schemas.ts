import { z } from '@hono/zod-openapi';
import type { PlacedRecord, RecordField } from '@readout/domain/records/rules';
import { recordStates } from '@readout/domain/records/rules';

const person = z.object({ id: z.uuid(), name: z.string() });
const json = z.unknown().openapi({ description: 'Any JSON.' });
const point = z.array(z.number()).length(2);

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
    seenAt: z.array(
      z.object({
        page: z.number().int(),
        box: z.array(point).length(4).openapi({
          description: 'Corners in pixels of the upright picture, clockwise from the top left of the text.',
        }),
      }),
    ),
    checks: z.array(z.object({ name: z.string(), passed: z.boolean(), reason: z.string() })),
  })
  .openapi('Field');

export const recordSchema = z
  .object({
    id: z.uuid(),
    captureId: z.uuid().openapi({ description: 'The document it was read from.' }),
    page: z.number().int(),
    plugin: z.string(),
    pluginVersion: z.string(),
    type: z.string(),
    state: z.enum(recordStates),
    rejectedReason: z.string().nullable(),
    confidence: z.number(),
    fields: z.record(z.string(), fieldSchema),
    assignedTo: person.nullable(),
    revision: z.number().int().openapi({ description: 'Grows with every change; also the `ETag`.' }),
    confirmedBy: person.nullable(),
    confirmedAt: z.iso.datetime().nullable(),
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

function toApiField(field: RecordField, page: number): z.infer<typeof fieldSchema> {
  const { value, raw, confidence, evidence, checks, edited } = field;
  return {
    kind: edited ? 'entered' : evidence.length > 0 ? 'seen' : 'computed',
    value,
    raw,
    confidence: edited ? null : confidence,
    seenAt: evidence.map(({ box }) => ({ page, box })),
    checks,
  };
}
