import { z } from '../zod.ts';
import { type Template, templateColumnTypes, templateFieldTypes } from './template.ts';

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const anchor = z.strictObject({ text: z.string().min(1).max(500), box });
const name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/)
  .max(60);
/** As a manifest and a database take it: what was pasted along with a text becomes a space. */
const typed = z.string().transform((text) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim(),
);
const label = typed.pipe(
  z
    .string()
    .max(80)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u),
);
const naming = {
  name,
  label,
  type: z.enum(templateFieldTypes),
  options: z
    .array(typed.pipe(z.string().min(1).max(80)))
    .min(2)
    .max(100)
    .optional(),
  unit: typed.pipe(z.string().max(20)).optional(),
  isRequired: z.boolean(),
};
const column = { name, label: naming.label, type: z.enum(templateColumnTypes) };
const shape = z.string().min(1).max(2_000).optional();
const recordSchema = z.strictObject({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    .max(60),
  label,
});

/** A template as it is stored in a package. */
export const templateSchema = z.strictObject({
  format: z.union([z.literal(1), z.literal(2)]),
  record: recordSchema,
  page: z.strictObject({ width: z.number().positive(), height: z.number().positive() }),
  lineHeight: z.number().positive(),
  anchors: z.array(anchor).max(200),
  fields: z
    .array(
      z.strictObject({
        ...naming,
        shape,
        find: z.discriminatedUnion('by', [
          z.strictObject({
            by: z.literal('label'),
            label: anchor,
            box,
            room: box,
            before: z.string().min(1).max(500).optional(),
            gap: z.number().positive().optional(),
            below: z.literal(true).optional(),
            step: z.number().positive().optional(),
          }),
          z.strictObject({
            by: z.literal('place'),
            box,
            room: box,
            gap: z.number().positive().optional(),
            below: z.literal(true).optional(),
            step: z.number().positive().optional(),
          }),
          z.strictObject({ by: z.literal('barcode'), format: z.string().min(1).max(40), box }),
          z.strictObject({
            by: z.literal('rows'),
            heads: z.array(anchor).max(20),
            columns: z
              .array(z.strictObject({ ...column, shape, box }))
              .min(1)
              .max(20),
            box,
            pitch: z.number().positive().optional(),
            until: anchor.optional(),
          }),
        ]),
      }),
    )
    .max(100),
  examples: z.int().min(1).max(20).optional(),
}) satisfies z.ZodType<Template, unknown>;

const part = z
  .strictObject({ line: z.string().max(20), start: z.int().min(0), end: z.int().min(1) })
  .refine(({ start, end }) => end > start, 'empty');

/** What a person pointed at, as it is kept with a draft. */
export const templateMarksSchema = z
  .array(
    z.strictObject({
      ...naming,
      value: z.union([
        z.strictObject({ parts: z.array(part).min(1).max(40) }),
        z.strictObject({ barcode: z.string().max(20) }),
        z.strictObject({
          columns: z
            .array(z.strictObject({ ...column, parts: z.array(part).min(1).max(10) }))
            .min(1)
            .max(20),
          until: z.array(part).min(1).max(10).optional(),
        }),
      ]),
      by: z.union([z.literal('place'), z.strictObject({ label: z.array(part).min(1).max(20) })]),
    }),
  )
  .max(100);
