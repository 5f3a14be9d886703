import type { OpenAPIHono } from '@hono/zod-openapi';
import type { HttpEnv } from '../../http/env.ts';
import { createRouter } from '../create-router.ts';
import { captures } from './captures.ts';
import { fixtures } from './fixtures.ts';
import type { InternalDeps } from './kit.ts';
import { listTable } from './list-table.ts';
import { pairing } from './pairing.ts';
import { records } from './records.ts';
import { regionProfiles } from './region-profiles.ts';
import { studio } from './studio.ts';
import { templates } from './templates.ts';
import { versionTrial } from './version-trial.ts';

/** What only our own pages ask of `/api/v1`: for sessions alone, promised to nobody, described for the types of the pages only. */
export function createInternalApi(deps: InternalDeps): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  for (const part of [
    captures,
    records,
    listTable,
    pairing,
    regionProfiles,
    templates,
    studio,
    fixtures,
    versionTrial,
  ])
    api.route('/', part(deps));
  return api;
}

/** For the client of the pages; programs are told nothing of it. */
export const describeInternalApi = (api: OpenAPIHono<HttpEnv>) =>
  api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Readout, inside', version: '1' },
    servers: [{ url: '/api/v1' }],
  });
