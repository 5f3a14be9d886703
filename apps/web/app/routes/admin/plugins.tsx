import { statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { blockPlugin } from '@readout/domain/platform/block-plugin';
import { getPluginForPlatform } from '@readout/domain/platform/get-plugin-for-platform';
import { listPluginsForPlatform } from '@readout/domain/platform/list-plugins-for-platform';
import { unblockPlugin } from '@readout/domain/platform/unblock-plugin';
import { data } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import page from '../../ui/page.module.css';
import { listQuery } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Problem } from '../settings/outcome.tsx';
import type { Route } from './+types/plugins';
import { texts } from './forms.ts';
import { PluginDetail } from './plugins/detail.tsx';
import { PluginTable } from './plugins/plugin-table.tsx';

const SORTS = ['name', 'installs', 'runs30d', 'failures30d', 'records30d', 'p95Ms'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const deps = { platform: services.db.platform };
  const { search = '', sort = 'name', descending = false, offset, limit } = listQuery(request, SORTS);
  const pluginId = new URL(request.url).searchParams.get('p');
  if (pluginId !== null) {
    const plugin = await orProblemPage(getPluginForPlatform(deps, { actor, pluginId, offset, limit }));
    return { plugin, items: undefined };
  }
  const all = await orProblemPage(listPluginsForPlatform(deps, { actor }));
  const wanted = search.toLowerCase();
  const items = all.filter(({ id, name, description }) =>
    `${id} ${name} ${description}`.toLowerCase().includes(wanted),
  );
  items.sort((a, b) => {
    const order = sort === 'name' ? a.name.localeCompare(b.name) : (a[sort] ?? -1) - (b[sort] ?? -1);
    return descending ? -order : order;
  });
  return { plugin: undefined, items };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const deps = { platform: services.db.platform };
  const typed = texts(await request.formData(), ['intent', 'pluginId', 'reason', 'confirmation']);
  const { intent, pluginId } = typed;
  try {
    if (intent === 'block') await blockPlugin(deps, { actor, ...typed });
    else if (intent === 'unblock') await unblockPlugin(deps, { actor, pluginId });
    else throw new AppError('invalid', 'request.invalid', 'This is not one of the forms of this page.');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = error.detail.fields;
    const problem: Problem = {
      intent,
      code: error.code,
      message: error.message,
      fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
      typed,
    };
    return data({ problem }, { status: statusOf[error.kind] });
  }
  await services.platform.reload();
  return { problem: undefined as Problem | undefined };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.plugin?.name ?? 'Plugins'} · Readout` },
];

export default function Plugins({ loaderData: { plugin, items }, actionData }: Route.ComponentProps) {
  if (plugin) return <PluginDetail plugin={plugin} problem={actionData?.problem} />;
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Plugins</h1>
          <p className={page.lead}>
            Those that come with this version. Each runs in a sandbox and is given only what stands under "is
            given"; it reaches no network, no files and nothing of another company.
          </p>
        </div>
      </div>
      <PluginTable plugins={items} />
    </>
  );
}
