import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import { platformPluginStates } from '@readout/domain/platform/rules';
import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { Text } from '../../../ui/layout.tsx';
import { Choice, SearchForm } from '../../../ui/list/filter.tsx';
import table from '../../../ui/list/list.module.css';
import { Paging } from '../../../ui/list/paging.tsx';
import { NoRows, SortHead, Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { errorRate, milliseconds, reachInWords } from './words.ts';

/** A page of the catalogue with how each plugin does. */
export function PluginTable({ plugins, total }: { plugins: readonly PlatformPlugin[]; total: number }) {
  const text = useText();
  return (
    <>
      <SearchForm label={text('operation.plugins.search')}>
        <Choice
          name="kind"
          label={text('settings.plugins.kind_label')}
          options={(['reader', 'connector', 'assistant'] as const).map((kind) => [
            kind,
            text('settings.plugins.kind', { kind }),
          ])}
        />
        <Choice
          name="state"
          label={text('operation.plugins.state_label')}
          options={platformPluginStates.map((state) => [state, text('operation.plugins.state', { state })])}
        />
      </SearchForm>
      <Table
        label={text('operation.plugins.title')}
        head={
          <>
            <SortHead name="name">{text('operation.column', { column: 'plugin' })}</SortHead>
            <th scope="col">{text('operation.column', { column: 'publisher' })}</th>
            <th scope="col">{text('operation.column', { column: 'newest_version' })}</th>
            <th scope="col">{text('operation.column', { column: 'may' })}</th>
            <SortHead name="installs" isNumber>
              {text('operation.column', { column: 'companies' })}
            </SortHead>
            <SortHead name="runs30d" isNumber>
              {text('operation.column', { column: 'runs' })}
            </SortHead>
            <SortHead name="records30d" isNumber>
              {text('operation.column', { column: 'records' })}
            </SortHead>
            <SortHead name="failures30d" isNumber>
              {text('operation.column', { column: 'errors' })}
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
          <NoRows columns={9}>
            <FormattedText
              id="operation.plugins.none"
              values={{ link: (inside) => <Link to="/admin/plugin">{inside}</Link> }}
            />
          </NoRows>
        ) : null}
      </Table>
      <Paging total={total} what={text('operation.plugins.count', { count: total })} />
      <Text size={12} tone="dim" above={8}>
        {text('operation.plugins.explained')}
      </Text>
    </>
  );
}

function Row({ plugin }: { plugin: PlatformPlugin }) {
  const text = useText();
  const locale = useLocale();
  return (
    <tr>
      <td className={table.wide} dir="auto">
        <Link to={`?p=${plugin.id}`}>{plugin.name}</Link>{' '}
        {plugin.isBlocked ? (
          <span className={table.state} data-tone="alarm">
            {text('operation.plugins.is_blocked')}
          </span>
        ) : plugin.blocks.length > 0 ? (
          <span className={table.state} data-tone="notice">
            {text('operation.plugins.versions_blocked', { count: plugin.blocks.length })}
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
            {text('operation.plugins.version_state', { state: 'deprecated' })}
          </div>
        ) : null}
        <div className={table.sub}>
          {text('operation.plugins.of_versions', { count: plugin.versionCount })}
        </div>
      </td>
      <td>
        {reachInWords(plugin, text)}
        {plugin.kind === 'reader' ? null : (
          <div className={table.sub}>{text('settings.plugins.kind', { kind: plugin.kind })}</div>
        )}
      </td>
      <td className={table.number}>{wholeNumber(plugin.installs, locale)}</td>
      <td className={table.number}>{wholeNumber(plugin.runs30d, locale)}</td>
      <td className={table.number}>{wholeNumber(plugin.records30d, locale)}</td>
      <td className={table.number}>
        {wholeNumber(plugin.failures30d, locale)}
        {plugin.runs30d > 0 ? <div className={table.sub}>{errorRate(plugin, text)}</div> : null}
      </td>
      <td className={table.number}>{milliseconds(plugin.p95Ms, text)}</td>
    </tr>
  );
}
