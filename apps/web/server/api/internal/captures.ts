import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { archiveCaptures } from '@readout/domain/captures/archive-captures';
import { assignCaptures } from '@readout/domain/captures/assign-captures';
import { listBulkActions } from '@readout/domain/captures/list-bulk-actions';
import { previewBulkAction } from '@readout/domain/captures/preview-bulk-action';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { restoreCaptures } from '@readout/domain/captures/restore-captures';
import { listFailureCauses, retryFailed } from '@readout/domain/captures/retry-failed';
import { bulkActions, skipReasons } from '@readout/domain/captures/rules';
import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import { trashCaptures } from '@readout/domain/captures/trash-captures';
import { unarchiveCaptures } from '@readout/domain/captures/unarchive-captures';
import { undoBulkAction } from '@readout/domain/captures/undo-bulk-action';
import { errorEntry } from '@readout/domain/error-catalogue';
import { previewExport } from '@readout/domain/exports/preview-export';
import { expectedWaits } from '@readout/domain/readings/expected-waits';
import type { HttpEnv } from '../../http/env.ts';
import { currentLocale } from '../../request/locale.ts';
import { scopeOf } from '../api-deps.ts';
import { captureFilterSchema, toFilter } from '../capture-filter.ts';
import { createRouter } from '../create-router.ts';
import { body, changedSchema, personSchema, recordSummarySchema } from '../schemas.ts';
import { answers, forPages, type InternalDeps, idSchema } from './kit.ts';

const idsSchema = z.array(idSchema);

const moves = {
  archive: archiveCaptures,
  unarchive: unarchiveCaptures,
  trash: trashCaptures,
  restore: restoreCaptures,
} as const;

const bulkShape = {
  action: z.enum(bulkActions),
  userId: z.uuid().nullable().optional(),
  reason: z.string().optional(),
  tag: z.string().max(200).optional(),
  includeDoubtful: z.boolean().optional(),
  asOf: z.iso.datetime().optional(),
};
/** Some rows by their ids, or everything a filter matches. */
const bulkSchema = z.union([
  z.strictObject({ ...bulkShape, ids: idsSchema }),
  z.strictObject({ ...bulkShape, filter: captureFilterSchema.strict() }),
]);

const previewShape = { ...bulkShape, namesFrom: z.number().int().min(0).max(1_000_000).optional() };
const previewSchema = z.union([
  z.strictObject({ ...previewShape, ids: idsSchema }),
  z.strictObject({ ...previewShape, filter: captureFilterSchema.strict() }),
]);

function bulkOf({
  action,
  userId,
  reason,
  tag,
  includeDoubtful,
  asOf,
  ...selection
}: z.infer<typeof bulkSchema>) {
  return {
    action,
    ...(asOf === undefined ? {} : { asOf }),
    ...('ids' in selection ? { ids: selection.ids } : { filter: toFilter(selection.filter) }),
    payload: {
      ...(userId === undefined ? {} : { userId }),
      ...(reason === undefined ? {} : { reason }),
      ...(tag === undefined ? {} : { tag }),
      ...(includeDoubtful === undefined ? {} : { includeDoubtful }),
    },
  };
}

const namedRecords = z.array(
  z
    .object({
      captureId: z.uuid(),
      fileName: z.string(),
      record: recordSummarySchema,
      fields: z.array(z.string()),
      isDouble: z.boolean(),
    })
    .openapi('BulkRecord'),
);

