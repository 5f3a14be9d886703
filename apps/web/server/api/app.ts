import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { getCapture } from '@readout/domain/captures/get-capture';
import { listCaptures } from '@readout/domain/captures/list-captures';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { maxListedFields } from '@readout/domain/captures/rules';
import { AppError } from '@readout/domain/errors';
import { exportRecords } from '@readout/domain/exports/export-records';
import { type ExportFormat, exportFormats } from '@readout/domain/exports/rules';
import { reachOf } from '@readout/domain/policy';
import type { HttpEnv } from '../http/env.ts';
import { streamed } from '../http/streamed.ts';
import { liveStream } from '../live/live-stream.ts';
import { tellHowToSignIn } from '../oauth/challenge.ts';
import { currentLocale } from '../request/locale.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { asDescribed } from './as-described.ts';
import { audit } from './audit.ts';
import { captureChanges } from './capture-changes.ts';
import { captureFiles } from './capture-files.ts';
import { captureFilterSchema, sortSchema, toFilter, withoutEmpty } from './capture-filter.ts';
import { captureDetailSchema } from './capture-schemas.ts';
import { asIs, createRouter } from './create-router.ts';
import { deliveries } from './deliveries.ts';
import { deviceModels } from './device-models.ts';
import { deviceReaders } from './device-readers.ts';
import { queueKeySchema } from './device-schemas.ts';
import { events } from './events.ts';
import { exportShapeSchema, exports } from './exports.ts';
import { idempotencyParameter, withIdempotencyKey } from './idempotency.ts';
import { installations } from './installations.ts';
import {
  forKeys,
  forSessions,
  keySecurity,
  openToKeys,
  securitySchemes,
  tellQuota,
  withApiKey,
} from './key-access.ts';
import { refuseTheRest } from './no-such-route.ts';
import { people } from './people.ts';
import { platformPlugins } from './platform-plugins.ts';
import { pluginPackages } from './plugin-packages.ts';
import { plugins } from './plugins.ts';
import { postCapture } from './post-capture.ts';
import { queueKeyOf } from './queue-key.ts';
import { records } from './records.ts';
import {
  acceptedSchema,
  answer,
  bytes,
  capturePageSchema,
  changedSchema,
  idOf,
  operation,
  problem,
  tags,
} from './schemas.ts';
import { sayTusVersion } from './tus-refusals.ts';
import { uploadScopeOf } from './upload-scope.ts';
import { createUploads } from './uploads.ts';
import { uploadsDescribed } from './uploads-described.ts';
import { usage } from './usage.ts';
import { views } from './views.ts';
import { watches } from './watches.ts';
import { webhooksDescribed } from './webhooks-described.ts';

const captureForm = {
  type: 'object' as const,
  required: ['file'],
  properties: {
    file: { type: 'string' as const, format: 'binary' },
    clientId: { type: 'string' as const, format: 'uuid', description: 'Makes a repeat harmless.' },
    source: { type: 'string' as const, description: 'Where it comes from; `api` unless said otherwise.' },
    document: { type: 'string' as const, format: 'uuid', description: 'The `clientId` of page 1.' },
    page: { type: 'string' as const, pattern: '^\\d{1,3}$', description: 'Of the document, from 1.' },
  },
};

/** Captures in one answer. */
const maxListed = 200;

const idParameter = idOf('a capture');

