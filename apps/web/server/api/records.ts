import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Scope } from '@readout/domain/actor';
import { AppError } from '@readout/domain/errors';
import { addRecord } from '@readout/domain/records/add-record';
import { confirmRecord } from '@readout/domain/records/confirm-record';
import { editFields } from '@readout/domain/records/edit-fields';
import { getRecord } from '@readout/domain/records/get-record';
import { listRecords } from '@readout/domain/records/list-records';
import { rejectRecord } from '@readout/domain/records/reject-record';
import { reopenRecord } from '@readout/domain/records/reopen-record';
import { companyCheckNames } from '@readout/domain/records/rules';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { recordSchema, toApiRecord } from './record-schemas.ts';
import { etagOf, namedRevision, onRevision, orFaster } from './revisions.ts';
import { body, idOf, operation, problem, recordStateSchema } from './schemas.ts';

const maxBodyBytes = 256 * 2 ** 10;
const maxFields = 100;

const ofRecord = idOf('a record');
const one = {
  200: {
    content: { 'application/json': { schema: recordSchema } },
    headers: z.object({ etag: z.string() }),
    description: 'The record as it is now.',
  },
  default: problem,
};
/** What PostgreSQL and a program both can date. */
const isOurTime = (text: string): boolean => {
  const ms = Date.parse(text);
  return ms >= 0 && ms < Date.UTC(9999);
};
const fieldValues = z
  .record(z.string().max(120), z.unknown())
  .refine((fields) => Object.keys(fields).length <= maxFields, {
    error: `names more than ${maxFields} fields`,
  });
const typeNames = {
  type: z.string().max(60),
  plugin: z.string().max(60).optional().openapi({
    description: 'Whose type it is; else the first in the order plugins run that has one of this name.',
  }),
};

