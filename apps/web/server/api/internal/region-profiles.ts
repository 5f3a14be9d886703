import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { changeRegionProfile } from '@readout/domain/region-profiles/change-region-profile';
import { createRegionProfile } from '@readout/domain/region-profiles/create-region-profile';
import { restoreRegionProfile } from '@readout/domain/region-profiles/restore-region-profile';
import { trashRegionProfile } from '@readout/domain/region-profiles/trash-region-profile';
import type { HttpEnv } from '../../http/env.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter, whenDone } from '../create-router.ts';
import { body } from '../schemas.ts';
import { placeShape, readsShape } from '../watch-schemas.ts';
import { answers, done, forPages, type InternalDeps, idSchema, revisionSchema } from './kit.ts';

// What the device makes of the surroundings is its own.
const markedShape = { ...placeShape, fingerprint: z.looseObject({ version: z.literal(1) }) };
/** Which numbers are too many or too few, the use case says beside each. */
const readsSchema = z.strictObject(readsShape);
const profileSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    ...markedShape,
    reads: readsSchema,
    revision: revisionSchema,
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('RegionProfile');

const ofProfile = z.object({ regionProfileId: idSchema });

const routes = {
  create: createRoute({
    method: 'post',
    path: '/region-profiles',
    ...forPages,
    request: {
      body: body(
        z.strictObject({
          name: z.string(),
          marked: z.object(markedShape),
          reads: readsSchema,
          thumbnail: z.string(),
        }),
      ),
    },
    responses: answers(profileSchema),
  }),
  change: createRoute({
    method: 'patch',
    path: '/region-profiles/{regionProfileId}',
    ...forPages,
    request: {
      params: ofProfile,
      body: body(
        z.strictObject({
          revision: revisionSchema,
          name: z.string().optional(),
          reads: readsSchema.optional(),
        }),
      ),
    },
    responses: answers(profileSchema),
  }),
  trash: createRoute({
    method: 'post',
    path: '/region-profiles/{regionProfileId}/trash',
    ...forPages,
    request: { params: ofProfile },
    responses: done,
  }),
  restore: createRoute({
    method: 'post',
    path: '/region-profiles/{regionProfileId}/restore',
    ...forPages,
    request: { params: ofProfile },
    responses: answers(profileSchema),
  }),
};

/** Parts of a screen that are read again and again. */
export function regionProfiles(deps: Pick<InternalDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.create, async (context) =>
    context.json(
      await createRegionProfile(deps, { scope: scopeOf(context), profile: context.req.valid('json') }),
      200,
    ),
  );
  api.openapi(routes.change, async (context) => {
    const { regionProfileId: profileId } = context.req.valid('param');
    const { revision, ...change } = context.req.valid('json');
    return context.json(
      await changeRegionProfile(deps, { scope: scopeOf(context), profileId, revision, change }),
      200,
    );
  });
  api.openapi(routes.trash, (context) => {
    const { regionProfileId: profileId } = context.req.valid('param');
    return whenDone(context, trashRegionProfile(deps, { scope: scopeOf(context), profileId }));
  });
  api.openapi(routes.restore, async (context) => {
    const { regionProfileId: profileId } = context.req.valid('param');
    return context.json(await restoreRegionProfile(deps, { scope: scopeOf(context), profileId }), 200);
  });
  return api;
}
