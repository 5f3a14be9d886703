import type { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from '../../http/env.ts';
import { platformActorOf, scopeOf } from '../api-deps.ts';
import { createRouter } from '../create-router.ts';
import { withApiKey } from '../key-access.ts';
import { refuseTheRest } from '../no-such-route.ts';
import { captures } from './captures.ts';
import { fixtures } from './fixtures.ts';
import type { AppDeps } from './kit.ts';
import { listTable } from './list-table.ts';
import { pairing } from './pairing.ts';
import { records } from './records.ts';
import { regionProfiles } from './region-profiles.ts';
import { studio } from './studio.ts';
import { templates } from './templates.ts';
import { versionTrial } from './version-trial.ts';

/** No picture is sent this way. */
const maxBodyBytes = 8 * 2 ** 20;

/**
 * What our own pages ask beside `/api/v1`, to be mounted at `/api/app`: for sessions alone, promised to nobody, described
 * for the types of the pages only.
 */
export function createAppApi(deps: AppDeps): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.use(withApiKey(deps, '/'));
  api.use(async (context, next) => {
    // Before anything of the request is looked at: nobody else learns what there is.
    if (/^\/api\/app\/platform\//.test(context.req.path)) platformActorOf(context);
    else scopeOf(context);
    demandJson(context.req.method, context.req.header('content-type'));
    await next();
    context.res.headers.set('cache-control', 'no-store');
  });
  api.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new AppError('request.too_large');
      },
    }),
  );
  api.route('/', captures(deps));
  api.route('/', records(deps));
  api.route('/', listTable(deps));
  api.route('/', pairing(deps));
  api.route('/', regionProfiles(deps));
  api.route('/', templates(deps));
  api.route('/', studio(deps));
  api.route('/', fixtures(deps));
  api.route('/', versionTrial(deps));
  refuseTheRest(api);
  return api;
}

/**
 * A form of another site can send text, forms and files: what JSON alone is taken from, none of them can ask for.
 * @throws AppError `request.not_json`
 */
function demandJson(method: string, contentType: string | undefined): void {
  if (method === 'GET' || method === 'HEAD' || contentType === undefined) return;
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new AppError('request.not_json');
}

/** For the client of the pages; programs are told nothing of it. */
export const describeAppApi = (api: OpenAPIHono<HttpEnv>) =>
  api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Readout, inside', version: '1' },
    servers: [{ url: '/api/app' }],
  });
