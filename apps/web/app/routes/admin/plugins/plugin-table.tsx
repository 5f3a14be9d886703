import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import { Link } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Paging, SearchForm, SortHead, Table } from '../../../ui/table.tsx';
import { plural } from '../../app/wording.ts';
import admin from '../admin.module.css';

/** The catalogue with how each plugin does. */
export function PluginTable({ plugins }: { plugins: readonly PlatformPlugin[] }) {
  return (
    <>
      <SearchForm label="Name or description" />
      <Table
        label="Plugins"
        head={
          <>
            <SortHead name="name">Plugin</SortHead>
            <th scope="col">Is given</th>
            <th scope="col">Versions in use</th>
            <SortHead name="installs" isNumber>
              Companies
            </SortHead>
            <SortHead name="runs30d" isNumber>
              Runs
            </SortHead>
            <SortHead name="records30d" isNumber>
              Records
            </SortHead>
            <SortHead name="failures30d" isNumber>
              Errors
            </SortHead>
            <SortHead name="p95Ms" isNumber>
              p95
            </SortHead>
          </>
        }
      >
        {plugins.map((plugin) => (
          <tr key={plugin.id}>
            <td className={table.wide}>
              <Link to={`?p=${plugin.id}`}>{plugin.name}</Link>{' '}
              {plugin.block ? (
                <span className={table.state} data-tone="alarm">
                  blocked
                </span>
              ) : null}
              <div className={table.sub}>{plugin.description}</div>
            </td>
            <td>{plugin.reads.join(', ')}</td>
            <td>
              {plugin.versions.length === 0 ? <span className={page.dim}>none</span> : null}
              {plugin.versions.slice(0, 3).map(({ version, companies }) => (
                <div key={version}>
                  <span className={page.mono}>{version}</span>{' '}
                  <span className={page.dim}>{plural(companies, 'company', 'companies')}</span>
                </div>
              ))}
            </td>
            <td className={table.number}>{wholeNumber(plugin.installs)}</td>
            <td className={table.number}>{wholeNumber(plugin.runs30d)}</td>
            <td className={table.number}>{wholeNumber(plugin.records30d)}</td>
            <td className={table.number}>
              {wholeNumber(plugin.failures30d)}
              {plugin.runs30d > 0 ? <div className={table.sub}>{errorRate(plugin)}</div> : null}
              {plugin.errors[0] ? <div className={table.sub}>{plugin.errors[0].code}</div> : null}
            </td>
            <td className={table.number}>{milliseconds(plugin.p95Ms)}</td>
          </tr>
        ))}
        {plugins.length === 0 ? (
          <tr>
            <td colSpan={8}>
              No plugin matches. <Link to="/admin/plugin">Show all</Link>
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={plugins.length} what={plugins.length === 1 ? 'plugin' : 'plugins'} />
      <p className={admin.counted}>{explained}</p>
    </>
  );
}

/** What the figures are made of. */
export const explained =
  'Runs, records, errors and p95 are of the last 30 days (UTC) over all companies, summed up every minute. p95: 95 of 100 runs took less, from a histogram whose steps are a tenth wide.';

export const errorRate = ({ runs30d, failures30d }: PlatformPlugin): string =>
  `${((100 * failures30d) / Math.max(1, runs30d)).toFixed(1)} %`;

export const milliseconds = (ms: number | null): string =>
  ms === null ? 'no runs' : `${ms < 10 ? ms.toFixed(1) : wholeNumber(Math.round(ms))} ms`;
