import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { getDraft } from '@readout/domain/plugins/drafts/get-draft';
import { changeFixture } from '@readout/domain/plugins/fixtures/change-fixture';
import { getStudioInput } from '@readout/domain/plugins/fixtures/get-studio-input';
import { listTrashedFixtures } from '@readout/domain/plugins/fixtures/list-trashed-fixtures';
import { restoreFixture } from '@readout/domain/plugins/fixtures/restore-fixture';
import { saveFixture } from '@readout/domain/plugins/fixtures/save-fixture';
import { trashFixture } from '@readout/domain/plugins/fixtures/trash-fixture';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter, whenDone } from '../create-router.ts';
import { body } from '../schemas.ts';
import { answers, done, forPages, type InternalDeps, idSchema, jsonSchema } from './kit.ts';
import { expectedSchema, fixtureSchema, studioInputSchema } from './studio-schemas.ts';

const ofDraft = z.object({ draftId: idSchema });
const ofFixture = z.object({ fixtureId: idSchema });

const routes = {
  input: createRoute({
    method: 'get',
    path: '/studio-inputs/{captureId}',
    ...forPages,
    description: 'A page with what was read of it, as a reader is given it.',
    request: { params: z.object({ captureId: idSchema }) },
    responses: answers(studioInputSchema),
  }),
  make: createRoute({
    method: 'post',
    path: '/drafts/{draftId}/fixtures',
    ...forPages,
    request: {
      params: ofDraft,
      body: body(
        z.strictObject({
          name: z.string(),
          captureId: idSchema,
          settings: z.record(z.string(), jsonSchema),
          expected: expectedSchema,
        }),
      ),
    },
    responses: answers(fixtureSchema),
  }),
  deleted: createRoute({
    method: 'get',
    path: '/drafts/{draftId}/deleted-fixtures',
    ...forPages,
    request: { params: ofDraft },
    responses: answers(z.array(z.object({ id: z.uuid(), name: z.string(), trashedAt: z.iso.datetime() }))),
  }),
  change: createRoute({
    method: 'patch',
    path: '/fixtures/{fixtureId}',
    ...forPages,
    request: {
      params: ofFixture,
      body: body(
        z.union([z.strictObject({ name: z.string() }), z.strictObject({ expected: expectedSchema })]),
      ),
    },
    responses: answers(fixtureSchema),
  }),
  trash: createRoute({
    method: 'post',
    path: '/fixtures/{fixtureId}/trash',
    ...forPages,
    request: { params: ofFixture },
    responses: done,
  }),
  restore: createRoute({
    method: 'post',
    path: '/fixtures/{fixtureId}/restore',
    ...forPages,
    request: { params: ofFixture },
    responses: answers(fixtureSchema),
  }),
};

/** What a program has to make of which reading. */
export function fixtures(deps: Pick<InternalDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.input, async (context) =>
    context.json(await getStudioInput(deps, { scope: scopeOf(context), ...context.req.valid('param') }), 200),
  );
  api.openapi(routes.make, async (context) =>
    context.json(
      await saveFixture(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        fixture: context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.deleted, async (context) => {
    const scope = scopeOf(context);
    const { pluginId } = await getDraft(deps, { scope, ...context.req.valid('param') });
    return context.json(await listTrashedFixtures(deps, { scope, pluginId }), 200);
  });
  api.openapi(routes.change, async (context) =>
    context.json(
      await changeFixture(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        change: context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.trash, (context) =>
    whenDone(context, trashFixture(deps, { scope: scopeOf(context), ...context.req.valid('param') })),
  );
  api.openapi(routes.restore, async (context) =>
    context.json(await restoreFixture(deps, { scope: scopeOf(context), ...context.req.valid('param') }), 200),
  );
  return api;
}
