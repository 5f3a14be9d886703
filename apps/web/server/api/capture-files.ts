import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { getFlattening } from '@readout/domain/captures/get-flattening';
import { getStoredFile } from '@readout/domain/captures/get-stored-file';
import { AppError } from '@readout/domain/errors';
import { derivedKey, originalKey } from '@readout/store';
import type { HttpEnv } from '../http/env.ts';
import { bytesMissing } from '../originals.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { asIs, createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { isShownByBrowsers } from './media-types.ts';
import { bytes, operation, problem } from './schemas.ts';
import { serveObject } from './serve-object.ts';

const request = {
  params: z.object({ id: z.string().openapi({ description: 'Id of a capture, the page of a document.' }) }),
  query: z.object({
    download: z.string().optional().openapi({ description: 'Given, even empty: to be kept as a file.' }),
  }),
};
const responsesOf = (...mediaTypes: string[]) => ({
  200: bytes('The file.', ...mediaTypes),
  206: bytes('The range that was asked for.', ...mediaTypes),
  304: { description: 'What `If-None-Match` names is still so.' },
  416: { description: 'There is no such range.' },
  default: problem,
});

const original = createRoute({
  method: 'get',
  path: '/captures/{id}/original',
  ...operation('Captures', 'getOriginal', 'Get the file of a capture'),
  ...forKeys('captures:read'),
  description: 'The bytes that were sent, in the media type they are of. Ranges are answered.',
  request,
  responses: responsesOf('*/*'),
});
const derived = {
  view: { operationId: 'getView', summary: 'Get the picture of a page', description: 'Upright, to look at.' },
  thumbnail: {
    operationId: 'getThumbnail',
    summary: 'Get the thumbnail of a page',
    description: 'Small, for lists.',
  },
};
const flattened = createRoute({
  method: 'get',
  path: '/captures/{id}/flattened',
  ...operation('Captures', 'getFlattened', 'Get the flattened picture of a page'),
  ...forKeys('captures:read'),
  description: 'The document in the picture as if it lay flat under a scanner; 404 where none was found.',
  request: {
    ...request,
    query: request.query.extend({
      of: z.string().max(200).optional().openapi({
        description: 'Changes nothing: with another value, caches take it for another picture.',
      }),
    }),
  },
  responses: responsesOf('image/webp'),
});

/** The bytes of a capture: as it came, upright to look at, small for lists. Each only to who may see the capture. */
export function captureFiles(deps: ApiDeps): OpenAPIHono<HttpEnv> {
  const files = createRouter();

  files.openapi(original, async (context) => {
    const scope = scopeOf(context);
    const file = await getStoredFile(deps, { scope, captureId: context.req.valid('param').id });
    await deps.originals.demandWhole({ companyId: scope.companyId, sha256: file.sha256 });
    const response = await serveObject(
      deps.store,
      originalKey(scope.companyId, file.sha256),
      {
        mediaType: file.mediaType,
        etag: file.sha256,
        maxAgeSeconds: 0,
        ...(isShownByBrowsers(file.mediaType) && context.req.query('download') === undefined
          ? {}
          : { downloadAs: file.fileName }),
      },
      context.req.raw,
    );
    if (!response) throw bytesMissing();
    return asIs(response);
  });

  for (const kind of ['view', 'thumbnail'] as const) {
    const { operationId, summary, description } = derived[kind];
    const route = createRoute({
      method: 'get',
      path: `/captures/{id}/${kind}`,
      ...operation('Captures', operationId, summary),
      ...forKeys('captures:read'),
      description,
      request,
      responses: responsesOf('image/webp'),
    });
    files.openapi(route, async (context) => {
      const scope = scopeOf(context);
      const file = await getStoredFile(deps, { scope, captureId: context.req.valid('param').id });
      const response = await serveObject(
        deps.store,
        derivedKey(scope.companyId, file.captureId, kind),
        {
          mediaType: 'image/webp',
          etag: `${file.sha256.slice(0, 32)}-${file.readAt ?? ''}-${kind}`,
          maxAgeSeconds: kind === 'thumbnail' ? 300 : 60,
        },
        context.req.raw,
      );
      if (!response) throw new AppError('capture.no_picture_yet');
      return asIs(response);
    });
  }

  files.openapi(flattened, async (context) => {
    const scope = scopeOf(context);
    const captureId = context.req.valid('param').id;
    const isDownload = context.req.query('download') !== undefined;
    // A page that is read again meanwhile has other corners.
    for (let tries = 0; tries < 3; tries++) {
      const { sha256, filePage, quad, readingId, fileName } = await getFlattening(deps, { scope, captureId });
      const { companyId } = scope;
      const response = await serveObject(
        deps.store,
        derivedKey(companyId, captureId, 'flattened'),
        {
          mediaType: 'image/webp',
          etag: `${readingId}-flattened`,
          maxAgeSeconds: 60,
          ...(isDownload ? { downloadAs: `${fileName.replace(/\.[^.]{1,9}$/, '')} flattened.webp` } : {}),
        },
        context.req.raw,
      );
      if (response) return asIs(response);
      await deps.flattener.make({ companyId, captureId, sha256, page: filePage, quad });
      const now = await getFlattening(deps, { scope, captureId });
      if (now.readingId !== readingId) await deps.store.delete(derivedKey(companyId, captureId, 'flattened'));
    }
    throw new AppError('reader.busy');
  });
  return files;
}
