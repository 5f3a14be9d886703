import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { apiKeyRequestsPerMinute, useApiKey } from '@readout/domain/api-keys/use-api-key';
import { AppError } from '@readout/domain/errors';
import { publishCompanyVersion } from '@readout/domain/plugins/publish-company-version';
import { demandChange } from '@readout/domain/policy';
import { companyOfRequest } from '../http/company-of-request.ts';
import type { HttpEnv } from '../http/env.ts';
import type { ApiDeps } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { packageBody } from './package-body.ts';
import { problemSchema } from './schemas.ts';

const path = '/plugin-packages';

const publish = createRoute({
  method: 'post',
  path,
  description: `For programs, with an API key (\`Authorization: Bearer readout_…\`; cookies count nothing here): takes in a package of a plugin (the file as the body) as a version of the company’s own, signed with a key of the company or of this installation. The same bytes again change nothing and are answered alike; other bytes under the same version are refused. A key has ${apiKeyRequestsPerMinute} requests a minute; \`RateLimit-Remaining\` says how many are left.`,
  security: [{ apiKey: [] }],
  request: {
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
    default: {
      content: { 'application/problem+json': { schema: problemSchema } },
      description: 'What went wrong, and what to do.',
    },
  },
});

/** Plugins that programs publish with a key of the company. */
export function pluginPackages(
  deps: Pick<ApiDeps, 'db' | 'auth' | 'packages' | 'accuracy' | 'disk'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' });
  api.use(path, async (context, next) => {
    const apiKey = await useApiKey(deps, {
      key: keyOf(context.req.header('authorization')),
      need: 'plugins.publish',
      ipAddress: context.get('client').address,
    });
    context.set('apiKey', apiKey);
    const asked = companyOfRequest(context.req.raw);
    if (asked !== undefined && asked !== apiKey.scope.companyId)
      throw new AppError(
        'conflict',
        'company.other',
        'This request is about another company than the one the key belongs to. Nothing was changed.',
      );
    // Before megabytes are taken in.
    demandChange(apiKey.scope, 'studio.use');
    await next();
  });
  api.use(path, packageBody(deps));
  api.openapi(publish, async (context) => {
    const { scope, companyName, left, resetSeconds } = context.get('apiKey')!;
    const isUsed = context.req.valid('query').use === 'yes';
    const { pluginId, version, sha256 } = await publishCompanyVersion(deps, {
      scope,
      package: new Uint8Array(await context.req.arrayBuffer()),
      madeBy: 'package',
      use: isUsed,
    });
    return context.json({ company: companyName, pluginId, version, sha256, isUsed }, 201, {
      'cache-control': 'no-store',
      'ratelimit-limit': String(apiKeyRequestsPerMinute),
      'ratelimit-remaining': String(left),
      'ratelimit-reset': String(resetSeconds),
    });
  });
  return api;
}

/** @throws AppError `api_key.needed` */
function keyOf(authorization: string | undefined): string {
  const key = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (key !== undefined) return key;
  throw new AppError(
    'unauthenticated',
    'api_key.needed',
    'Programs publish with an API key of the company, sent as “Authorization: Bearer …”. Owners and admins make one in the settings.',
  );
}
