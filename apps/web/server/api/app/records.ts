import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { errorEntry } from '@readout/domain/error-catalogue';
import { addRecord } from '@readout/domain/records/add-record';
import { applyProposal } from '@readout/domain/records/apply-proposal';
import { confirmRecord } from '@readout/domain/records/confirm-record';
import { dismissProposal } from '@readout/domain/records/dismiss-proposal';
import { editField } from '@readout/domain/records/edit-field';
import { editFields } from '@readout/domain/records/edit-fields';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { nextForReview } from '@readout/domain/records/next-for-review';
import { readRegion } from '@readout/domain/records/read-region';
import { rejectRecord } from '@readout/domain/records/reject-record';
import { reopenRecord } from '@readout/domain/records/reopen-record';
import { companyCheckNames } from '@readout/domain/records/rules';
import type { HttpEnv } from '../../http/env.ts';
import { currentLocale } from '../../request/locale.ts';
import { scopeOf } from '../api-deps.ts';
import { captureFilterSchema, sortSchema, toFilter } from '../capture-filter.ts';
import { createRouter } from '../create-router.ts';
import { orNull } from '../schemas.ts';
import { type AppDeps, answers, anyJsonSchema, body, idSchema, revisionSchema } from './kit.ts';
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
const decision = z.strictObject({ revision: revisionSchema });
const typeSchema = { type: z.string().max(60), plugin: z.string().max(60) };
const reviewed = answers(recordDetailSchema);

const routes = {
  history: createRoute({
    method: 'get',
    path: '/records/{recordId}/history',
    request: { params: ofRecord },
    responses: answers(recordHistorySchema),
  }),
  field: createRoute({
    method: 'post',
    path: '/records/{recordId}/field',
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
  type: createRoute({
    method: 'post',
    path: '/records/{recordId}/type',
    description: 'Makes it a record of another type; values whose meaning is the same come along.',
    request: {
      params: ofRecord,
      body: body(
        z.strictObject({
          revision: revisionSchema,
          ...typeSchema,
          values: z.record(z.string(), anyJsonSchema),
        }),
      ),
    },
    responses: reviewed,
  }),
  add: createRoute({
    method: 'post',
    path: '/captures/{captureId}/records',
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
    description:
      'Reads a region of a page by itself, larger, for those who correct its records. Null: nothing can be read there.',
    request: { params: ofCapture, body: body(regionSchema) },
    responses: answers(orNull(regionLinesSchema)),
  }),
  confirm: createRoute({
    method: 'post',
    path: '/records/{recordId}/confirm',
    request: {
      params: ofRecord,
      body: body(decision.extend({ despite: z.array(z.enum(companyCheckNames)).max(10).optional() })),
    },
    responses: reviewed,
  }),
  reject: createRoute({
    method: 'post',
    path: '/records/{recordId}/reject',
    request: { params: ofRecord, body: body(decision.extend({ reason: z.string() })) },
    responses: reviewed,
  }),
  reopen: createRoute({
    method: 'post',
    path: '/records/{recordId}/reopen',
    request: { params: ofRecord, body: body(decision.extend({ reason: z.string().optional() })) },
    responses: reviewed,
  }),
  next: createRoute({
    method: 'get',
    path: '/records/next',
    description: 'The record to review after the open one, in the order of the list and within its filter.',
    request: { query: captureFilterSchema.extend({ ...sortSchema.shape, after: idSchema.optional() }) },
    responses: answers(orNull(z.object({ captureId: z.uuid(), recordId: z.uuid() }))),
  }),
  apply: createRoute({
    method: 'post',
    path: '/proposals/{proposalId}/apply',
    request: { params: ofProposal },
    responses: answers(z.object({ captureId: z.uuid() })),
  }),
  dismiss: createRoute({
    method: 'post',
    path: '/proposals/{proposalId}/dismiss',
    request: { params: ofProposal },
    responses: answers(z.object({ captureId: z.uuid() })),
  }),
};

/** Reviewing, with the revision the reviewer saw: who was slower gets the record as it is now. */
export function records(deps: Pick<AppDeps, 'db' | 'plugins' | 'regions'>): OpenAPIHono<HttpEnv> {
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
  api.openapi(routes.type, async (context) => {
    const { type, plugin, ...change } = context.req.valid('json');
    const input = { scope: scopeOf(context), ...context.req.valid('param'), ...change, as: { type, plugin } };
    return context.json(await editFields(deps, input), 200);
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
  api.openapi(routes.confirm, async (context) =>
    context.json(
      await confirmRecord(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.reject, async (context) =>
    context.json(
      await rejectRecord(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.reopen, async (context) =>
    context.json(
      await reopenRecord(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    ),
  );
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
