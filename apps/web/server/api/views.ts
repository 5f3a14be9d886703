import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { deleteView } from '@readout/domain/saved-views/delete-view';
import { listSavedViews } from '@readout/domain/saved-views/list-saved-views';
import { saveView } from '@readout/domain/saved-views/save-view';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter, fresh, itemsOf, whenDone } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, body, idOf, listOf, operation, problem } from './schemas.ts';

const viewSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    query: z.string().openapi({
      description:
        'The filters as an address query, for instance `state=failed&q=acme`; `GET /captures` takes the same.',
    }),
    isCompanyWide: z.boolean().openapi({ description: 'Shown to everyone of the company.' }),
    isOwn: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .openapi('SavedView');

const routes = {
  list: createRoute({
    method: 'get',
    path: '/views',
    ...operation('Views', 'listViews', 'List saved views'),
    ...forKeys('captures:read'),
    description: 'One’s own, for a key those of who made it, and those shown to everyone, by name.',
    responses: listOf('SavedViews', viewSchema),
  }),
  save: createRoute({
    method: 'post',
    path: '/views',
    ...operation('Views', 'saveView', 'Save a view'),
    ...forKeys('captures:write'),
    description: 'Keeps filters under a name; showing them to everyone is for reviewers and above.',
    request: {
      body: body(
        z
          .strictObject({
            name: z.string(),
            query: z.string(),
            isCompanyWide: z.boolean().default(false),
          })
          .openapi('NewView'),
      ),
    },
    responses: {
      201: answer(z.object({ id: z.uuid() }).openapi('MadeView'), 'It is kept.'),
      default: problem,
    },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/views/{id}',
    ...operation('Views', 'deleteView', 'Delete a saved view'),
    ...forKeys('captures:write'),
    description: 'One’s own; from reviewer on also those shown to everyone.',
    request: { params: idOf('a view') },
    responses: { 204: { description: 'Deleted.' }, default: problem },
  }),
};

/** Filters of the list, kept under a name. */
export function views(deps: Pick<ApiDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.list, (context) => itemsOf(context, listSavedViews(deps, { scope: scopeOf(context) })));
  api.openapi(routes.save, async (context) =>
    context.json(await saveView(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 201, fresh),
  );
  api.openapi(routes.remove, (context) => {
    const { id: viewId } = context.req.valid('param');
    return whenDone(context, deleteView(deps, { scope: scopeOf(context), viewId }));
  });
  return api;
}
