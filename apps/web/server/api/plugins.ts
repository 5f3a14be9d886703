import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { publishCompanyVersion } from '@readout/domain/plugins/publish-company-version';
import { demandChange } from '@readout/domain/policy';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { forSessions } from './key-access.ts';
import { packageBody } from './package-body.ts';
import { operation, packageSchema, problem } from './schemas.ts';

const publish = createRoute({
  method: 'post',
  path: '/plugins',
  ...operation('Plugins', 'publishPlugin', 'Publish a plugin'),
  description:
    'Takes in a package of a plugin (the file as the body) as a version of the company’s own, which the server signs with its key. The same bytes again change nothing; other bytes under the same version are refused.',
  ...forSessions,
  request: {
    body: packageSchema,
    query: z.object({
      use: z
        .enum(['yes', 'no'])
        .default('no')
        .openapi({ description: 'Whether to install it, or to move the installation to it.' }),
    }),
  },
  responses: {
    201: {
      content: {
        'application/json': {
          schema: z.object({
            source: z.enum(['catalogue', 'company']),
            pluginId: z.string(),
            version: z.string(),
            sha256: z.string(),
          }),
        },
      },
      description: 'It is there.',
    },
    default: problem,
  },
});

/** Plugins that are carried in as files. */
export function plugins(deps: Pick<ApiDeps, 'db' | 'packages' | 'accuracy' | 'disk'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.post('/plugins', async (context, next) => {
    // Before megabytes are taken in.
    demandChange(scopeOf(context), 'studio.use');
    await next();
  });
  api.post('/plugins', packageBody(deps));
  api.openapi(publish, async (context) => {
    const version = await publishCompanyVersion(deps, {
      scope: scopeOf(context),
      package: new Uint8Array(await context.req.arrayBuffer()),
      madeBy: 'package',
      use: context.req.valid('query').use === 'yes',
    });
    return context.json(version, 201, { 'cache-control': 'no-store' });
  });
  return api;
}