const routes = {
  post: createRoute({
    method: 'post',
    path: '/captures',
    ...operation('Captures', 'sendCapture', 'Send a capture'),
    ...forKeys('captures:write'),
    description:
      'Takes in one picture or PDF (multipart part `file`; optional `clientId`, a UUID that makes a repeat harmless, and `source`). Pages photographed one by one become one document: send page 1 with `document` (a UUID, its `clientId`) and `page` 1, the others with the same `document`, their `page` and a `clientId` of their own, in any order; 409 `capture.document_missing` means that page 1 is not here yet. Resumable uploads (tus, `/uploads`) take the same names as metadata. Answers once the bytes and the row survive a power cut: 201 for a new capture, 200 for a repeat. What was refused before can be known from the headers alone: then the rest of the request is not read. A client that repeats also says its `clientId` in the address, so that a repeat is answered even where nothing new is taken in any more.',
    request: {
      query: z.object({
        clientId: z.uuid().optional().openapi({ description: 'The same as in the form.' }),
      }),
      body: {
        required: true,
        // Not a Zod schema: those are checked, and the file would be in memory for it.
        content: { 'multipart/form-data': { schema: captureForm } },
      },
    },
    responses: {
      200: answer(acceptedSchema, 'Sent before under this client-made id.'),
      201: answer(acceptedSchema, 'Taken in.'),
      default: problem,
    },
  }),
  list: createRoute({
    method: 'get',
    path: '/captures',
    ...operation('Captures', 'listCaptures', 'List captures'),
    ...forKeys('captures:read'),
    description: 'Captures, newest first unless `sort` says otherwise.',
    request: {
      query: captureFilterSchema.extend({
        ...sortSchema.shape,
        ids: z
          .string()
          .max(maxListed * 37)
          .optional()
          .openapi({ description: `Only these, separated by commas; at most ${maxListed}.` }),
        fields: z
          .string()
          .max(maxListedFields * 61)
          .regex(/^[A-Za-z0-9,]*$/)
          .optional()
          .openapi({
            description: `Names of fields whose values come along, separated by commas; at most ${maxListedFields}.`,
          }),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(maxListed).default(50),
      }),
    },
    responses: {
      200: answer(capturePageSchema, 'One page.'),
      default: problem,
    },
  }),
  reread: createRoute({
    method: 'post',
    path: '/captures/{id}/reread',
    ...operation('Captures', 'rereadCapture', 'Read a capture again'),
    ...forKeys('captures:write'),
    description: 'Reads a capture again. What a person changed stays; what would change is proposed.',
    request: { params: idParameter },
    responses: {
      202: answer(changedSchema, 'Queued; empty where it is being read already.'),
      default: problem,
    },
  }),
  get: createRoute({
    method: 'get',
    path: '/captures/{id}',
    ...operation('Captures', 'getCapture', 'Get a capture'),
    ...forKeys('captures:read'),
    description: 'A document at one of its pages: what was read there, word by word.',
    request: { params: idParameter },
    responses: { 200: answer(captureDetailSchema, 'The capture.'), default: problem },
  }),
  export: createRoute({
    method: 'get',
    path: '/export',
    ...operation('Exports', 'exportRecords', 'Export records'),
    security: keySecurity('exports:read'),
    description:
      'The confirmed records of every capture that the filters name, as one file. A table holds one type of record: where the captures have several, `type` says which.',
    request: {
      query: captureFilterSchema.extend({
        ...exportShapeSchema.shape,
        format: z
          .string()
          .default('csv')
          .openapi({ enum: Object.keys(exportFormats) }),
      }),
    },
    responses: {
      200: bytes(
        'The file.',
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/json',
      ),
      default: problem,
    },
  }),
  queueKey: createRoute({
    method: 'get',
    path: '/device/queue-key',
    ...operation('Devices', 'getQueueKey', 'Get the key of the queue on a device'),
    ...forSessions,
    description: 'Under which a browser keeps what could not be sent yet (AES-256, base64).',
    responses: { 200: answer(queueKeySchema, 'The key.'), default: problem },
  }),
  live: createRoute({
    method: 'get',
    path: '/live',
    ...operation('Live', 'followChanges', 'Follow changes as they happen'),
    ...forSessions,
    description:
      'Server-sent events for open pages: `hello` at once, then `change` `{captureId, documentId}`, `watch` `{watchId}`, `notification` `{unread}`, `company` and `platform` where what is shown about them is old, `session` `{reason}` and `resync` as the last one.',
    responses: {
      200: bytes('Events, until one of both sides ends them.', 'text/event-stream'),
      default: problem,
    },
  }),
  description: createRoute({
    method: 'get',
    path: '/openapi.json',
    ...operation('About', 'getDescription', 'Get this description'),
    security: [],
    description: 'The interface as OpenAPI 3.1.',
    responses: {
      200: {
        content: { 'application/json': { schema: { type: 'object' as const } } },
        description: 'The description.',
      },
    },
  }),
};

