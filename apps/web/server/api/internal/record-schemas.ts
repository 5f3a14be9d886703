import { z } from '@hono/zod-openapi';
import { deliveryStates } from '@readout/domain/deliveries/rules';
import { companyCheckNames } from '@readout/domain/records/rules';
import type { CheckRule } from '@readout/plugin-kit';
import { recordSchema } from '../record-schemas.ts';
import { orNull, personSchema } from '../schemas.ts';
import { anyJsonSchema, idSchema, jsonSchema, ofKit, quadSchema } from './kit.ts';

const fieldShape = {
  value: jsonSchema,
  raw: z.string(),
  confidence: z.number(),
  evidence: z.array(
    z.union([
      z.object({
        box: quadSchema,
        line: z.string().optional(),
        barcode: z.string().optional(),
        from: z.number().optional(),
        to: z.number().optional(),
        page: z.number().optional(),
      }),
      z.object({
        file: z.string(),
        path: z.string(),
        from: z.number(),
        to: z.number(),
        page: z.number().optional(),
      }),
    ]),
  ),
  checks: z.array(
    z.object({
      name: z.string(),
      passed: z.boolean(),
      reason: z.string(),
      by: z.literal('host').optional(),
      rule: ofKit<CheckRule>('CheckRule').optional(),
    }),
  ),
  ambiguous: z.array(jsonSchema).optional(),
};
const fieldSchema = z.object(fieldShape).openapi('ReadField');

const companyCheckSchema = z
  .object({
    check: z.enum(companyCheckNames),
    field: z.string(),
    other: z.object({ recordId: z.uuid(), captureId: z.uuid() }).optional(),
    missing: z.object({ count: z.number().int(), after: z.string() }).optional(),
    before: z.string().optional(),
    usual: z.object({ from: z.number(), to: z.number(), count: z.number().int() }).optional(),
    taxes: z.object({ rates: z.array(z.number()), country: z.string(), day: z.string() }).optional(),
  })
  .openapi('ReviewedCheck');

const { page: _, ...recordShape } = recordSchema.shape;

/** A record as a reviewer has it before them: what was read beside what it is now. */
export const recordDetailSchema = z
  .object({
    ...recordShape,
    readingId: z.uuid(),
    fields: z.record(
      z.string(),
      z
        .object({
          ...fieldShape,
          edited: z.boolean().optional(),
          corrections: z.object({ of: z.number().int(), corrected: z.number().int() }).optional(),
        })
        .openapi('ReviewedField'),
    ),
    originalFields: z.record(z.string(), fieldSchema),
    companyChecks: z.array(companyCheckSchema),
  })
  .openapi('RecordDetail');

/** Where on the picture a value was picked. */
export const pickedSchema = z
  .strictObject({
    readingId: idSchema,
    parts: z
      .array(
        z.union([
          z
            .strictObject({
              line: z.string().max(20),
              words: orNull(z.array(z.number().int().min(0)).max(1000)),
              region: idSchema.optional(),
            })
            .transform(({ region, ...line }) => (region === undefined ? line : { ...line, region })),
          z.strictObject({ barcode: z.string().max(20) }),
        ]),
      )
      .max(1000),
  })
  .openapi('Picked');

/** Upright rectangle, in pixels of the upright page; what of it is beside the page is left out. */
export const regionSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

export const regionLinesSchema = z.object({
  id: z.uuid(),
  lines: z.array(
    z
      .object({
        id: z.string(),
        text: z.string(),
        box: quadSchema,
        words: z.array(z.object({ text: z.string(), box: quadSchema, confidence: z.number() })),
      })
      .openapi('RegionLine'),
  ),
});

const recordEditSchema = z
  .object({
    id: z.uuid(),
    field: z.string(),
    from: anyJsonSchema,
    to: anyJsonSchema,
    picked: z.string().nullable(),
    enlarged: z.number().nullable(),
    editedBy: personSchema,
    editedAt: z.iso.datetime(),
  })
  .openapi('RecordEdit');

export const recordHistorySchema = z.object({
  alsoRead: z.array(z.object({ plugin: z.string(), type: z.string(), text: z.string() }).openapi('Twin')),
  edits: z.array(recordEditSchema),
  decisions: z.array(
    z
      .object({
        id: z.string(),
        decision: z.enum([
          'confirmed',
          'confirmed_first',
          'confirmed_by_rule',
          'rejected',
          'reopened',
          'exported',
        ]),
        decidedBy: orNull(personSchema),
        decidedAt: z.iso.datetime(),
        reason: z.string().nullable(),
        failedChecks: z.array(z.string()),
      })
      .openapi('RecordDecision'),
  ),
  deliveries: z.array(
    z
      .object({
        id: z.uuid(),
        targetId: z.uuid().nullable(),
        targetName: z.string(),
        event: z.enum(['record.confirmed', 'record.corrected', 'record.reopened']),
        state: z.enum(deliveryStates),
        /** In the reader's language. */
        failure: z.string().nullable(),
        at: z.iso.datetime(),
      })
      .openapi('RecordDelivery'),
  ),
});
