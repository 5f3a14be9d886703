import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import { changeInstallation } from '@readout/domain/plugins/change-installation';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import { listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { type Installation, listInstallations } from '@readout/domain/plugins/list-installations';
import { rollBackInstallation } from '@readout/domain/plugins/roll-back-installation';
import { setInstallationSettings } from '@readout/domain/plugins/set-installation-settings';
import { uninstallPlugin } from '@readout/domain/plugins/uninstall-plugin';
import { updateInstallation } from '@readout/domain/plugins/update-installation';
import type { Context } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { currentLocale } from '../request/locale.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter, fresh, itemsOf, whenDone } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { etagOf, namedRevision, onRevision, orFaster } from './revisions.ts';
import { answer, body, listOf, operation, orNull, preview, problem } from './schemas.ts';

const origin = z.enum(['catalogue', 'company']).openapi('PluginSource', {
  description: '`company`: the company published it for itself.',
});
const settingValues = z.record(z.string().max(120), z.unknown());
const blocked = orNull(z.object({ reason: z.string(), since: z.iso.datetime() })).openapi({
  description: 'Why nobody may run it here; null: everybody may.',
});

const pluginSchema = z
  .object({
    plugin: z.string(),
    source: origin,
    version: z.string().openapi({ description: 'The newest that is published.' }),
    kind: z.string(),
    name: z.string(),
    description: z.string(),
    publisher: z.string(),
    isFirstParty: z.boolean(),
    reads: z.array(z.string()).openapi({ description: 'Kinds of content of a reading it is given.' }),
    records: z.array(z.object({ label: z.string(), fields: z.array(z.string()) })),
    hosts: z.array(z.string()).openapi({ description: 'Where it asks to send to.' }),
    publishedAt: z.iso.datetime(),
    installedVersion: z.string().nullable(),
    blocked,
  })
  .openapi('Plugin');

const installationSchema = z
  .object({
    plugin: z.string(),
    source: origin,
    version: z.string(),
    name: z.string(),
    publisher: z.string(),
    isEnabled: z.boolean(),
    position: z.number().int().openapi({ description: 'In the order plugins run, from 1.' }),
    autoConfirm: z.number().nullable().openapi({
      description:
        'A record confirms itself from this confidence on, 0.5 to 1, where every check passes; null: never.',
    }),
    settings: settingValues,
    update: orNull(
      z.object({
        version: z.string(),
        asksMore: z.boolean().openapi({ description: 'It has to be granted more than this version was.' }),
      }),
    ),
    previous: orNull(z.object({ source: origin, version: z.string() })).openapi({
      description: 'Where rolling back leads.',
    }),
    isDeprecated: z.boolean(),
    blocked,
    paused: orNull(z.object({ code: z.string(), since: z.iso.datetime() })).openapi({
      ...preview,
      description:
        'It ran out of ticks, time or memory too often here and is not run until it is resumed; `code`: what it ran out of last.',
    }),
    revision: z.number().int().openapi({ description: 'Grows with every change; also the `ETag`.' }),
  })
  .openapi('Installation');

const grantSchema = z.strictObject({
  reads: z.array(z.string().max(60)).max(50).default([]),
  hosts: z.array(z.string().max(260)).max(50).default([]),
});
const changeSchema = z
  .strictObject({
    enabled: z.boolean().optional(),
    paused: z
      .literal(false)
      .optional()
      .openapi({ ...preview, description: 'Runs it again after it was paused.' }),
    autoConfirm: z.number().nullable().optional(),
    settings: settingValues.optional(),
    move: z.enum(['up', 'down']).optional().openapi({ description: 'One place in the order plugins run.' }),
    version: z
      .strictObject({
        version: z.string().max(60),
        source: origin.default('catalogue'),
        grant: grantSchema.optional().openapi({
          description:
            'What it asks for beyond the version that runs; `plugin.not_granted` says what that is.',
        }),
      })
      .optional(),
  })
  .refine((change) => Object.values(change).filter((each) => each !== undefined).length === 1, {
    error: 'changes one thing at a time',
  })
  .openapi('InstallationChange', { description: 'One of these at a time.' });

const ofPlugin = z.object({ plugin: z.string().max(60).openapi({ description: 'Id of a plugin.' }) });
const one = (status: 200 | 201, description: string) => ({
  [status]: {
    content: { 'application/json': { schema: installationSchema } },
    headers: z.object({ etag: z.string() }),
    description,
  },
  default: problem,
});

const routes = {
  plugins: createRoute({
    method: 'get',
    path: '/plugins',
    ...operation('Plugins', 'listPlugins', 'List plugins'),
    ...forKeys('plugins:read'),
    description: 'What the company can install: its own first, then what comes with Readout.',
    request: {
      query: z.object({
        search: z.string().max(200).optional(),
        offset: z.coerce.number().int().min(0).max(100_000).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    responses: {
      200: answer(
        z.object({ items: z.array(pluginSchema), total: z.number().int() }).openapi('Plugins'),
        'Some of them.',
      ),
      default: problem,
    },
  }),
  list: createRoute({
    method: 'get',
    path: '/installations',
    ...operation('Plugins', 'listInstallations', 'List installed plugins'),
    ...forKeys('plugins:read'),
    description: 'The plugins of the company in the order they run.',
    responses: listOf('Installations', installationSchema),
  }),
  get: createRoute({
    method: 'get',
    path: '/installations/{plugin}',
    ...operation('Plugins', 'getInstallation', 'Get an installed plugin'),
    ...forKeys('plugins:read'),
    description: 'How the company uses one plugin.',
    request: { params: ofPlugin },
    responses: one(200, 'The installation.'),
  }),
  install: createRoute({
    method: 'post',
    path: '/installations',
    ...operation('Plugins', 'installPlugin', 'Install a plugin'),
    ...forKeys('plugins:write'),
    description:
      'Pins a version, the newest unless one is named, and switches it on behind the plugins that are there. What it asks for is granted with that.',
    request: {
      body: body(
        z
          .strictObject({
            plugin: z.string().max(60),
            source: origin.default('catalogue'),
            version: z.string().max(60).optional(),
          })
          .openapi('NewInstallation'),
      ),
    },
    responses: one(201, 'It is installed.'),
  }),
  change: createRoute({
    method: 'patch',
    path: '/installations/{plugin}',
    ...operation('Plugins', 'changeInstallation', 'Change how a plugin is used'),
    ...forKeys('plugins:write'),
    description:
      'Switches it on or off, sets its rule or its settings, moves it in the order or to another version. What was read before stays. 412 `plugin.revision_differs` where somebody was faster.',
    request: {
      params: ofPlugin,
      headers: onRevision('installation'),
      body: body(changeSchema),
    },
    responses: one(200, 'The installation as it is now.'),
  }),
  rollBack: createRoute({
    method: 'post',
    path: '/installations/{plugin}/roll-back',
    ...operation('Plugins', 'rollBackInstallation', 'Go back to the version before'),
    ...forKeys('plugins:write'),
    description: 'Moves the installation to `previous`; its settings and its rule stay.',
    request: { params: ofPlugin, headers: onRevision('installation') },
    responses: one(200, 'The installation as it is now.'),
  }),
  uninstall: createRoute({
    method: 'delete',
    path: '/installations/{plugin}',
    ...operation('Plugins', 'uninstallPlugin', 'Uninstall a plugin'),
    ...forKeys('plugins:write'),
    description: 'Takes it off with its settings and its rule. What it read stays.',
    request: { params: ofPlugin, headers: onRevision('installation') },
    responses: { 204: { description: 'Uninstalled.' }, default: problem },
  }),
};

/** What a company can install, and how it uses what it has installed. */
export function installations(deps: Pick<ApiDeps, 'db' | 'versions'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  type Scoped = ReturnType<typeof scopeOf>;
  const all = async (scope: Scoped) => {
    const items = await listInstallations(deps, { scope, locale: currentLocale() });
    return items.filter(({ revision }) => revision > 0).map(toApiInstallation);
  };
  const find = async (scope: Scoped, pluginId: string) => {
    const found = (await all(scope)).find(({ plugin }) => plugin === pluginId);
    if (!found) throw new AppError('plugin.not_installed', { pluginId });
    return found;
  };
  const tell = async <Status extends 200 | 201>(
    context: Context<HttpEnv>,
    plugin: string,
    status: Status,
  ) => {
    const found = await find(scopeOf(context), plugin);
    return context.json(found, status, { ...fresh, etag: etagOf(found.revision) });
  };
  /** The installation that is changed, as it was when the decision was made. */
  const decidedOn = async (
    context: Context<HttpEnv>,
    { plugin: pluginId }: { plugin: string },
    { 'if-match': ifMatch }: { 'if-match'?: string | undefined },
  ) => {
    const scope = scopeOf(context);
    const revision = namedRevision(ifMatch) ?? (await find(scope, pluginId)).revision;
    return { scope, pluginId, revision };
  };

  api.openapi(routes.plugins, async (context) => {
    const page = await listCatalogue(deps, {
      scope: scopeOf(context),
      ...withoutUndefined(context.req.valid('query')),
      locale: currentLocale(),
    });
    const items = page.items.map(({ isRequested: _, accuracy: __, ...item }) => item);
    return context.json({ items, total: page.total }, 200, fresh);
  });
  api.openapi(routes.list, (context) => itemsOf(context, all(scopeOf(context))));
  api.openapi(routes.get, (context) => tell(context, context.req.valid('param').plugin, 200));
  api.openapi(routes.install, async (context) => {
    const scope = scopeOf(context);
    const { plugin, source, version } = context.req.valid('json');
    await installPlugin(deps, {
      scope,
      ref: { pluginId: plugin, source, version: version ?? (await newestOf(scope, plugin, source)) },
    });
    return tell(context, plugin, 201);
  });
  api.openapi(routes.change, async (context) => {
    const on = await decidedOn(context, context.req.valid('param'), context.req.valid('header'));
    const { settings, version, ...change } = context.req.valid('json');
    if (settings) await orFaster(setInstallationSettings(deps, { ...on, values: settings }));
    else if (version)
      await orFaster(
        updateInstallation(deps, {
          ...on,
          to: { source: version.source, version: version.version },
          ...(version.grant ? { grant: version.grant } : {}),
        }),
      );
    // The schema lets through what names one thing.
    else await orFaster(changeInstallation(deps, { ...on, change: withoutUndefined(change) as never }));
    return tell(context, on.pluginId, 200);
  });
  api.openapi(routes.rollBack, async (context) => {
    const on = await decidedOn(context, context.req.valid('param'), context.req.valid('header'));
    await orFaster(rollBackInstallation(deps, on));
    return tell(context, on.pluginId, 200);
  });
  api.openapi(routes.uninstall, async (context) => {
    const on = await decidedOn(context, context.req.valid('param'), context.req.valid('header'));
    return whenDone(context, orFaster(uninstallPlugin(deps, on)));
  });

  async function newestOf(scope: Scoped, pluginId: string, source: 'catalogue' | 'company') {
    const { versions } = await getPlugin(deps, { scope, pluginId });
    const newest = versions.find(
      (each) => each.source === source && each.state === 'published' && !each.block,
    );
    if (!newest) throw new AppError('plugin.not_found', { pluginId });
    return newest.version;
  }
  return api;
}

function toApiInstallation(each: Installation, index: number): z.infer<typeof installationSchema> {
  const { plugin, source, name, publisher, isEnabled, autoConfirm, update, previous } = each;
  return {
    plugin,
    source,
    version: each.installedVersion ?? each.version,
    name,
    publisher,
    isEnabled,
    position: index + 1,
    autoConfirm,
    settings: each.settings.values,
    update,
    previous,
    isDeprecated: each.isDeprecated,
    paused: each.paused,
    blocked: each.blocked && { reason: each.blocked.reason, since: each.blocked.since },
    revision: each.revision,
  };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
