import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { deleteView } from '@readout/domain/saved-views/delete-view';
import { listSavedViews } from '@readout/domain/saved-views/list-saved-views';
import { saveView } from '@readout/domain/saved-views/save-view';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { asIs, createRouter } from '../create-router.ts';
import { type AppDeps, answers, body, done, idSchema } from './kit.ts';

const routes = {
  list: createRoute({
    method: 'get',
    path: '/views',
    responses: answers(
      z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          query: z.string(),
          isCompanyWide: z.boolean(),
          isOwn: z.boolean(),
          createdAt: z.iso.datetime(),
        }),
      ),
    ),
  }),
  save: createRoute({
    method: 'post',
    path: '/views',
    request: {
      body: body(z.strictObject({ name: z.string(), query: z.string(), isCompanyWide: z.boolean() })),
    },
    responses: answers(z.object({ id: z.uuid() })),
  }),
  remove: createRoute({
    method: 'delete',
    path: '/views/{viewId}',
    request: { params: z.object({ viewId: idSchema }) },
    responses: done,
  }),
};

/** Filters of the list, kept under a name. */
export function views(deps: Pick<AppDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.list, async (context) =>
    context.json(await listSavedViews(deps, { scope: scopeOf(context) }), 200),
  );
  api.openapi(routes.save, async (context) =>
    context.json(await saveView(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  api.openapi(routes.remove, async (context) => {
    await deleteView(deps, { scope: scopeOf(context), ...context.req.valid('param') });
    return asIs(context.body(null, 204));
  });
  return api;
}
