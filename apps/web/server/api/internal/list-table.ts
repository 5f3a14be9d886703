import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { chooseListTable } from '@readout/domain/list-table/choose-list-table';
import { columnPattern, maxColumns, maxTables } from '@readout/domain/list-table/rules';
import { fieldTypes } from '@readout/plugin-kit/manifest';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter } from '../create-router.ts';
import { body } from '../schemas.ts';
import { answers, forPages, type InternalDeps } from './kit.ts';

const columnsSchema = z
  .record(z.string().max(60), z.array(z.string().regex(columnPattern)).max(maxColumns))
  .refine((columns) => Object.keys(columns).length <= maxTables);

const route = createRoute({
  method: 'put',
  path: '/list-table',
  ...forPages,
  description: 'Keeps whether somebody looks at the list as a table, and with which columns.',
  request: { body: body(z.strictObject({ isShown: z.boolean(), columns: columnsSchema })) },
  responses: answers(
    z.object({
      types: z.array(
        z.object({
          type: z.string(),
          label: z.string(),
          usual: z.array(z.string()),
          fields: z.array(z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes) })),
        }),
      ),
    }),
  ),
});

/** How the list is looked at. */
export function listTable(deps: Pick<InternalDeps, 'db' | 'plugins'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(route, async (context) =>
    context.json(await chooseListTable(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  return api;
}
