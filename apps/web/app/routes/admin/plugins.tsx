import { AppError } from '@readout/domain/errors';
import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { deprecatePluginVersion } from '@readout/domain/platform/deprecate-plugin-version';
import { getPluginForPlatform } from '@readout/domain/platform/get-plugin-for-platform';
import { listPluginsForPlatform } from '@readout/domain/platform/list-plugins-for-platform';
import { offerPluginVersion } from '@readout/domain/platform/offer-plugin-version';
import { platformPluginOrders, platformPluginStates } from '@readout/domain/platform/rules';
import { unblockPlugin } from '@readout/domain/platform/unblock-plugin';
import { data } from 'react-router';
import { requirePlatform } from '../../session.ts';
import { plural } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import { listQuery } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/plugins';
import { texts } from './forms.ts';
import { PluginDetail } from './plugins/detail.tsx';
import { PluginTable } from './plugins/plugin-table.tsx';
import { refusedForm } from './refused.server.ts';

const kinds = ['reader', 'connector', 'assistant'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const { sort, descending, ...query } = listQuery(request, platformPluginOrders);
  const params = new URL(request.url).searchParams;
  const pluginId = params.get('p');
  if (pluginId !== null) {
    const plugin = await orProblemPage(getPluginForPlatform(deps, { actor, pluginId, ...query }));
    return { plugin, list: undefined };
  }
  const kind = kinds.find((each) => each === params.get('kind'));
  const state = platformPluginStates.find((each) => each === params.get('state'));
  const list = await orProblemPage(
    listPluginsForPlatform(deps, {
      actor,
      ...query,
      ...(sort ? { sort, descending } : {}),
      ...(kind ? { kind } : {}),
      ...(state ? { state } : {}),
    }),
  );
  return { plugin: undefined, list };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const typed = texts(await request.formData(), [
    'intent',
    'pluginId',
    'version',
    'reason',
    'note',
    'confirmation',
  ]);
  const { intent, pluginId, version } = typed;
  const what = version === '*' ? 'Every version' : `Version ${version}`;
  let done = '';
  try {
    if (intent === 'block') {
      const { companies } = await blockPlugin(deps, { actor, ...typed });
      done = `${what} is blocked. ${told(companies)}`;
    } else if (intent === 'unblock') {
      await unblockPlugin(deps, { actor, pluginId, version });
      done = `${what} is no longer blocked.`;
    } else if (intent === 'deprecate') {
      const { companies } = await deprecatePluginVersion(deps, { actor, ...typed });
      done = `${what} is no longer offered. ${told(companies)}`;
    } else if (intent === 'offer') {
      await offerPluginVersion(deps, { actor, pluginId, version });
      done = `${what} is offered again.`;
    } else throw new AppError('request.invalid');
  } catch (error) {
    const { data: answer, init } = refusedForm(error, intent, typed);
    return data({ problem: answer.problem, done, intent, version }, init ?? {});
  }
  await services.platform.reload();
  return { problem: undefined, done, intent, version };
}

const told = (companies: number): string =>
  companies === 0
    ? 'No company has it switched on.'
    : `${plural(companies, 'company is', 'companies are')} told.`;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.plugin?.name ?? 'Plugins'} · Readout` },
];

export default function Plugins({ loaderData: { plugin, list }, actionData }: Route.ComponentProps) {
  if (plugin) return <PluginDetail plugin={plugin} answer={actionData} />;
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Plugins</h1>
          <p className={page.lead}>
            Everything companies can install: what comes with Readout, what publishers handed in and you
            approved, and what was carried in as a file. What a company made for itself alone is not here.
          </p>
        </div>
      </div>
      <PluginTable plugins={list.items} total={list.total} />
    </>
  );
}
