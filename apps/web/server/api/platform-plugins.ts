import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { carryInVersion } from '@readout/domain/platform/carry-in-version';
import { demandOnPlatform } from '@readout/domain/platform-actor';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, platformActorOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { forSessions } from './key-access.ts';
import { packageBody } from './package-body.ts';
import { operation, packageSchema, problem } from './schemas.ts';

const carried = {
  content: {
    'application/json': {
      schema: z.object({
        pluginId: z.string(),
        version: z.string(),
        sha256: z.string(),
        isNew: z.boolean(),
        accuracy: z
          .object({
            fixtures: z.number(),
            passed: z.number(),
            fields: z.array(
              z.object({ name: z.string(), right: z.number(), wrong: z.number(), missing: z.number() }),
            ),
          })
          .nullable(),
      }),
    },
  },
};

const carryIn = createRoute({
  method: 'post',
  path: '/platform/plugins',
  ...operation('Plugins', 'carryInPlugin', 'Offer a plugin to every company'),
  description:
    'For administrators of the installation: puts a package of a plugin (the file as the body) into the catalogue, offered to every company, signed with the key of this installation. The same bytes again change nothing; other bytes under the same version are refused.',
  ...forSessions,
  request: { body: packageSchema },
  responses: {
    200: { ...carried, description: 'The same bytes were there.' },
    201: { ...carried, description: 'It is there, measured on the fixtures it comes with.' },
    default: problem,
  },
});

/** Plugins for everybody that are carried in as files. */
export function platformPlugins(
  deps: Pick<ApiDeps, 'platform' | 'packages' | 'accuracy' | 'disk'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.use('/platform/plugins', async (context, next) => {
    // Before megabytes are taken in.
    demandOnPlatform(platformActorOf(context), 'plugins.change');
    await next();
  });
  api.use('/platform/plugins', packageBody(deps));
  api.openapi(carryIn, async (context) => {
    const { isNew, ...version } = await carryInVersion(deps, {
      actor: platformActorOf(context),
      package: new Uint8Array(await context.req.arrayBuffer()),
    });
    return context.json({ ...version, isNew }, isNew ? 201 : 200, { 'cache-control': 'no-store' });
  });
  return api;
}
