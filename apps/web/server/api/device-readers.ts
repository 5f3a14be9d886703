import { createHash } from 'node:crypto';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { DB } from '@readout/database';
import { listDeviceReaders } from '@readout/domain/captures/list-device-readers';
import { findBlock, listPluginBlocks } from '@readout/domain/plugins/list-plugin-blocks';
import type { BundledPlugin } from '@readout/domain/plugins/packages';
import { settingsFor } from '@readout/domain/plugins/rules';
import type { ModelFolder, ModelManifest } from '@readout/image-reader/added-models';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { HttpEnv } from '../http/env.ts';
import type { PluginStore } from '../plugins/plugin-store.ts';
import { scopeOf } from './api-deps.ts';
import { asIs, createRouter } from './create-router.ts';
import { demoReadersSchema, deviceReadersSchema } from './device-schemas.ts';
import { forSessions } from './key-access.ts';
import { answer, operation, problem } from './schemas.ts';

const unchanged = { description: 'What `If-None-Match` names is still so.' };
const routes = {
  device: createRoute({
    method: 'get',
    path: '/device/readers',
    ...operation('Devices', 'listDeviceReaders', 'List the readers a device runs'),
    ...forSessions,
    description:
      'The readers of the company with their code, in the order they run, and the text models of the installation that are in use.',
    responses: {
      200: answer(deviceReadersSchema, 'The readers.'),
      304: unchanged,
      default: problem,
    },
  }),
  demo: createRoute({
    method: 'get',
    path: '/demo/readers',
    ...operation('Devices', 'listDemoReaders', 'List the readers of the demonstration'),
    security: [],
    description: 'The readers that come with every installation, for who has not signed in.',
    responses: { 200: answer(demoReadersSchema, 'The readers.'), 304: unchanged, default: problem },
  }),
};

/** What devices need to read for themselves: the readers' code, to be run in the sandbox of the browser. */
export function deviceReaders(deps: {
  db: Kysely<DB>;
  versions: PluginStore;
  firstParty: readonly BundledPlugin[];
  models: Pick<ModelFolder, 'inUse'>;
}): OpenAPIHono<HttpEnv> {
  const app = createRouter();

  app.openapi(routes.device, async (context) => {
    const readers = await listDeviceReaders(deps, { scope: scopeOf(context) });
    const models = (await deps.models.inUse()).map(({ role, name, model, characters }) => ({
      role,
      name,
      model: sizeAndHash(model),
      characters: characters && sizeAndHash(characters),
    }));
    return tagged(context, { ...readers, models }, { 'cache-control': 'private, no-cache', vary: 'cookie' });
  });

  // For the demonstration on the start page, which nobody has signed in for: what comes with every installation.
  app.openapi(routes.demo, async (context) => {
    const blocks = await listPluginBlocks(deps);
    const readers = deps.firstParty
      .filter(({ manifest }) => !findBlock(blocks, manifest.id, manifest.version))
      .map(({ manifest, code, sha256 }) => ({ manifest, code, sha256, settings: settingsFor(manifest, {}) }));
    return tagged(context, { readers }, { 'cache-control': 'public, max-age=300' });
  });
  return app;
}

const sizeAndHash = ({ sha256, bytes }: ModelManifest['model']) => ({ sha256, bytes });

function tagged(context: Context<HttpEnv>, body: object, headers: Record<string, string>): never {
  const json = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  const held = context.req.header('if-none-match')?.split(',') ?? [];
  // The weak form: what is compressed on its way is no longer the same bytes.
  if (held.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return asIs(context.body(null, 304, { ...headers, etag }));
  return asIs(context.body(json, 200, { ...headers, etag, 'content-type': 'application/json' }));
}
