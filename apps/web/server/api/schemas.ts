import { type createRoute, z } from '@hono/zod-openapi';
import { captureSources } from '@readout/domain/captures/rules';
import { recordStates } from '@readout/domain/records/rules';
import { fieldTypes } from '@readout/plugin-kit/manifest';

/** What addresses are about, in the order of the reference. */
export const tags = {
  Captures: 'Pictures and PDFs: sending, finding, moving and looking at them.',
  Uploads: 'Resumable uploads (tus 1.0.0), for files that have to survive a broken connection.',
  Records: 'What was read, with the place of each value: correcting and deciding it.',
  Exports: 'Records as files.',
  Deliveries: 'Records that go to other systems by themselves: where to, and what became of it.',
  Watches: 'A number on a screen, over time.',
  People: 'Members of a company, and who is invited.',
  Audit: 'Who did what.',
  Usage: 'What is used of the limits.',
  Views: 'Filters of the list, kept under a name.',
  Plugins: 'What a company can install and how it uses what it has installed; plugins carried in as files.',
  Devices: 'What phones and screens need to read for themselves.',
  Live: 'Changes as they happen.',
  About: 'The interface itself.',
} as const;

/** How an operation is found: its name in clients is its `operationId`, which never changes. */
export const operation = (tag: keyof typeof tags, operationId: string, summary: string) => ({
  tags: [tag],
  operationId,
  summary,
});

/** Marks what a later version may change without notice. */
export const preview = { 'x-preview': true } as const;

export const problemSchema = z
  .object({
    type: z.string(),
    status: z.number().int(),
    code: z.string().openapi({ description: 'Permanent; listed in the error catalogue.' }),
    title: z.string(),
    detail: z.string(),
    action: z.string().optional().openapi({ description: 'What to do now.' }),
  })
  .openapi('Problem', {
    additionalProperties: true,
    description: 'RFC 9457, with the values of its sentence.',
  });

export const problem = {
  content: { 'application/problem+json': { schema: problemSchema } },
  description: 'What went wrong, and what to do.',
};

/** Of a named schema, whose `nullable()` would make it null wherever it is used. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

export const answer = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});

/** All there is of something, as `items`. */
export const listOf = <Schema extends z.ZodType>(name: string, schema: Schema) => ({
  200: answer(z.object({ items: z.array(schema) }).openapi(name), 'All.'),
  default: problem,
});

/** The id in an address: of a webhook. */
export const idOf = (what: string) =>
  z.object({
    id: z
      .string()
      .max(64)
      .openapi({ description: `Id of ${what}.` }),
  });

type Request = NonNullable<Parameters<typeof createRoute>[0]['request']>;

/** The JSON object of a request; never optional, since an optional one is not looked at where it comes as another type. */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  ({
    content: { 'application/json': { schema } },
    required: true,
  }) satisfies Request['body'];

/** The file of a plugin as the body of a request. */
export const packageSchema = {
  content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
  required: true,
};

/** An answer of bytes in one of these media types. */
export const bytes = (description: string, ...mediaTypes: string[]) => ({
  content: Object.fromEntries(
    mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'string' as const, format: 'binary' } }]),
  ),
  description,
});

export const personSchema = z.object({ id: z.uuid(), name: z.string() }).openapi('Person');
export const captureStateSchema = z
  .enum(['received', 'reading', 'read', 'failed'])
  .openapi('CaptureState', { description: '`received`: waits to be read.' });
export const changedSchema = z
  .object({ changed: z.array(z.uuid()) })
  .openapi('ChangedCaptures', { description: 'Ids of what is another way now.' });

export const acceptedCaptureSchema = z
  .object({
    id: z.uuid(),
    state: captureStateSchema,
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

export const recordStateSchema = z.enum(recordStates).openapi('RecordState');

const factSchema = z.object({
  label: z.string(),
  value: z.string(),
  type: z.enum(fieldTypes).nullable().openapi({ description: 'As the plugin declares it.' }),
  rows: z.number().int().nullable().openapi({ description: 'Of a table.' }),
});

export const recordSummarySchema = z
  .object({
    id: z.uuid(),
    plugin: z.string(),
    type: z.string(),
    state: recordStateSchema,
    confidence: z.number(),
    title: z.string(),
    titleType: z
      .enum(fieldTypes)
      .nullable()
      .openapi({ description: 'Of the title, as the plugin declares it.' }),
    facts: z.array(factSchema),
    failedChecks: z.number().int(),
  })
  .openapi('RecordSummary');

export const captureItemSchema = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    title: z.string().nullable(),
    state: captureStateSchema,
    failureCode: z.string().nullable(),
    source: z.enum(captureSources),
    pageCount: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    duplicateOf: z.uuid().nullable(),
    recordCount: z.number().int(),
    reviewCount: z.number().int(),
    assignedTo: orNull(personSchema),
    createdBy: personSchema,
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    trashedAt: z.iso.datetime().nullable(),
    revision: z.number().int(),
    records: z.array(recordSummarySchema).openapi({ description: 'At most three, best first.' }),
    tags: z.array(z.string()).openapi({ description: 'By name.' }),
    noteCount: z.number().int(),
    sortedBy: z
      .object({
        date: z.string().nullable(),
        amount: z.number().nullable(),
        merchant: z.string().nullable(),
        confidence: z.number().nullable(),
      })
      .openapi({
        description: 'What lists are sorted by: what its records say first, the rejected ones left out.',
      }),
    isNear: z.literal(true).optional().openapi({
      description: 'It has what was searched for only with a wrong letter.',
    }),
    values: z.record(z.string(), orNull(factSchema)).optional().openapi({
      description:
        'Of the `fields` that were asked for, by name: of the record the filters are about, else of the first that has one of them.',
    }),
  })
  .openapi('Capture');

export const capturePageSchema = z
  .object({
    items: z.array(captureItemSchema),
    nextCursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
    total: z.number().int().openapi({ description: 'Exact up to 10,000.' }),
    totalIsMinimum: z.boolean(),
  })
  .openapi('CapturePage');
