import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import { exportLanguages } from '@readout/domain/exports/rules';
import type { Reservation } from '@readout/domain/ledger/reserve';
import { exportSamples } from '@readout/domain/watches/export-samples';
import { findWatchPicture } from '@readout/domain/watches/find-watch-picture';
import { getWatch } from '@readout/domain/watches/get-watch';
import { listAlarms } from '@readout/domain/watches/list-alarms';
import { listSamples } from '@readout/domain/watches/list-samples';
import { listWatches } from '@readout/domain/watches/list-watches';
import { readSeries } from '@readout/domain/watches/read-series';
import { sampleFilters } from '@readout/domain/watches/rules';
import { maxSamplesPerBatch, saveSamples } from '@readout/domain/watches/save-samples';
import { originalKey } from '@readout/store';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from '../http/env.ts';
import { streamed } from '../http/streamed.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { asIs, createRouter, fresh, itemsOf } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, body, bytes, idOf, listOf, operation, problem } from './schemas.ts';
import { disposition } from './serve-object.ts';
import { withRoom } from './take-room.ts';
import { uploadScopeOf } from './upload-scope.ts';
import { maxPictureBytes, mediaTypeOf, packPictures } from './watch-pictures.ts';
import { alarmSchema, sampleSchema, seriesSchema, watchItemSchema, watchSchema } from './watch-schemas.ts';

const ofWatch = idOf('a watch');
const maxBatchBytes = 8 * 2 ** 20;

const batchSchema = z
  .strictObject({
    sentAt: z.iso.datetime({ offset: true }).openapi({ description: 'By the clock of the device.' }),
    run: z.strictObject({
      id: z.uuid().openapi({ description: 'Made by the device when it begins to read.' }),
      device: z.string().max(120),
      state: z.enum(['running', 'stopped', 'source_ended']),
    }),
    samples: z
      .array(
        z.strictObject({
          id: z.uuid().openapi({ description: 'Made by the device: a repeat adds nothing.' }),
          takenAt: z.iso.datetime({ offset: true }),
          value: z.number().nullable().default(null),
          text: z.string().max(2000).nullable().default(null),
          confidence: z.number().min(0).max(1),
          isReadable: z.boolean().default(true),
          reason: z.string().max(300).optional(),
          gap: z.enum(['paused', 'page_closed', 'source_ended', 'asleep']).optional(),
          picture: z
            .base64()
            .max(Math.ceil(maxPictureBytes / 3) * 4)
            .optional()
            .openapi({ description: 'The region where it changed: WebP or JPEG.' }),
        }),
      )
      .max(maxSamplesPerBatch),
  })
  .openapi('WatchBatch');

const period = { from: z.string().max(40).optional(), to: z.string().max(40).optional() };

