import { listPluginsForPlatform } from '@readout/domain/platform/list-plugins-for-platform';
import { requirePlatformAdmin } from '../../session.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { listQuery, Paging, SearchForm, SortHead, Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/plugins';

const SORTS = ['name', 'installs', 'runs30d', 'failures30d', 'records30d', 'p95Ms'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const all = await orProblemPage(
    listPluginsForPlatform({ platform: services.db.platform, plugins: services.plugins }, { actor }),
  );
  const { search = '', sort = 'name', descending = false } = listQuery(request, SORTS);
  const wanted = search.toLowerCase();
  const found = all.filter(({ id, name, description }) =>
    `${id} ${name} ${description}`.toLowerCase().includes(wanted),
  );
  found.sort((a, b) => {
    const order = sort === 'name' ? a.name.localeCompare(b.name) : (a[sort] ?? -1) - (b[sort] ?? -1);
    return descending ? -order : order;
  });
  return { items: found };
}

export const meta: Route.MetaFunction = () => [{ title: 'Plugins · Readout' }];

export default function Plugins({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Plugins</h1>
          <p className={page.lead}>
            Those that come with this version. Each runs in a sandbox and is given only what stands under "is
            given".
          </p>
        </div>
      </div>
      <SearchForm label="Name or description" />
      <Table
        label="Plugins"
        head={
          <>
            <SortHead name="name">Plugin</SortHead>
            <th scope="col">Version</th>
            <th scope="col">Is given</th>
            <SortHead name="installs" isNumber>
              Companies
            </SortHead>
            <SortHead name="runs30d" isNumber>
              Runs, 30 days
            </SortHead>
            <SortHead name="failures30d" isNumber>
              Failed
            </SortHead>
            <SortHead name="records30d" isNumber>
              Records
            </SortHead>
            <SortHead name="p95Ms" isNumber>
              p95
            </SortHead>
          </>
        }
      >
        {items.map((plugin) => (
          <tr key={plugin.id}>
            <td className={table.wide}>
              {plugin.name} <span className={page.dim}>({plugin.recordTypes.join(', ')})</span>
              <div className={table.sub}>{plugin.description}</div>
            </td>
            <td className={page.mono}>{plugin.version}</td>
            <td>{plugin.reads.join(', ')}</td>
            <td className={table.number}>{plugin.installs}</td>
            <td className={table.number}>{plugin.runs30d.toLocaleString('en')}</td>
            <td className={table.number}>
              {plugin.failures30d}
              {plugin.runs30d > 0 ? (
                <div className={table.sub}>{((100 * plugin.failures30d) / plugin.runs30d).toFixed(1)} %</div>
              ) : null}
            </td>
            <td className={table.number}>{plugin.records30d.toLocaleString('en')}</td>
            <td className={table.number}>
              {plugin.p95Ms === null ? 'no runs' : `${plugin.p95Ms.toFixed(1)} ms`}
            </td>
          </tr>
        ))}
        {items.length === 0 ? (
          <tr>
            <td colSpan={8}>No plugin matches.</td>
          </tr>
        ) : null}
      </Table>
      <Paging total={items.length} what={items.length === 1 ? 'plugin' : 'plugins'} />
    </>
  );
}
