import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { getReviewPackage } from '@readout/domain/platform/review/get-review';
import type { ReaderInput } from '@readout/plugin-kit';
import { couldApply, type LoadedPlugin } from '@readout/plugin-sandbox';
import type { HttpEnv } from '../../http/env.ts';
import { platformActorOf } from '../api-deps.ts';
import { createRouter } from '../create-router.ts';
import { type AppDeps, answers, idSchema, ofKit } from './kit.ts';

const route = createRoute({
  method: 'get',
  path: '/platform/reviews/{pluginId}/{version}/fixtures',
  description: 'A version that was handed in with its fixtures, for the sandbox of the reviewer’s browser.',
  request: { params: z.object({ pluginId: idSchema, version: idSchema }) },
  responses: answers(
    z.object({
      plugin: ofKit<LoadedPlugin>('LoadedPlugin'),
      fixtures: z.array(
        z.object({
          name: z.string(),
          applies: z.boolean().openapi({ description: 'Otherwise the reader would not be run on it.' }),
          input: ofKit<ReaderInput>('ReaderInput'),
        }),
      ),
    }),
  ),
});

/** For who administers the platform. */
export function reviews(deps: Pick<AppDeps, 'platform' | 'packages'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(route, async (context) => {
    const { content } = await getReviewPackage(deps, {
      actor: platformActorOf(context),
      ...context.req.valid('param'),
    });
    const { manifest, code, fixtures } = content;
    return context.json(
      {
        plugin: { manifest, code, sha256: '' },
        fixtures: fixtures.map(({ name, reading, settings, expected: { locale, today } }) => ({
          name,
          applies: couldApply(manifest, reading),
          input: { reading, settings, locale, today },
        })),
      },
      200,
    );
  });
  return api;
}
