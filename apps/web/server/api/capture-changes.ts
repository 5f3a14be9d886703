import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { archiveCaptures } from '@readout/domain/captures/archive-captures';
import { assignCaptures } from '@readout/domain/captures/assign-captures';
import { getCapture } from '@readout/domain/captures/get-capture';
import { restoreCaptures } from '@readout/domain/captures/restore-captures';
import { trashCaptures } from '@readout/domain/captures/trash-captures';
import { unarchiveCaptures } from '@readout/domain/captures/unarchive-captures';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { pageSchema } from './capture-schemas.ts';
import { createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, changedSchema, operation, problem } from './schemas.ts';

const ofCapture = z.object({
  id: z.string().max(64).openapi({ description: 'Id of a capture, any page of it.' }),
});
const changed = {
  200: answer(changedSchema, 'Done; empty where it was so already, or where its state does not allow it.'),
  default: problem,
};

const moves = {
  archive: {
    work: archiveCaptures,
    summary: 'Archive a capture',
    description: 'Out of the inbox, still found.',
  },
  unarchive: {
    work: unarchiveCaptures,
    summary: 'Move a capture back to the inbox',
    description: 'Out of the archive.',
  },
  trash: {
    work: trashCaptures,
    summary: 'Move a capture to the trash',
    description: 'It is deleted after 30 days.',
  },
  restore: { work: restoreCaptures, summary: 'Restore a capture', description: 'Out of the trash.' },
} as const;

const assign = createRoute({
  method: 'post',
  path: '/captures/{id}/assign',
  ...operation('Captures', 'assignCapture', 'Assign a capture'),
  ...forKeys('captures:write'),
  description: 'Gives a capture to a member who may review, or to nobody (`null`).',
  request: {
    params: ofCapture,
    body: {
      content: {
        'application/json': {
          schema: z.strictObject({ userId: z.uuid().nullable() }).openapi('Assignment'),
        },
      },
      required: true,
    },
  },
  responses: changed,
});

const pages = createRoute({
  method: 'get',
  path: '/captures/{id}/pages',
  ...operation('Captures', 'listPages', 'List the pages of a document'),
  ...forKeys('captures:read'),
  description: 'The pages of a document. The id of each opens its picture and its reading.',
  request: { params: ofCapture },
  responses: {
    200: answer(z.object({ items: z.array(pageSchema) }).openapi('Pages'), 'All, in order.'),
    default: problem,
  },
});

/** Where captures are and who has them; each by its id. */
export function captureChanges(deps: Pick<ApiDeps, 'db' | 'plugins'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  for (const [name, { work, summary, description }] of Object.entries(moves)) {
    const route = createRoute({
      method: 'post',
      path: `/captures/{id}/${name}`,
      ...operation('Captures', `${name}Capture`, summary),
      ...forKeys('captures:write'),
      description,
      request: { params: ofCapture },
      responses: changed,
    });
    api.openapi(route, async (context) => {
      const scope = scopeOf(context);
      // Says 404 for what is not there, which the many-at-once use cases pass over.
      const { capture } = await getCapture(deps, { scope, captureId: context.req.param('id') ?? '' });
      return context.json(await work(deps, { scope, ids: [capture.id] }), 200);
    });
  }
  api.openapi(assign, async (context) => {
    const scope = scopeOf(context);
    const { capture } = await getCapture(deps, { scope, captureId: context.req.valid('param').id });
    const { userId } = context.req.valid('json');
    return context.json(await assignCaptures(deps, { scope, ids: [capture.id], userId }), 200);
  });
  api.openapi(pages, async (context) => {
    const { id: captureId } = context.req.valid('param');
    const document = await getCapture(deps, { scope: scopeOf(context), captureId });
    return context.json({ items: document.pages }, 200, { 'cache-control': 'no-store' });
  });
  return api;
}
