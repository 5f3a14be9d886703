import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { deprecatePluginVersion } from '@readout/domain/platform/deprecate-plugin-version';
import { getPluginForPlatform } from '@readout/domain/platform/get-plugin-for-platform';
import { listPluginsForPlatform } from '@readout/domain/platform/list-plugins-for-platform';
import { offerPluginVersion } from '@readout/domain/platform/offer-plugin-version';
import { unblockPlugin } from '@readout/domain/platform/unblock-plugin';
import { currentLocale } from '../../../../server/request/locale.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { textsIn, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { PluginDetail } from './detail.tsx';
import { pluginList } from './list.ts';
import { PluginTable } from './plugin-table.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const asked = { actor, locale: currentLocale(), ...pluginList.query(request) };
  const pluginId = new URL(request.url).searchParams.get('p');
  if (pluginId !== null) {
    const plugin = await orProblemPage(getPluginForPlatform(deps, { pluginId, ...asked }));
    return { plugin, list: undefined };
  }
  return { plugin: undefined, list: await orProblemPage(listPluginsForPlatform(deps, asked)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const version = { pluginId: text, version: text };
  const say = textsIn(currentLocale());
  const numbered = (number: string) =>
    number === '*' ? { version: 'all' as const, number: '' } : { version: 'one' as const, number };
  const done = async (number: string, sentence: string) => {
    await services.platform.reload();
    return { version: number, sentence };
  };
  return actionOf(request, {
    block: form({ ...version, reason: text, confirmation: text }, async (asked) => {
      const { companies } = await blockPlugin(deps, { actor, ...asked });
      return done(
        asked.version,
        say('operation.plugins.blocked_done', { ...numbered(asked.version), companies }),
      );
    }),
    unblock: form(version, async (asked) => {
      await unblockPlugin(deps, { actor, ...asked });
      return done(asked.version, say('operation.plugins.unblocked_done', numbered(asked.version)));
    }),
    deprecate: form({ ...version, note: text }, async (asked) => {
      const { companies } = await deprecatePluginVersion(deps, { actor, ...asked });
      return done(
        asked.version,
        say('operation.plugins.deprecated_done', { number: asked.version, companies }),
      );
    }),
    offer: form(version, async (asked) => {
      await offerPluginVersion(deps, { actor, ...asked });
      return done(asked.version, say('operation.plugins.offered_done', { number: asked.version }));
    }),
  });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { plugin } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return plugin ? [{ title: `${plugin.name} · Readout` }] : pageTitle(matches, 'operation.plugins.title');
};

export default function Plugins({ loaderData: { plugin, list }, actionData }: Route.ComponentProps) {
  const text = useText();
  const answer = useAnswer(actionData);
  if (plugin) return <PluginDetail plugin={plugin} answer={answer} />;
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
