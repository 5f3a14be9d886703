import { z } from '@hono/zod-openapi';
import { listCaptures } from '@readout/domain/captures/list-captures';
import { listRecords } from '@readout/domain/records/list-records';
import { recordStates } from '@readout/domain/records/rules';
import { captureFilterSchema, sortSchema, toFilter } from '../api/capture-filter.ts';
import { recordSchema, toApiRecord } from '../api/record-schemas.ts';
import { captureItemSchema } from '../api/schemas.ts';
import { defineTool, untrusted } from './tool.ts';

const paging = {
  cursor: z.string().max(200).optional().describe('`nextCursor` of the answer before.'),
  limit: z.int().min(1).max(50).default(20),
};
const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const { shape } = captureFilterSchema;

export const searchRecords = defineTool({
  name: 'search_records',
  scope: 'records:read',
  title: 'Search records',
  description: `Lists records (the structured result of reading a picture), newest first, by capture, state or type. ${untrusted}`,
  annotations: readOnly,
  inputSchema: z.strictObject({
    captureId: z.string().max(64).optional().describe('Id of a capture: the records of all its pages.'),
    state: z.enum(recordStates).optional(),
    type: z.string().max(60).optional().describe('Type of the record, for instance `receipt`.'),
    ...paging,
  }),
  outputSchema: z.object({
    untrusted: z.string(),
    items: z.array(recordSchema),
    nextCursor: z.string().optional(),
  }),
  async run(deps, { apiKey }, { cursor, limit, ...filter }) {
    const { items, nextCursor } = await listRecords(deps, { scope: apiKey.scope, filter, cursor, limit });
    return {
      output: { untrusted, items: items.map(toApiRecord), ...(nextCursor ? { nextCursor } : {}) },
    };
  },
});

export const searchCaptures = defineTool({
  name: 'search_captures',
  scope: 'captures:read',
  title: 'Search captures',
  description: `Finds captures (pictures and PDFs that were taken in), newest first unless sorted otherwise, with the filters of the workspace and full-text search in what was read. ${untrusted}`,
  annotations: readOnly,
  inputSchema: z.strictObject({
    q: shape.q.describe(
      'Words, "phrases" and -exclusions in what was read; a word may have one wrong letter.',
    ),
    place: shape.place.describe('Where to look; inbox unless said otherwise. `kept`: all but the trash.'),
    state: shape.state.describe('`unread`: received or being read.'),
    review: shape.review.describe('State of a record; `any`: there is one.'),
    plugin: shape.plugin.describe('Id of the reader that made a record.'),
    type: shape.type.describe('Type of a record.'),
    confidence: shape.confidence.describe('Confidence of a record in percent, for instance `90-100`.'),
    corrected: shape.corrected.describe('`any`, `none`, or a field a person changed.'),
    amountFrom: shape.amountFrom.describe('Total of a record at least, for instance `249.50`.'),
    amountTo: shape.amountTo.describe('Total of a record at most.'),
    documentFrom: shape.documentFrom.describe('First day that a record says its document is of, ISO 8601.'),
    documentTo: shape.documentTo.describe('Last day that a record says its document is of, ISO 8601.'),
    merchant: shape.merchant.describe('Part of the name of the supplier or merchant of a record.'),
    failed: shape.failed.describe('`any`, or the name of a check that a record fails.'),
    confirmedBy: shape.confirmedBy.describe('User id, `me` or `rule`.'),
    source: shape.source,
    assigned: shape.assigned.describe('User id, or `me`.'),
    createdBy: shape.createdBy.describe('User id, or `me`.'),
    from: shape.from.describe('First day, ISO 8601.'),
    to: shape.to.describe('Last day, ISO 8601.'),
    timeZone: shape.timeZone.describe('Whose days these are, for instance `Europe/Berlin`.'),
    duplicates: shape.duplicates,
    tag: shape.tag.describe('One of its tags.'),
    sort: sortSchema.shape.sort.describe('What to sort by, `-` for the largest first.'),
    ...paging,
  }),
  outputSchema: z.object({
    untrusted: z.string(),
    items: z.array(captureItemSchema),
    nextCursor: z.string().optional(),
  }),
  async run(deps, { apiKey }, { cursor, limit, sort, ...query }) {
    const { items, nextCursor } = await listCaptures(deps, {
      scope: apiKey.scope,
      filter: toFilter(query),
      limit,
      ...(sort ? { sort } : {}),
      ...(cursor ? { cursor } : {}),
    });
    return { output: { untrusted, items, ...(nextCursor ? { nextCursor } : {}) } };
  },
});
