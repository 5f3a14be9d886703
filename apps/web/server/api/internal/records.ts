import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { nextForReview } from '@readout/domain/captures/next-for-review';
import { errorEntry } from '@readout/domain/error-catalogue';
import { addRecord } from '@readout/domain/records/add-record';
import { applyProposal } from '@readout/domain/records/apply-proposal';
import { dismissProposal } from '@readout/domain/records/dismiss-proposal';
import { editField } from '@readout/domain/records/edit-field';
import { getRecord } from '@readout/domain/records/get-record';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { readRegion } from '@readout/domain/records/read-region';
import type { HttpEnv } from '../../http/env.ts';
import { currentLocale } from '../../request/locale.ts';
import { scopeOf } from '../api-deps.ts';
import { captureFilterSchema, sortSchema, toFilter } from '../capture-filter.ts';
import { createRouter } from '../create-router.ts';
import { body, orNull } from '../schemas.ts';
import { answers, anyJsonSchema, forPages, type InternalDeps, idSchema, revisionSchema } from './kit.ts';
import {
  pickedSchema,
  recordDetailSchema,
  recordHistorySchema,
  regionLinesSchema,
  regionSchema,
} from './record-schemas.ts';

const ofRecord = z.object({ recordId: idSchema });
const ofCapture = z.object({ captureId: idSchema });
const ofProposal = z.object({ proposalId: idSchema });
const typeSchema = { type: z.string().max(60), plugin: z.string().max(60) };
const reviewed = answers(recordDetailSchema);

const routes = {
  detail: createRoute({
    method: 'get',
    path: '/records/{recordId}/detail',
    ...forPages,
    description: 'A record as a reviewer has it before them.',
    request: { params: ofRecord },
    responses: reviewed,
  }),
  history: createRoute({
    method: 'get',
    path: '/records/{recordId}/history',
    ...forPages,
    request: { params: ofRecord },
    responses: answers(recordHistorySchema),
  }),
  field: createRoute({
    method: 'post',
    path: '/records/{recordId}/field',
    ...forPages,
    request: {
      params: ofRecord,
      body: body(
        z.strictObject({
          revision: revisionSchema,
          field: z.string().max(120),
          value: anyJsonSchema,
          picked: orNull(pickedSchema).optional(),
        }),
      ),
    },
    responses: reviewed,
  }),
  add: createRoute({
    method: 'post',
    path: '/captures/{captureId}/records',
    ...forPages,
    request: {
      params: ofCapture,
      body: body(
        z.strictObject({
          ...typeSchema,
          values: z.record(z.string(), anyJsonSchema),
          picked: z.record(z.string(), pickedSchema),
        }),
      ),
    },
    responses: reviewed,
  }),
  region: createRoute({
    method: 'post',
    path: '/captures/{captureId}/regions',
    ...forPages,
    description:
      'Reads a region of a page by itself, larger, for those who correct its records. Null: nothing can be read there.',
    request: { params: ofCapture, body: body(regionSchema) },
    responses: answers(orNull(regionLinesSchema)),
  }),
  next: createRoute({
    method: 'get',
    path: '/review/next',
    ...forPages,
    description: 'The record to review after the open one, in the order of the list and within its filter.',
    request: { query: captureFilterSchema.extend({ ...sortSchema.shape, after: idSchema.optional() }) },
    responses: answers(orNull(z.object({ captureId: z.uuid(), recordId: z.uuid() }))),
  }),
  apply: createRoute({
    method: 'post',
    path: '/proposals/{proposalId}/apply',
    ...forPages,
    request: { params: ofProposal },
    responses: answers(z.object({ captureId: z.uuid() })),
  }),
  dismiss: createRoute({
    method: 'post',
    path: '/proposals/{proposalId}/dismiss',
    ...forPages,
    request: { params: ofProposal },
    responses: answers(z.object({ captureId: z.uuid() })),
  }),
};

/** Reviewing; what programs decide as well is decided at their addresses. */
export function records(deps: Pick<InternalDeps, 'db' | 'plugins' | 'regions'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.next, async (context) => {
    const { after, sort, ...query } = context.req.valid('query');
    const found = await nextForReview(deps, {
      scope: scopeOf(context),
      filter: toFilter(query),
      ...(sort ? { sort } : {}),
      ...(after ? { afterCaptureId: after } : {}),
    });
    return context.json(found, 200);
  });
  api.openapi(routes.detail, async (context) => {
    const {
      documentId: _,
      pageNumber: __,
      ...record
    } = await getRecord(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
    });
    return context.json(record, 200);
  });
  api.openapi(routes.history, async (context) => {
    const { deliveries, ...history } = await getRecordHistory(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
    });
    const failureOf = (code: string | null) =>
      code === null ? null : (errorEntry(code, currentLocale())?.title ?? code);
    return context.json(
      {
        ...history,
        deliveries: deliveries.map(({ failureCode, ...delivery }) => ({
          ...delivery,
          failure: failureOf(failureCode),
        })),
      },
      200,
    );
  });
  api.openapi(routes.field, async (context) => {
    return context.json(
      await editField(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    );
  });
  api.openapi(routes.add, async (context) => {
    const { type, plugin, ...filled } = context.req.valid('json');
    const input = { scope: scopeOf(context), ...context.req.valid('param'), ...filled, as: { type, plugin } };
    return context.json(await addRecord(deps, input), 200);
  });
  api.openapi(routes.region, async (context) => {
    const region = await readRegion(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
      region: context.req.valid('json'),
    });
    return context.json(region, 200);
  });
  api.openapi(routes.apply, async (context) =>
    context.json(await applyProposal(deps, { scope: scopeOf(context), ...context.req.valid('param') }), 200),
  );
  api.openapi(routes.dismiss, async (context) =>
    context.json(
      await dismissProposal(deps, { scope: scopeOf(context), ...context.req.valid('param') }),
      200,
    ),
  );
  return api;
}
