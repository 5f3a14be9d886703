import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import { getExport } from '@readout/domain/exports/get-export';
import { listExportOriginals } from '@readout/domain/exports/list-export-originals';
import { requestExport } from '@readout/domain/exports/request-export';
import {
  bookingLacks,
  type Export,
  exportDays,
  exportedStates,
  exportFormats,
  exportLanguages,
  exportStates,
  fileKinds,
  itemPlaces,
  maxOpenExports,
  plainShape,
} from '@readout/domain/exports/rules';
import { exportKey } from '@readout/store';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from '../http/env.ts';
import { streamed } from '../http/streamed.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { captureFilterSchema, toFilter } from './capture-filter.ts';
import { asIs, createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, body, idOf, operation, problem } from './schemas.ts';
import { disposition, serveObject } from './serve-object.ts';
import { zipOriginals } from './zip-originals.ts';

const maxBodyBytes = 16 * 2 ** 10;
const formats = ['csv', 'xlsx', 'json'] as const;

/** How the file is made; what is not said is as programs read it. */
export const exportShapeSchema = z.object({
  records: z
    .enum(exportedStates)
    .default(plainShape.records)
    .openapi({ description: '`all`: what waits for review or was rejected, too.' }),
  language: z.enum(exportLanguages).default(plainShape.language).openapi({
    description:
      'Of headings, dates and numbers in tables: German, French and Spanish ones have a decimal comma, and a semicolon between cells.',
  }),
  items: z.enum(itemPlaces).default(plainShape.items).openapi({
    description: 'Line items in tables: left out, a row each, or on a sheet of their own (XLSX).',
  }),
});

const exportSchema = z
  .object({
    id: z.uuid(),
    format: z.enum([...formats, 'datev', 'hledger']),
    state: z.enum(exportStates),
    rows: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'Records in the file; null while it is not done.' }),
    byteSize: z.number().int().nullable(),
    profile: z
      .object({ id: z.uuid(), name: z.string(), withOriginals: z.boolean() })
      .nullable()
      .openapi({ description: 'What it was made with; as it was then.' }),
    heldBack: z
      .object({
        count: z.number().int(),
        records: z.array(
          z.object({
            recordId: z.uuid(),
            captureId: z.uuid(),
            fileName: z.string(),
            lacks: z.array(z.enum(bookingLacks)),
          }),
        ),
      })
      .nullable()
      .openapi({
        description: 'Records that could not be booked, and what each lacks; the first of them.',
      }),
    error: z
      .object({ code: z.string().openapi({ description: 'Of the error catalogue.' }) })
      .nullable()
      .openapi({ description: 'Why it failed.' }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().openapi({ description: 'When it goes, with its file.' }),
  })
  .openapi('Export');

const ofExport = idOf('an export');

const routes = {
  request: createRoute({
    method: 'post',
    path: '/exports',
    ...operation('Exports', 'requestExport', 'Export in the background'),
    ...forKeys('exports:read'),
    description: `Exports the confirmed records of every capture that the filters name into a file, in the background, whatever their number. Ask the address in \`Location\` until it is \`done\` or \`failed\`; it stays for ${exportDays} days after that. A company has at most ${maxOpenExports} that are not done: 429 \`export.too_many\`.`,
    request: {
      body: body(
        captureFilterSchema
          .extend({
            format: z.enum(formats).optional().openapi({ description: 'Needed where there is no profile.' }),
            ...exportShapeSchema.shape,
            profile: z.uuid().optional().openapi({
              description:
                'Id of an export profile: it says the format, the type of record, the language and the columns. What was exported by it before is left out.',
            }),
            again: z.boolean().default(false).openapi({
              description: 'With a profile: also what was exported by it before.',
            }),
          })
          .strict()
          .openapi('ExportRequest'),
      ),
    },
    responses: {
      202: {
        content: { 'application/json': { schema: exportSchema } },
        headers: z.object({
          location: z.string().openapi({ description: 'Where it is asked for.' }),
        }),
        description: 'It is written as soon as it is its turn.',
      },
      default: problem,
    },
  }),
  get: createRoute({
    method: 'get',
    path: '/exports/{id}',
    ...operation('Exports', 'getExport', 'Show an export'),
    ...forKeys('exports:read'),
    description: 'How far an export is.',
    request: { params: ofExport },
    responses: {
      200: answer(exportSchema, 'As it is now.'),
      default: problem,
    },
  }),
  originals: createRoute({
    method: 'get',
    path: '/exports/{id}/originals',
    ...operation('Exports', 'getExportOriginals', 'Get the originals that go with an export'),
    ...forKeys('exports:read'),
    description:
      'The files its records were read from as a ZIP file, each once, with names by the pattern of the profile. 404 `export.no_originals` where its profile adds none.',
    request: { params: ofExport },
    responses: {
      200: {
        content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
        description: 'The ZIP file.',
      },
      default: problem,
    },
  }),
  file: createRoute({
    method: 'get',
    path: '/exports/{id}/file',
    ...operation('Exports', 'getExportFile', 'Get the file of an export'),
    ...forKeys('exports:read'),
    description:
      'The file of an export that is done, whole or a range of it. 409 `export.not_done` before, and where it failed.',
    request: { params: ofExport },
    responses: {
      200: {
        content: Object.fromEntries(
          Object.values(exportFormats).map(({ mediaType }) => [
            mediaType.replace(/;.*/, ''),
            { schema: z.string().openapi({ format: 'binary' }) },
          ]),
        ),
        description: 'The file.',
      },
      206: { description: 'The range that was asked for (`Range`).' },
      304: { description: 'As it was (`If-None-Match`).' },
      416: { description: 'The file has no such range.' },
      default: problem,
    },
  }),
};