/** How the interface describes itself: without what only our own pages ask, which is promised to nobody. */
export function describeApi(api: OpenAPIHono<HttpEnv>) {
  const told = createRouter();
  const { openAPIRegistry } = told;
  for (const definition of api.openAPIRegistry.definitions)
    if (definition.type === 'webhook') openAPIRegistry.registerWebhook(definition.webhook);
    else if (definition.type === 'component')
      openAPIRegistry.registerComponent(definition.componentType, definition.name, definition.component);
    else if (definition.type === 'route' && !('x-internal' in definition.route))
      openAPIRegistry.registerPath(definition.route);
  const description = told.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Readout',
      version: '1',
      description: 'A picture in, a record out.',
      license: { name: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/api/v1' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  for (const { post } of Object.values(description.paths ?? {}))
    if (post) post.parameters = [...(post.parameters ?? []), idempotencyParameter];
  return description;
}

/** Of one person, in one process: each holds a connection open. */
const maxLiveStreams = 20;

/**
 * The interface of programs and pages, to be mounted at `/api/v1`: intake, lists, files, export and live changes. Session and
 * client are set before, errors are answered by who mounts it.
 * @param internal - what only our own pages ask, of `createInternalApi`
 */
export function createApi(deps: ApiDeps, internal?: OpenAPIHono<HttpEnv>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  const uploads = createUploads(deps);
  for (const [name, scheme] of Object.entries(securitySchemes))
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  for (const upload of uploadsDescribed)
    api.openAPIRegistry.registerPath({ ...upload, tags: [...upload.tags] });
  for (const webhook of webhooksDescribed) api.openAPIRegistry.registerWebhook(webhook);
  api.use(tellQuota);
  api.use(tellHowToSignIn('/api/v1'));
  api.use('/uploads/*', sayTusVersion);
  api.use(withApiKey(deps, '/api/v1'));
  api.use(asDescribed(api));
  api.use(withIdempotencyKey(deps));

  api.openapi(routes.post, async (context) => {
    const { capture, duplicateOf, healed, created } = await postCapture(
      deps,
      scopeOf(context),
      context.env.incoming as never,
      context.req.valid('query').clientId?.toLowerCase(),
    );
    return context.json({ capture, duplicateOf, healed }, created ? 201 : 200, {
      'readout-capture': capture.id,
    });
  });

  api.openapi(routes.list, async (context) => {
    const scope = scopeOf(context);
    const { ids, cursor, limit, sort, fields, ...query } = context.req.valid('query');
    const page = await listCaptures(deps, {
      scope,
      filter: {
        ...toFilter(query),
        ...(ids ? { ids: ids.split(',').filter(Boolean).slice(0, maxListed) } : {}),
      },
      limit,
      ...(sort ? { sort } : {}),
      ...(cursor ? { cursor } : {}),
      ...(fields ? { fields: fields.split(',').filter(Boolean) } : {}),
    });
    return context.json(page, 200);
  });

  api.openapi(routes.get, async (context) => {
    const captureId = context.req.valid('param').id;
    const capture = await getCapture(deps, { scope: scopeOf(context), captureId, locale: currentLocale() });
    return context.json(capture, 200, { 'cache-control': 'no-store' });
  });
  api.route('/', captureFiles(deps));
  api.route('/', captureChanges(deps));
  api.route('/', records(deps));
  api.route('/', events(deps));
  api.route('/', exports(deps));
  api.route('/', deliveries(deps));
  api.route('/', watches(deps));
  api.route('/', deviceReaders(deps));
  api.route('/', deviceModels(deps));
  api.route('/', people(deps));
  api.route('/', audit(deps));
  api.route('/', usage(deps));
  api.route('/', views(deps));
  api.route('/', installations(deps));
  api.route('/', plugins(deps));
  api.route('/', pluginPackages(deps));
  api.route('/', platformPlugins(deps));

  api.openapi(routes.reread, async (context) => {
    const scope = scopeOf(context);
    const { id } = context.req.valid('param');
    // Says 404 for what is not there, which the many-at-once use case passes over.
    const { capture } = await getCapture(deps, { scope, captureId: id });
    return context.json(await rereadCaptures(deps, { scope, ids: [capture.id] }), 202);
  });

  // Forms send empty parameters, which a schema would refuse.
  api.openAPIRegistry.registerPath(routes.export);
  api.get('/export', openToKeys('exports:read'), async (context) => {
    const { format = 'csv', ...query } = withoutEmpty(context.req.url);
    const asked = captureFilterSchema.extend(exportShapeSchema.shape).safeParse(query);
    if (!asked.success) throw new AppError('request.invalid', { reason: 'filter' });
    const { records, language, items, ...filter } = asked.data;
    const source = await exportRecords(deps, {
      scope: scopeOf(context),
      filter: toFilter(filter),
      format: format as ExportFormat,
      shape: { records, language, items },
    });
    const { mediaType, ending } = exportFormats[format as ExportFormat];
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await streamed(source, deps.log), {
      headers: {
        'content-type': mediaType,
        'content-disposition': `attachment; filename="readout-${day}.${ending}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  api.all('/uploads/*', openToKeys('captures:write'), (context) =>
    uploads.handle(context.req.raw, uploadScopeOf(context)),
  );
  api.all('/uploads', openToKeys('captures:write'), (context) =>
    uploads.handle(context.req.raw, uploadScopeOf(context)),
  );

  api.openapi(routes.queueKey, (context) => {
    const session = context.get('session');
    if (!session) throw new AppError('sign_in.needed');
    return context.json(queueKeyOf(deps.queueKeySecret, session), 200, { 'cache-control': 'no-store' });
  });

  api.openapi(routes.live, (context) => {
    const session = context.get('session');
    // Who belongs to no company yet still has a bell, and a session that can end.
    const scope = session && !session.company ? undefined : scopeOf(context);
    // The newest is refused: pages whose stream is cut connect again, and would cut each other for ever.
    if (session && deps.live.streamsOf(session.user.id) >= maxLiveStreams)
      throw new AppError('live.too_many', { max: maxLiveStreams, retryAfterSeconds: 30 });
    const stream = liveStream(
      deps,
      {
        companyId: scope?.companyId ?? null,
        userId: scope?.actor.userId ?? session!.user.id,
        sessionId: session!.sessionId,
        ...(scope && reachOf(scope.actor, 'captures.see') === 'own'
          ? { onlyCreatedBy: scope.actor.userId }
          : {}),
        seesWatches: scope !== undefined && reachOf(scope.actor, 'watches.see') !== undefined,
      },
      AbortSignal.any([deps.stopping, context.req.raw.signal]),
    );
    return asIs(stream);
  });

  api.openapi(routes.description, (context) => asIs(context.json(describeApi(api))));
  if (internal) api.route('/', internal);
  refuseTheRest(api);
  return api;
}
