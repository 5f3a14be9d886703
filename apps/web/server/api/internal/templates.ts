import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { beginTemplate } from '@readout/domain/plugins/templates/begin-template';
import { changeTemplateExamples } from '@readout/domain/plugins/templates/change-template-examples';
import { listTemplateTrials } from '@readout/domain/plugins/templates/list-template-trials';
import { publishTemplate } from '@readout/domain/plugins/templates/publish-template';
import { saveTemplateDraft } from '@readout/domain/plugins/templates/save-template-draft';
import type { TemplateMark } from '@readout/plugin-kit/template';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter } from '../create-router.ts';
import { body } from '../schemas.ts';
import { answers, forPages, type InternalDeps, idSchema, ofKit, revisionSchema } from './kit.ts';
import { exampleSchema, studioInputSchema } from './studio-schemas.ts';

const ofDraft = z.object({ draftId: idSchema });

const routes = {
  begin: createRoute({
    method: 'post',
    path: '/templates',
    ...forPages,
    request: { body: body(z.strictObject({ captureId: idSchema })) },
    responses: answers(z.object({ draftId: z.uuid() })),
  }),
  trials: createRoute({
    method: 'get',
    path: '/templates/trials',
    ...forPages,
    description: 'The newest captures, to try what is being made on.',
    responses: answers(z.array(studioInputSchema)),
  }),
  save: createRoute({
    method: 'patch',
    path: '/templates/{draftId}',
    ...forPages,
    request: {
      params: ofDraft,
      body: body(
        z.strictObject({
          revision: revisionSchema,
          name: z.string(),
          marks: z.array(ofKit<TemplateMark>('TemplateMark')),
        }),
      ),
    },
    responses: answers(z.object({ revision: revisionSchema })),
  }),
  examples: createRoute({
    method: 'post',
    path: '/templates/{draftId}/examples',
    ...forPages,
    request: {
      params: ofDraft,
      body: body(z.strictObject({ revision: revisionSchema, captureId: idSchema, isExample: z.boolean() })),
    },
    responses: answers(z.object({ revision: revisionSchema, examples: z.array(exampleSchema) })),
  }),
  publish: createRoute({
    method: 'post',
    path: '/templates/{draftId}/publish',
    ...forPages,
    request: { params: ofDraft, body: body(z.strictObject({ revision: revisionSchema })) },
    responses: answers(z.object({ pluginId: z.string(), version: z.string() })),
  }),
};

/** Readers made by pointing at values. */
export function templates(
  deps: Pick<InternalDeps, 'db' | 'templates' | 'packages' | 'accuracy'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.begin, async (context) =>
    context.json(await beginTemplate(deps, { scope: scopeOf(context), ...context.req.valid('json') }), 200),
  );
  api.openapi(routes.trials, async (context) =>
    context.json(await listTemplateTrials(deps, { scope: scopeOf(context) }), 200),
  );
  api.openapi(routes.save, async (context) =>
    context.json(
      await saveTemplateDraft(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.examples, async (context) =>
    context.json(
      await changeTemplateExamples(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
      200,
    ),
  );
  api.openapi(routes.publish, async (context) => {
    const { pluginId, version } = await publishTemplate(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
      ...context.req.valid('json'),
    });
    return context.json({ pluginId, version }, 200);
  });
  return api;
}