/** Exports that are written in the background. */
export function exports(deps: Pick<ApiDeps, 'db' | 'store' | 'originals' | 'log'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.use(
    '/exports',
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new AppError('request.too_large', { reason: 'export', max: maxBodyBytes / 1024 });
      },
    }),
  );
  api.openapi(routes.request, async (context) => {
    const { format, records, language, items, profile, again, ...query } = context.req.valid('json');
    const [scope, filter] = [scopeOf(context), toFilter(query)];
    if (profile === undefined && format === undefined)
      throw new AppError('request.invalid', { reason: 'parameter', path: 'format', message: 'required' });
    const made = await requestExport(
      deps,
      profile === undefined
        ? { scope, filter, format: format!, shape: { records, language, items } }
        : { scope, filter, profileId: profile, again },
    );
    return context.json(toApiExport(made), 202, {
      location: `/api/v1/exports/${made.id}`,
      'cache-control': 'no-store',
    });
  });
  api.openapi(routes.get, async (context) => {
    const scope = scopeOf(context);
    const found = await getExport(deps, { scope, exportId: context.req.valid('param').id });
    return context.json(toApiExport(found), 200, { 'cache-control': 'no-store' });
  });
  api.openapi(routes.file, async (context) => {
    const scope = scopeOf(context);
    const found = await getExport(deps, { scope, exportId: context.req.valid('param').id });
    if (found.state !== 'done')
      throw new AppError('export.not_done', found.state === 'failed' ? { state: found.state } : {});
    const { mediaType, ending } = fileKinds[found.format];
    const response = await serveObject(
      deps.store,
      exportKey(scope.companyId, found.id),
      {
        mediaType,
        etag: found.sha256 ?? found.id,
        // DATEV knows a file by how its name begins.
        downloadAs: `${found.format === 'datev' ? 'EXTF_Buchungsstapel' : 'readout'}-${found.createdAt.toISOString().slice(0, 10)}.${ending}`,
        maxAgeSeconds: 0,
      },
      context.req.raw,
    );
    if (!response) throw new AppError('export.not_found');
    return asIs(response);
  });
  api.openapi(routes.originals, async (context) => {
    const scope = scopeOf(context);
    const { id } = context.req.valid('param');
    const originals = await listExportOriginals(deps, { scope, exportId: id });
    return asIs(
      new Response(await streamed(zipOriginals(deps, scope.companyId, originals), deps.log), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': disposition(`readout-${new Date().toISOString().slice(0, 10)}.zip`),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      }),
    );
  });
  return api;
}

function toApiExport(given: Export): z.infer<typeof exportSchema> {
  const {
    id,
    format,
    state,
    rowCount,
    byteSize,
    profile,
    heldBack,
    failureCode,
    createdAt,
    finishedAt,
    expiresAt,
  } = given;
  return {
    id,
    format,
    state,
    rows: rowCount,
    byteSize,
    profile,
    heldBack,
    error: failureCode === null ? null : { code: failureCode },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