const routes = {
  save: createRoute({
    method: 'post',
    path: '/watches/{id}/samples',
    ...operation('Watches', 'sendSamples', 'Send samples of a watch'),
    ...forKeys('watches:write'),
    description:
      'Takes in what a device has read of a watch, at most 500 samples a request; repeats are harmless. Times are those of the device: the answer says how far its clock is off. An empty list says that the watch still runs, which is expected once a minute.',
    request: {
      params: ofWatch,
      body: body(batchSchema),
    },
    responses: {
      200: answer(
        z
          .object({ added: z.number().int(), clockSkewMs: z.number(), keepsPictures: z.boolean() })
          .openapi('SavedSamples'),
        'Durable.',
      ),
      default: problem,
    },
  }),
  list: createRoute({
    method: 'get',
    path: '/watches',
    ...operation('Watches', 'listWatches', 'List watches'),
    ...forKeys('watches:read'),
    description: 'Every watch of the company by name.',
    responses: listOf('Watches', watchItemSchema),
  }),
  series: createRoute({
    method: 'get',
    path: '/watches/{id}/series',
    ...operation('Watches', 'getSeries', 'Get the course of a watch'),
    ...forKeys('watches:read'),
    description:
      'Least, greatest and mean value of each step of a period, in columns; `stepMs` null where each point is a sample.',
    request: {
      params: ofWatch,
      query: z.object({
        from: z.string().max(40),
        to: z.string().max(40),
        points: z.coerce.number().int().min(10).max(2000).default(600),
      }),
    },
    responses: { 200: answer(seriesSchema, 'The series.'), default: problem },
  }),
  samples: createRoute({
    method: 'get',
    path: '/watches/{id}/samples',
    ...operation('Watches', 'listSamples', 'List samples of a watch'),
    ...forKeys('watches:read'),
    description: 'Samples, newest first.',
    request: {
      params: ofWatch,
      query: z.object({
        ...period,
        filter: z.enum(sampleFilters).default('all'),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    },
    responses: {
      200: answer(
        z.object({ items: z.array(sampleSchema), nextCursor: z.string().optional() }).openapi('SamplePage'),
        'One page.',
      ),
      default: problem,
    },
  }),
  get: createRoute({
    method: 'get',
    path: '/watches/{id}',
    ...operation('Watches', 'getWatch', 'Get a watch'),
    ...forKeys('watches:read'),
    description: 'One watch with its last value and who reads it.',
    request: { params: ofWatch },
    responses: { 200: answer(watchSchema, 'The watch.'), default: problem },
  }),
  alarms: createRoute({
    method: 'get',
    path: '/watches/{id}/alarms',
    ...operation('Watches', 'listAlarms', 'List alarms of a watch'),
    ...forKeys('watches:read'),
    description: 'The newest hundred, newest first.',
    request: { params: ofWatch },
    responses: {
      200: answer(z.object({ items: z.array(alarmSchema) }).openapi('Alarms'), 'Alarms.'),
      default: problem,
    },
  }),
  export: createRoute({
    method: 'get',
    path: '/watches/{id}/export',
    ...operation('Watches', 'exportSamples', 'Export samples of a watch'),
    ...forKeys('watches:read'),
    description: 'Every sample of a period as a table.',
    request: {
      params: ofWatch,
      query: z.object({
        ...period,
        language: z.enum(exportLanguages).optional().openapi({
          description: 'Whose spreadsheets are to read it, with the names of columns; without, programs are.',
        }),
      }),
    },
    responses: { 200: bytes('The table.', 'text/csv'), default: problem },
  }),
  samplePicture: createRoute({
    method: 'get',
    path: '/watches/{id}/samples/{sampleId}/picture',
    ...operation('Watches', 'getSamplePicture', 'Get the picture of a sample'),
    ...forKeys('watches:read'),
    description: 'The region as it looked then.',
    request: { params: ofWatch.extend({ sampleId: z.string().max(64) }) },
    responses: { 200: bytes('The picture.', 'image/webp', 'image/jpeg'), default: problem },
  }),
  alarmPicture: createRoute({
    method: 'get',
    path: '/watches/{id}/alarms/{alarmId}/picture',
    ...operation('Watches', 'getAlarmPicture', 'Get the picture of an alarm'),
    ...forKeys('watches:read'),
    description: 'The region as it looked when the alarm began.',
    request: { params: ofWatch.extend({ alarmId: z.string().max(64) }) },
    responses: { 200: bytes('The picture.', 'image/webp', 'image/jpeg'), default: problem },
  }),
};

/** Watches for devices that read, pages that show them live, and programs. */
export function watches(deps: ApiDeps): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.use(
    '/watches/:id/samples',
    bodyLimit({
      maxSize: maxBatchBytes,
      onError: () => {
        throw new AppError('request.too_large', { reason: 'samples' });
      },
    }),
  );
  api.openapi(routes.save, async (context) => {
    // What waited on a device goes to the company it was read for, whichever its user works in by now.
    const scope = uploadScopeOf(context);
    const { samples, run, sentAt } = context.req.valid('json');
    const watchId = context.req.valid('param').id;
    // Nothing is stored for a watch that is not there.
    await getWatch(deps, { scope, watchId });
    const pictures = packPictures(deps.store, scope.companyId, samples);
    const save = (reservation?: Reservation) =>
      saveSamples(deps, { scope, watchId, batch: { samples, run, sentAt, pictures }, reservation });
    const saved = pictures
      ? await withRoom(
          deps,
          { scope, action: 'watches.manage', bytes: pictures.byteSize, captures: 0, mayDoWithout: true },
          save,
        )
      : await save();
    return context.json(saved, 200, fresh);
  });
  api.openapi(routes.list, (context) => itemsOf(context, listWatches(deps, { scope: scopeOf(context) })));
  api.openapi(routes.get, async (context) => {
    const watchId = context.req.valid('param').id;
    return context.json(await getWatch(deps, { scope: scopeOf(context), watchId }), 200, fresh);
  });
  api.openapi(routes.series, async (context) => {
    const watchId = context.req.valid('param').id;
    const series = await readSeries(deps, {
      scope: scopeOf(context),
      watchId,
      ...context.req.valid('query'),
    });
    return context.json({ ...series }, 200, fresh);
  });
  api.openapi(routes.samples, async (context) => {
    const watchId = context.req.valid('param').id;
    const page = await listSamples(deps, { scope: scopeOf(context), watchId, ...context.req.valid('query') });
    return context.json({ ...page, items: page.items.map((item) => ({ ...item })) }, 200, fresh);
  });
  api.openapi(routes.alarms, (context) => {
    const watchId = context.req.valid('param').id;
    return itemsOf(context, listAlarms(deps, { scope: scopeOf(context), watchId }));
  });
  api.openapi(routes.export, async (context) => {
    const { name, chunks } = await exportSamples(deps, {
      scope: scopeOf(context),
      watchId: context.req.valid('param').id,
      ...context.req.valid('query'),
    });
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition(`${name} ${day}.csv`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    return asIs(new Response(await streamed(chunks, deps.log), { headers }));
  });
  api.openapi(routes.samplePicture, async (context) => asIs(await picture(deps, context, 'sample')));
  api.openapi(routes.alarmPicture, async (context) => asIs(await picture(deps, context, 'alarm')));
  return api;
}

async function picture(deps: ApiDeps, context: Context<HttpEnv>, of: 'sample' | 'alarm'): Promise<Response> {
  const scope = scopeOf(context);
  const part = await findWatchPicture(deps, {
    scope,
    watchId: context.req.param('id') ?? '',
    of,
    id: context.req.param(`${of}Id`) ?? '',
  });
  await deps.originals.demandWhole({ companyId: scope.companyId, sha256: part.sha256 });
  const stored = await deps.store.get(originalKey(scope.companyId, part.sha256), {
    start: part.offset,
    end: part.offset + part.byteSize - 1,
  });
  if (!stored) throw new AppError('watch.no_picture', { reason: 'gone' });
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer());
  return new Response(bytes, {
    headers: {
      'content-type': mediaTypeOf(bytes) ?? 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      // A sample never changes its picture.
      'cache-control': 'private, max-age=86400, immutable',
      vary: 'cookie',
    },
  });
}
