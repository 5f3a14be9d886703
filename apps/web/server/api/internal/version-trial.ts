import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { type TrialLine, tryVersions } from '@readout/domain/plugins/try-versions';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { asIs, createRouter } from '../create-router.ts';
import { bytes, problem } from '../schemas.ts';
import { forPages, type InternalDeps, idSchema } from './kit.ts';

const sourceSchema = z.enum(['company', 'catalogue']).default('catalogue');

const route = createRoute({
  method: 'get',
  path: '/plugins/{pluginId}/trial',
  ...forPages,
  description:
    'Runs two versions on what was read of the newest pages. A line of JSON each: see `TrialLine`.',
  request: {
    params: z.object({ pluginId: idSchema }),
    query: z.object({
      from: z.string().default(''),
      'from-source': sourceSchema,
      to: z.string().default(''),
      'to-source': sourceSchema,
    }),
  },
  responses: { 200: bytes('How far it is, then what came of it.', 'application/x-ndjson'), default: problem },
});

/** Two versions beside each other on the company's captures, told page by page. */
export function versionTrial(deps: Pick<InternalDeps, 'db' | 'trials'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(route, async (context) => {
    const scope = scopeOf(context);
    const { pluginId } = context.req.valid('param');
    const { from, to, ...of } = context.req.valid('query');
    const begun = Promise.withResolvers<void>();
    let isRead = true;
    const lines = new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = (line: TrialLine) => {
          if (isRead) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
        };
        const onProgress = (done: number, pages: number) => {
          send({ done, of: pages });
          begun.resolve();
        };
        try {
          const results = await tryVersions(deps, {
            scope,
            from: { pluginId, source: of['from-source'], version: from },
            to: { pluginId, source: of['to-source'], version: to },
            onProgress,
          });
          send({ results });
        } catch (error) {
          // Before the first line it is the answer itself.
          begun.reject(error);
          send({ failed: true });
        }
        if (isRead) controller.close();
      },
      cancel() {
        isRead = false;
      },
    });
    await begun.promise;
    return asIs(context.body(lines, 200, { 'content-type': 'application/x-ndjson' }));
  });
  return api;
}
