import { z } from '@hono/zod-openapi';

export const problemSchema = z
  .object({
    type: z.string(),
    status: z.number().int(),
    code: z.string().openapi({ description: 'Permanent; listed in the error catalogue.' }),
    title: z.string(),
    detail: z.string(),
    action: z.string().optional().openapi({ description: 'What to do now.' }),
  })
  .openapi('Problem');

export const problem = {
  content: { 'application/problem+json': { schema: problemSchema } },
  description: 'What went wrong, and what to do.',
};

const person = z.object({ id: z.uuid(), name: z.string() });

export const acceptedCaptureSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['received', 'reading', 'read', 'failed']),
    fileName: z.string(),
    mediaType: z.string(),
    byteSize: z.number().int(),
    sha256: z.string(),
    source: z.string(),
    documentId: z.uuid().openapi({ description: 'The document it is a page of; its own id for page 1.' }),
    pageNumber: z.number().int(),
    createdAt: z.iso.datetime(),
  })
  .openapi('AcceptedCapture');

export const acceptedSchema = z
  .object({
    capture: acceptedCaptureSchema,
    duplicateOf: z
      .object({ id: z.uuid(), fileName: z.string() })
      .nullable()
      .openapi({ description: 'First capture with the same bytes.' }),
    healed: z.enum(['altered', 'missing']).nullable().openapi({
      description:
        'How the stored file of earlier captures with the same bytes was before this one took its place; null where nothing was wrong.',
    }),
  })
  .openapi('Accepted');

export const captureItemSchema = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    title: z.string().nullable(),
    state: z.enum(['received', 'reading', 'read', 'failed']),
    failureCode: z.string().nullable(),
    source: z.string(),
    pageCount: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    duplicateOf: z.uuid().nullable(),
    recordCount: z.number().int(),
    reviewCount: z.number().int(),
    assignedTo: person.nullable(),
    createdBy: person,
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    trashedAt: z.iso.datetime().nullable(),
    revision: z.number().int(),
    records: z.array(
      z.object({
        id: z.uuid(),
        plugin: z.string(),
        type: z.string(),
        state: z.enum(['needs_review', 'confirmed', 'rejected']),
        confidence: z.number(),
        title: z.string(),
        facts: z.array(z.object({ label: z.string(), value: z.string() })),
        failedChecks: z.number().int(),
      }),
    ),
  })
  .openapi('Capture');

export const capturePageSchema = z
  .object({
    items: z.array(captureItemSchema),
    nextCursor: z.string().optional(),
    total: z.number().int(),
    totalIsMinimum: z.boolean(),
  })
  .openapi('CapturePage');
