import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { demandApiKeyScope } from '@readout/domain/api-keys/use-api-key';
import { publishCompanyVersion } from '@readout/domain/plugins/publish-company-version';
import { demandChange } from '@readout/domain/policy';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { openToKeys } from './key-access.ts';
import { packageBody } from './package-body.ts';
import { operation, packageSchema, problem } from './schemas.ts';

const path = '/plugin-packages';

const publish = createRoute({
  method: 'post',
  path,
  ...operation('Plugins', 'publishPluginPackage', 'Publish a plugin with a key'),
  description:
    'For programs, with an API key (cookies count nothing here): takes in a package of a plugin the key is for (the file as the body) as a version of the company’s own, which the server signs with its key. The same bytes again change nothing and are answered alike; other bytes under the same version are refused.',
  security: [{ apiKey: ['plugins:publish'] }, { oauth2: ['plugins:publish'] }],
  request: {
    body: packageSchema,
    query: z.object({
      use: z.enum(['yes', 'no']).default('no').openapi({
        description:
          'Whether to install it, or to move the installation to it; with a key that is for `plugins:use`, too.',
      }),
    }),
  },
  responses: {
    201: {
      content: {
        'application/json': {
          schema: z.object({
            company: z.string().openapi({ description: 'Name of the company that has it now.' }),
            pluginId: z.string(),
            version: z.string(),
            sha256: z.string(),
            isUsed: z.boolean().openapi({ description: 'Whether it was asked to be used, and is.' }),
          }),
        },
      },
      description: 'It is there.',
    },
    default: problem,
  },
});

/** Plugins that programs publish with a key of the company. */
export function pluginPackages(
  deps: Pick<ApiDeps, 'db' | 'packages' | 'accuracy' | 'disk'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.use(path, openToKeys('plugins:publish'), async (context, next) => {
    // Before megabytes are taken in.
    demandChange(scopeOf(context), 'studio.use');
    await next();
  });
  api.use(path, packageBody(deps));
  api.openapi(publish, async (context) => {
    const apiKey = context.get('apiKey')!;
    const { scope, companyName, pluginIds } = apiKey;
    const isUsed = context.req.valid('query').use === 'yes';
    if (isUsed) demandApiKeyScope(apiKey, 'plugins:use');
    const { pluginId, version, sha256 } = await publishCompanyVersion(deps, {
      scope,
      package: new Uint8Array(await context.req.arrayBuffer()),
      madeBy: 'package',
      use: isUsed,
      only: pluginIds,
    });
    return context.json({ company: companyName, pluginId, version, sha256, isUsed }, 201, {
      'cache-control': 'no-store',
    });
  });
  return api;
}
