import { z } from 'zod';

/** How the host shows and edits a field. */
export const fieldTypes = [
  'text',
  'amount',
  'number',
  'date',
  'time',
  'currency',
  'code',
  'address',
  'list',
  'map',
  'choice',
] as const;

const fieldSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]*$/)
    .max(60),
  label: z.string().min(1).max(80),
  type: z.enum(fieldTypes),
  /** For `list`: the columns of a row. */
  columns: z
    .array(z.strictObject({ name: z.string().max(60), label: z.string().max(80), type: z.enum(fieldTypes) }))
    .max(20)
    .optional(),
});

/** `plugin.json`: what a plugin is, what it makes and what it asks for. */
export const manifestSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    .max(60),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  kind: z.enum(['reader']),
  name: z.string().min(1).max(80),
  description: z.string().min(1).max(300),
  /** What a reading must hold for the reader to be run at all. */
  reads: z.array(z.enum(['lines', 'barcodes'])).min(1),
  /** Runs only where no other reader made a record. */
  fallback: z.boolean().default(false),
  records: z
    .array(
      z.strictObject({
        type: z
          .string()
          .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
          .max(60),
        label: z.string().min(1).max(80),
        /** The field whose value names the record in a list. */
        title: z.string().max(60),
        /** Fields shown beside the title, most telling first; without it the first fields that have a value. */
        facts: z.array(z.string().max(60)).max(6).optional(),
        fields: z.array(fieldSchema).min(1).max(200),
      }),
    )
    .min(1)
    .max(20),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestField = Manifest['records'][number]['fields'][number];
export type FieldType = (typeof fieldTypes)[number];
