import { AppError } from '@readout/domain/errors';
import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { deprecatePluginVersion } from '@readout/domain/platform/deprecate-plugin-version';
import { getPluginForPlatform } from '@readout/domain/platform/get-plugin-for-platform';
import { listPluginsForPlatform } from '@readout/domain/platform/list-plugins-for-platform';
import { offerPluginVersion } from '@readout/domain/platform/offer-plugin-version';
import { platformPluginOrders, platformPluginStates } from '@readout/domain/platform/rules';
import { unblockPlugin } from '@readout/domain/platform/unblock-plugin';
import { data } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { listQuery } from '../../../ui/list/query.ts';
import page from '../../../ui/page.module.css';
import { textsIn, useText } from '../../../ui/texts.tsx';
import { texts } from '../forms.ts';
import { refusedForm } from '../refused.server.ts';
import type { Route } from './+types/page';
import { PluginDetail } from './detail.tsx';
import { PluginTable } from './plugin-table.tsx';

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
  const text = textsIn(currentLocale());
  let done = '';
  try {
    if (intent === 'block') {
      const { companies } = await blockPlugin(deps, { actor, ...typed });
      done =
        version === '*'
          ? text('operation.plugins.blocked_done', { version: 'all', number: '', companies })
          : text('operation.plugins.blocked_done', { version: 'one', number: version, companies });
    } else if (intent === 'unblock') {
      await unblockPlugin(deps, { actor, pluginId, version });
      done =
        version === '*'
          ? text('operation.plugins.unblocked_done', { version: 'all' })
          : text('operation.plugins.unblocked_done', { version: 'one', number: version });
    } else if (intent === 'deprecate') {
      const { companies } = await deprecatePluginVersion(deps, { actor, ...typed });
      done = text('operation.plugins.deprecated_done', { number: version, companies });
    } else if (intent === 'offer') {
      await offerPluginVersion(deps, { actor, pluginId, version });
      done = text('operation.plugins.offered_done', { number: version });
    } else throw new AppError('request.invalid');
  } catch (error) {
    const { data: answer, init } = refusedForm(error, intent, typed);
    return data({ problem: answer.problem, done, intent, version }, init ?? {});
  }
  await services.platform.reload();
  return { problem: undefined, done, intent, version };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { plugin } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return plugin ? [{ title: `${plugin.name} · Readout` }] : pageTitle(matches, 'operation.plugins.title');
};

export default function Plugins({ loaderData: { plugin, list }, actionData }: Route.ComponentProps) {
  const text = useText();
  if (plugin) return <PluginDetail plugin={plugin} answer={actionData} />;
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.plugins.title')}</h1>
          <p className={page.lead}>{text('operation.plugins.lead')}</p>
        </div>
      </div>
      <PluginTable plugins={list.items} total={list.total} />
    </>
  );
}
