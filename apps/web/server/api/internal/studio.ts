import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { draftFromVersion } from '@readout/domain/plugins/drafts/draft-from-version';
import { getDraft } from '@readout/domain/plugins/drafts/get-draft';
import { publishDraft } from '@readout/domain/plugins/drafts/publish-draft';
import { restoreDraft } from '@readout/domain/plugins/drafts/restore-draft';
import { saveDraft } from '@readout/domain/plugins/drafts/save-draft';
import { trashDraft } from '@readout/domain/plugins/drafts/trash-draft';
import { measureCompanyVersion } from '@readout/domain/plugins/measure-company-version';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter, whenDone } from '../create-router.ts';
import { body } from '../schemas.ts';
import { answers, done, forPages, type InternalDeps, idSchema, revisionSchema } from './kit.ts';

const ofDraft = z.object({ draftId: idSchema });
const textShape = { manifestText: z.string(), source: z.string(), readme: z.string() };
const versionShape = { pluginId: z.string(), version: z.string() };

const routes = {
  open: createRoute({
    method: 'post',
    path: '/drafts/open',
    ...forPages,
    description: 'A published version as a draft.',
    request: {
      body: body(z.strictObject({ source: z.enum(['company', 'catalogue']), ...versionShape })),
    },
    responses: answers(z.object({ draftId: z.uuid() })),
  }),
  measure: createRoute({
    method: 'post',
    path: '/drafts/measure',
    ...forPages,
    description: 'Runs a published version of the company on the fixtures there are by now.',
    request: { body: body(z.strictObject(versionShape)) },
    responses: done,
  }),
  now: createRoute({
    method: 'get',
    path: '/drafts/{draftId}',
    ...forPages,
    description: 'The draft as it is kept: asked for where somebody else changed it.',
    request: { params: ofDraft },
    responses: answers(z.object({ revision: revisionSchema, ...textShape })),
  }),
  save: createRoute({
    method: 'patch',
    path: '/drafts/{draftId}',
    ...forPages,
    request: {
      params: ofDraft,
      body: body(z.strictObject({ revision: revisionSchema, ...textShape })),
    },
    responses: answers(z.object({ revision: revisionSchema })),
  }),
  publish: createRoute({
    method: 'post',
    path: '/drafts/{draftId}/publish',
    ...forPages,
    request: {
      params: ofDraft,
      body: body(z.strictObject({ revision: revisionSchema, notes: z.string() })),
    },
    responses: answers(z.object({ version: z.string() })),
  }),
  trash: createRoute({
    method: 'post',
    path: '/drafts/{draftId}/trash',
    ...forPages,
    request: { params: ofDraft },
    responses: done,
  }),
  restore: createRoute({
    method: 'post',
    path: '/drafts/{draftId}/restore',
    ...forPages,
    request: { params: ofDraft },
    responses: done,
  }),
};

/** Plugin programs that are being written. */
export function studio(
  deps: Pick<InternalDeps, 'db' | 'studio' | 'packages' | 'accuracy'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.open, async (context) => {
    const { draftId } = await draftFromVersion(deps, {
      scope: scopeOf(context),
      ref: context.req.valid('json'),
    });
    return context.json({ draftId }, 200);
  });
  api.openapi(routes.measure, (context) =>
    whenDone(context, measureCompanyVersion(deps, { scope: scopeOf(context), ...context.req.valid('json') })),
  );
  api.openapi(routes.now, async (context) => {
    const { revision, manifestText, source, readme } = await getDraft(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
    });
    return context.json({ revision, manifestText, source, readme }, 200);
  });
  api.openapi(routes.save, async (context) => {
    const { revision, ...content } = context.req.valid('json');
    return context.json(
      await saveDraft(deps, {
        scope: scopeOf(context),
        ...context.req.valid('param'),
        revision,
        content,
      }),
      200,
    );
  });
  api.openapi(routes.publish, async (context) => {
    const { version } = await publishDraft(deps, {
      scope: scopeOf(context),
      ...context.req.valid('param'),
      ...context.req.valid('json'),
    });
    return context.json({ version }, 200);
  });
  api.openapi(routes.trash, (context) =>
    whenDone(context, trashDraft(deps, { scope: scopeOf(context), ...context.req.valid('param') })),
  );
  api.openapi(routes.restore, (context) =>
    whenDone(context, restoreDraft(deps, { scope: scopeOf(context), ...context.req.valid('param') })),
  );
  return api;
}
