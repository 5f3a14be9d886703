import { getFlattening } from '@readout/domain/captures/get-flattening';
import { getStoredFile } from '@readout/domain/captures/get-stored-file';
import { AppError } from '@readout/domain/errors';
import { derivedKey, originalKey } from '@readout/store';
import { Hono } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { bytesMissing } from '../originals.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { openToKeys } from './key-access.ts';
import { isShownByBrowsers } from './media-types.ts';
import { serveObject } from './serve-object.ts';

/** The bytes of a capture: as it came, upright to look at, small for lists. Each only to who may see the capture. */
export function captureFiles(deps: ApiDeps): Hono<HttpEnv> {
  const files = new Hono<HttpEnv>();

  files.get('/captures/:id/original', openToKeys('captures:read'), async (context) => {
    const scope = scopeOf(context);
    const file = await getStoredFile(deps, { scope, captureId: context.req.param('id') });
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
    return response;
  });

  for (const kind of ['view', 'thumbnail'] as const) {
    files.get(`/captures/:id/${kind}`, openToKeys('captures:read'), async (context) => {
      const scope = scopeOf(context);
      const file = await getStoredFile(deps, { scope, captureId: context.req.param('id') });
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
      return response;
    });
  }

  files.get('/captures/:id/flattened', openToKeys('captures:read'), async (context) => {
    const scope = scopeOf(context);
    const captureId = context.req.param('id');
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
      if (response) return response;
      await deps.flattener.make({ companyId, captureId, sha256, page: filePage, quad });
      const now = await getFlattening(deps, { scope, captureId });
      if (now.readingId !== readingId) await deps.store.delete(derivedKey(companyId, captureId, 'flattened'));
    }
    throw new AppError('reader.busy');
  });
  return files;
}
