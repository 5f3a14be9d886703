import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { FileInUse, ModelFolder } from '@readout/image-reader/added-models';
import type { HttpEnv } from '../http/env.ts';
import { scopeOf } from './api-deps.ts';
import { asIs, createRouter } from './create-router.ts';
import { forSessions } from './key-access.ts';
import { bytes, operation, problem } from './schemas.ts';

const route = createRoute({
  method: 'get',
  path: '/device/models/{sha256}',
  ...operation('Devices', 'getModelFile', 'Get a file of a text model'),
  ...forSessions,
  description:
    'The network or the characters of a text model that `/device/readers` names; 404 where none that is in use has this hash.',
  request: {
    params: z.object({
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .openapi({ description: 'Of the file.' }),
    }),
  },
  responses: {
    200: bytes('The file.', ...['application/octet-stream', 'text/plain']),
    304: { description: 'What `If-None-Match` names is this file.' },
    default: problem,
  },
});

const mediaTypes: Record<FileInUse['kind'], string> = {
  model: 'application/octet-stream',
  characters: 'text/plain; charset=utf-8',
};

/** The files that devices read text with, where the installation has models of its own. */
export function deviceModels({ models }: { models: Pick<ModelFolder, 'fileOf'> }): OpenAPIHono<HttpEnv> {
  const app = createRouter();
  app.openapi(route, async (context) => {
    scopeOf(context);
    const { sha256 } = context.req.valid('param');
    const file = await models.fileOf(sha256);
    const handle = file && (await open(file.path).catch(() => undefined));
    if (!file || !handle) throw new AppError('address.not_found');
    const etag = `"${sha256}"`;
    const headers = new Headers({
      etag,
      'content-type': mediaTypes[file.kind],
      // Other bytes have another address. For anyone who is signed in, so in no cache that several share.
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const held = context.req.header('if-none-match')?.split(',') ?? [];
    if (held.some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
      await handle.close();
      return asIs(new Response(null, { status: 304, headers }));
    }
    const { size } = await handle.stat();
    // One that was damaged since is sent no further than it was described; the device refuses it by its hash.
    const length = Math.min(size, file.bytes);
    headers.set('content-length', String(length));
    const body = handle.createReadStream({ start: 0, end: Math.max(0, length - 1) });
    return asIs(new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers }));
  });
  return app;
}