const routes = {
  list: createRoute({
    method: 'get',
    path: '/records',
    ...operation('Records', 'listRecords', 'List records'),
    ...forKeys('records:read'),
    description:
      'Records of everything that is not in the trash, newest first; with `updatedSince` what changed longest ago first. What changes while you page comes again at the end, so that nothing is missed. A change that takes long to save is dated when it began: ask from a minute before the newest `updatedAt` you have and leave alone what you know by `id` and `revision`, or follow `GET /events`, which has no such overlap.',
    request: {
      query: z.object({
        capture: z.string().max(64).optional().openapi({ description: 'Id of a capture, any page of it.' }),
        state: recordStateSchema.optional(),
        type: z.string().max(60).optional(),
        updatedSince: z.iso
          .datetime({ offset: true })
          .refine(isOurTime, { error: 'is not a time between 1970 and 9999' })
          .optional()
          .openapi({
            description:
              'Records that were made or changed then or later: an instant in ISO 8601, for instance `2026-03-05T09:30:00Z`.',
          }),
        cursor: z.string().max(200).optional().openapi({ description: '`nextCursor` of the page before.' }),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    responses: {
      200: {
        content: {
          'application/json': {
            schema: z
              .object({
                items: z.array(recordSchema),
                nextCursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
              })
              .openapi('RecordPage'),
          },
        },
        description: 'One page.',
      },
      default: problem,
    },
  }),
  get: createRoute({
    method: 'get',
    path: '/records/{id}',
    ...operation('Records', 'getRecord', 'Get a record'),
    ...forKeys('records:read'),
    description: 'One record with where each value was seen.',
    request: { params: ofRecord },
    responses: one,
  }),
  edit: createRoute({
    method: 'patch',
    path: '/records/{id}',
    ...operation('Records', 'changeRecord', 'Correct a record'),
    ...forKeys('records:write'),
    description:
      'Puts values in fields, all of them or none; `null` empties one. With `type` it becomes a record of another type, of a plugin the company has installed, and keeps the fields both types have. Only while the record is in review; 412 `record.revision_differs` where somebody was faster.',
    request: {
      params: ofRecord,
      headers: onRevision('record'),
      body: body(
        z
          .strictObject({ fields: fieldValues.optional(), ...typeNames, type: typeNames.type.optional() })
          .refine(({ fields, type }) => type !== undefined || Object.keys(fields ?? {}).length >= 1, {
            error: 'names no field',
          })
          .openapi('RecordChange'),
      ),
    },
    responses: one,
  }),
  add: createRoute({
    method: 'post',
    path: '/records',
    ...operation('Records', 'addRecord', 'Add a record'),
    ...forKeys('records:write'),
    description:
      'Adds a record, in review, to a page that was read; its type is one of a plugin the company has installed. Reading the page again leaves it as it is.',
    request: {
      body: body(
        z
          .strictObject({
            capture: z
              .string()
              .max(64)
              .openapi({ description: 'Id of a capture; of a further page, where it is on that one.' }),
            ...typeNames,
            fields: fieldValues.default({}),
          })
          .openapi('NewRecord'),
      ),
    },
    responses: { 201: one[200], default: problem },
  }),
  confirm: createRoute({
    method: 'post',
    path: '/records/{id}/confirm',
    ...operation('Records', 'confirmRecord', 'Confirm a record'),
    ...forKeys('records:confirm'),
    description:
      'Stands for the record as it is. Where it fails checks beside the confirmed records of the company, each has to be named in `despite`: else 409 `record.checks_fail` with `checks`. A total above what the company lets one person confirm stays in review with `confirmations: 1` until somebody else confirms it; the same person gets 409 `record.second_person_needed`.',
    request: {
      params: ofRecord,
      headers: onRevision('record'),
      body: {
        content: {
          'application/json': {
            schema: z
              .strictObject({
                despite: z
                  .array(z.enum(companyCheckNames))
                  .max(10)
                  .optional()
                  .openapi({ description: '`check` of the `companyChecks` that somebody has seen.' }),
              })
              .openapi('Confirmation'),
          },
        },
        required: false,
      },
    },
    responses: one,
  }),
  reject: createRoute({
    method: 'post',
    path: '/records/{id}/reject',
    ...operation('Records', 'rejectRecord', 'Reject a record'),
    ...forKeys('records:confirm'),
    description: 'The record is not to be used.',
    request: {
      params: ofRecord,
      headers: onRevision('record'),
      body: body(z.strictObject({ reason: z.string() }).openapi('Rejection')),
    },
    responses: one,
  }),
  reopen: createRoute({
    method: 'post',
    path: '/records/{id}/reopen',
    ...operation('Records', 'reopenRecord', 'Reopen a record'),
    ...forKeys('records:confirm'),
    description:
      'Back to review, confirmed or rejected. What was exported by a profile needs a reason: 409 `record.exported` without.',
    request: {
      params: ofRecord,
      headers: onRevision('record'),
      query: z.object({
        reason: z.string().max(500).optional().openapi({ description: 'Why, kept in its history.' }),
      }),
    },
    responses: one,
  }),
};

/** Records for programs: read, corrected, decided. */
export function records(deps: Pick<ApiDeps, 'db' | 'plugins'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  const tagged = async (scope: Scope, recordId: string) => {
    const record = toApiRecord(await getRecord(deps, { scope, recordId }));
    return [record, 200, { etag: etagOf(record.revision), 'cache-control': 'no-store' }] as const;
  };

  const revisionOf = async (scope: Scope, recordId: string, ifMatch: string | undefined) =>
    namedRevision(ifMatch) ?? (await getRecord(deps, { scope, recordId })).revision;

  api.use(
    '/records/*',
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new AppError('request.too_large', { reason: 'record', max: maxBodyBytes / 1024 });
      },
    }),
  );
  api.openapi(routes.list, async (context) => {
    const { capture: captureId, updatedSince, cursor, limit, ...of } = context.req.valid('query');
    const filter = {
      ...of,
      captureId,
      updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
    };
    const page = await listRecords(deps, { scope: scopeOf(context), filter, cursor, limit });
    return context.json({ ...page, items: page.items.map(toApiRecord) }, 200, {
      'cache-control': 'no-store',
    });
  });
  api.openapi(routes.get, async (context) =>
    context.json(...(await tagged(scopeOf(context), context.req.valid('param').id))),
  );
  api.openapi(routes.add, async (context) => {
    const scope = scopeOf(context);
    const { capture: captureId, fields: values, ...as } = context.req.valid('json');
    const { id } = await addRecord(deps, { scope, captureId, as, values });
    const [record, , headers] = await tagged(scope, id);
    return context.json(record, 201, headers);
  });
  api.openapi(routes.edit, async (context) => {
    const scope = scopeOf(context);
    const recordId = context.req.valid('param').id;
    const revision = await revisionOf(scope, recordId, context.req.valid('header')['if-match']);
    const { fields: values = {}, type, plugin } = context.req.valid('json');
    if (plugin !== undefined && type === undefined)
      throw new AppError('request.invalid', { reason: 'parameter', path: 'type', message: 'is missing' });
    await orFaster(
      editFields(deps, { scope, recordId, revision, values, ...(type ? { as: { type, plugin } } : {}) }),
    );
    return context.json(...(await tagged(scope, recordId)));
  });
  api.openapi(routes.reject, async (context) => {
    const scope = scopeOf(context);
    const recordId = context.req.valid('param').id;
    const revision = await revisionOf(scope, recordId, context.req.valid('header')['if-match']);
    const { reason } = context.req.valid('json');
    await orFaster(rejectRecord(deps, { scope, recordId, revision, reason }));
    return context.json(...(await tagged(scope, recordId)));
  });
  api.openapi(routes.confirm, async (context) => {
    const scope = scopeOf(context);
    const recordId = context.req.valid('param').id;
    const revision = await revisionOf(scope, recordId, context.req.valid('header')['if-match']);
    const { despite } = context.req.valid('json') ?? {};
    await orFaster(confirmRecord(deps, { scope, recordId, revision, despite }));
    return context.json(...(await tagged(scope, recordId)));
  });
  api.openapi(routes.reopen, async (context) => {
    const scope = scopeOf(context);
    const recordId = context.req.valid('param').id;
    const revision = await revisionOf(scope, recordId, context.req.valid('header')['if-match']);
    const { reason } = context.req.valid('query');
    await orFaster(reopenRecord(deps, { scope, recordId, revision, reason }));
    return context.json(...(await tagged(scope, recordId)));
  });
  return api;
}
