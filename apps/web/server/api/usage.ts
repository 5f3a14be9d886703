import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { getCompany } from '@readout/domain/companies/get-company';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, operation, problem } from './schemas.ts';

const count = z.number().int();

const get = createRoute({
  method: 'get',
  path: '/usage',
  ...operation('Usage', 'getUsage', 'See what is used of the limits'),
  ...forKeys('usage:read'),
  description:
    'What the company has used and what it may use. Months and days are those of UTC; open invitations count as members to come, unfinished uploads as the bytes they were promised.',
  responses: {
    200: answer(
      z
        .object({
          used: z.object({
            members: count,
            invitations: count,
            capturesThisMonth: count,
            bytes: count,
            unfinishedUploads: count,
            unfinishedBytes: count,
            readingSecondsToday: count,
            rereadsToday: count,
          }),
          limits: z.object({
            members: count,
            capturesPerMonth: count,
            bytes: count,
            readingSecondsPerDay: count,
            readingSecondsPerPage: count,
            rereadsPerDay: count,
          }),
        })
        .openapi('Usage'),
      'Now.',
    ),
    default: problem,
  },
});

/** What a company has used of what it may use. */
export function usage(deps: Pick<ApiDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(get, async (context) => {
    const { usage: used, limits } = await getCompany(deps, { scope: scopeOf(context) });
    return context.json({ used, limits }, 200, { 'cache-control': 'no-store' });
  });
  return api;
}
