import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import { Link } from 'react-router';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Choice, Paging, SearchForm, SortHead, Table } from '../../../ui/table.tsx';
import { useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { errorRate, explained, milliseconds, reachInWords } from './words.ts';

/** A page of the catalogue with how each plugin does. */
export function PluginTable({ plugins, total }: { plugins: readonly PlatformPlugin[]; total: number }) {
  const text = useText();
  return (
    <>
      <SearchForm label="Name, description or publisher">
        <Choice
          name="kind"
          label="Kind"
          options={(['reader', 'connector', 'assistant'] as const).map((kind) => [
            kind,
            text('settings.plugins.kind', { kind }),
          ])}
        />
        <Choice
          name="state"
          label="State"
          options={[
            ['published', 'Offered'],
            ['deprecated', 'Deprecated'],
            ['blocked', 'Blocked'],
          ]}
        />
      </SearchForm>
      <Table
        label="Plugins"
        head={
          <>
            <SortHead name="name">Plugin</SortHead>
            <th scope="col">Publisher</th>
            <th scope="col">Newest version</th>
            <th scope="col">May</th>
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
          <Row key={plugin.id} plugin={plugin} />
        ))}
        {plugins.length === 0 ? (
          <tr>
            <td colSpan={9}>
              No plugin matches. <Link to="/admin/plugin">Show all</Link>
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={total} what={total === 1 ? 'plugin' : 'plugins'} />
      <p className={admin.counted}>{explained}</p>
    </>
  );
}

function Row({ plugin }: { plugin: PlatformPlugin }) {
  const text = useText();
  return (
    <tr>
      <td className={table.wide} dir="auto">
        <Link to={`?p=${plugin.id}`}>{plugin.name}</Link>{' '}
        {plugin.isBlocked ? (
          <span className={table.state} data-tone="alarm">
            blocked
          </span>
        ) : plugin.blocks.length > 0 ? (
          <span className={table.state} data-tone="notice">
            {plural(plugin.blocks.length, 'version', 'versions')} blocked
          </span>
        ) : null}
        <div className={table.sub}>{plugin.description}</div>
      </td>
      <td className={admin.name} dir="auto">
        {plugin.publisherCompanyId ? (
          <Link to={`/admin/company/${plugin.publisherCompanyId}`}>{plugin.publisher}</Link>
        ) : (
          plugin.publisher
        )}
      </td>
      <td>
        <span className={page.mono}>{plugin.version}</span>
        {plugin.state === 'deprecated' ? (
          <div className={table.state} data-tone="notice">
            deprecated
          </div>
        ) : null}
        <div className={table.sub}>
          {plugin.versionCount > 1 ? `of ${plural(plugin.versionCount, 'version')}` : 'the only one'}
        </div>
      </td>
      <td>
        {reachInWords(plugin)}
        {plugin.kind === 'reader' ? null : (
          <div className={table.sub}>{text('settings.plugins.kind', { kind: plugin.kind })}</div>
        )}
      </td>
      <td className={table.number}>{wholeNumber(plugin.installs)}</td>
      <td className={table.number}>{wholeNumber(plugin.runs30d)}</td>
      <td className={table.number}>{wholeNumber(plugin.records30d)}</td>
      <td className={table.number}>
        {wholeNumber(plugin.failures30d)}
        {plugin.runs30d > 0 ? <div className={table.sub}>{errorRate(plugin)}</div> : null}
      </td>
      <td className={table.number}>{milliseconds(plugin.p95Ms)}</td>
    </tr>
  );
}