const routes = {
  exportPreview: createRoute({
    method: 'post',
    path: '/exports/preview',
    ...forPages,
    description: 'What an export of these captures would hold, by type of record.',
    request: { body: body(z.strictObject({ filter: captureFilterSchema.strict() })) },
    responses: answers(
      z.object({
        types: z.array(
          z
            .object({
              type: z.string(),
              label: z.string(),
              confirmed: z.number().int(),
              waiting: z.number().int(),
              rejected: z.number().int(),
              hasItems: z.boolean(),
            })
            .openapi('ExportChoice'),
        ),
        profiles: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            type: z.string(),
            exported: z.number().int(),
            isLast: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  move: createRoute({
    method: 'post',
    path: '/bulk/{move}',
    ...forPages,
    request: {
      params: z.object({ move: z.enum(['archive', 'unarchive', 'trash', 'restore']) }),
      body: body(z.strictObject({ ids: idsSchema })),
    },
    responses: answers(changedSchema),
  }),
  assign: createRoute({
    method: 'post',
    path: '/bulk/assign',
    ...forPages,
    request: {
      body: body(z.strictObject({ ids: idsSchema, userId: z.uuid().nullable() })),
    },
    responses: answers(changedSchema),
  }),
  reread: createRoute({
    method: 'post',
    path: '/bulk/reread',
    ...forPages,
    request: { body: body(z.strictObject({ ids: idsSchema })) },
    responses: answers(changedSchema),
  }),
  waits: createRoute({
    method: 'get',
    path: '/waits',
    ...forPages,
    description: 'For about how long captures still wait to be read.',
    request: { query: z.object({ ids: z.string().max(4000) }) },
    responses: answers(
      z.array(
        z.object({
          captureId: z.uuid(),
          isReading: z.boolean(),
          seconds: z.number().nullable(),
          heldBy: z.string().nullable(),
        }),
      ),
    ),
  }),
  failures: createRoute({
    method: 'get',
    path: '/failures',
    ...forPages,
    description: 'Why pages could not be read, most frequent first.',
    responses: answers(
      z.array(
        z.object({ code: z.string(), pages: z.number().int(), title: z.string() }).openapi('FailureCause'),
      ),
    ),
  }),
  retry: createRoute({
    method: 'post',
    path: '/failures/retry',
    ...forPages,
    request: { body: body(z.strictObject({ code: z.string().max(80) })) },
    responses: answers(z.object({ pages: z.number().int() })),
  }),
  preview: createRoute({
    method: 'post',
    path: '/bulk/preview',
    ...forPages,
    description:
      'What a bulk action would change and what not. A POST because thousands of ids fit no address; changes nothing. `namesFrom`: so many records of each list are known already, and the next are named.',
    request: { body: body(previewSchema) },
    responses: answers(
      z.object({
        asOf: z.iso.datetime(),
        matching: z.number().int(),
        changing: z.number().int(),
        unchanged: z.number().int(),
        reasons: z.array(z.object({ reason: z.enum(skipReasons), count: z.number().int() })),
        records: z
          .object({
            changing: z.number().int(),
            first: z.number().int(),
            named: namedRecords,
            doubtful: z
              .object({
                records: z.number().int(),
                fields: z.number().int(),
                failedChecks: z.number().int(),
                doubles: z.number().int(),
                named: namedRecords,
              })
              .nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  run: createRoute({
    method: 'post',
    path: '/bulk/run',
    ...forPages,
    request: { body: body(bulkSchema) },
    responses: answers(
      z.object({
        bulkActionId: z.uuid().nullable(),
        changed: z.number().int(),
        records: z.number().int().nullable(),
      }),
    ),
  }),
  undoable: createRoute({
    method: 'get',
    path: '/bulk',
    ...forPages,
    description: 'Bulk actions of the last 30 days that can be undone, newest first.',
    responses: answers(
      z.array(
        z.object({
          id: z.uuid(),
          action: z.enum(bulkActions),
          count: z.number().int(),
          createdBy: personSchema,
          createdAt: z.iso.datetime(),
        }),
      ),
    ),
  }),
  undo: createRoute({
    method: 'post',
    path: '/bulk/{bulkActionId}/undo',
    ...forPages,
    request: { params: z.object({ bulkActionId: idSchema }) },
    responses: answers(z.object({ undone: z.number().int(), kept: z.number().int() })),
  }),
};

/** Many captures at once; single ones programs move at `/api/v1` as well. */
export function captures(
  deps: Pick<InternalDeps, 'db' | 'plugins' | 'queue' | 'readingLoad'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.assign, async (context) =>
    context.json(await assignCaptures(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  api.openapi(routes.reread, async (context) =>
    context.json(await rereadCaptures(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  api.openapi(routes.waits, async (context) => {
    const ids = context.req.valid('query').ids.split(',');
    return context.json(await expectedWaits(deps, { scope: scopeOf(context), ids }), 200);
  });
  api.openapi(routes.failures, async (context) => {
    const causes = await listFailureCauses(deps, { scope: scopeOf(context) });
    const title = (code: string) => errorEntry(code, currentLocale())?.title ?? code;
    return context.json(
      causes.map((cause) => ({ ...cause, title: title(cause.code) })),
      200,
    );
  });
  api.openapi(routes.retry, async (context) =>
    context.json(await retryFailed(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  api.openapi(routes.preview, async (context) => {
    const { namesFrom = 0, ...asked } = context.req.valid('json');
    return context.json(
      await previewBulkAction(deps, { scope: scopeOf(context), namesFrom, ...bulkOf(asked) }),
      200,
    );
  });
  api.openapi(routes.run, async (context) =>
    context.json(
      await runBulkAction(deps, { scope: scopeOf(context), ...bulkOf(context.req.valid('json')) }),
      200,
    ),
  );
  // After those that are named: it would take their addresses.
  api.openapi(routes.move, async (context) => {
    const move = moves[context.req.valid('param').move];
    return context.json(await move(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200);
  });
  api.openapi(routes.exportPreview, async (context) => {
    const filter = toFilter(context.req.valid('json').filter);
    const scope = scopeOf(context);
    return context.json(await previewExport(deps, { scope, filter }), 200);
  });
  api.openapi(routes.undoable, async (context) =>
    context.json(await listBulkActions(deps, { scope: scopeOf(context) }), 200),
  );
  api.openapi(routes.undo, async (context) =>
    context.json(await undoBulkAction(deps, { scope: scopeOf(context), ...context.req.valid('param') }), 200),
  );
  return api;
}
