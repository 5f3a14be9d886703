import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { Text } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { List } from '../../../ui/list/list.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { pluginList } from './list.ts';
import { errorRate, milliseconds, reachInWords } from './words.ts';

/** A page of the catalogue with how each plugin does. */
export function PluginTable({ plugins, total }: { plugins: readonly PlatformPlugin[]; total: number }) {
  const text = useText();
  const locale = useLocale();
  return (
    <>
      <List
        label={text('operation.plugins.title')}
        of={pluginList}
        rows={plugins}
        total={total}
        what={text('operation.plugins.count', { count: total })}
        search={text('operation.plugins.search')}
        filters={{
          kind: [text('settings.plugins.kind_label'), (kind) => text('settings.plugins.kind', { kind })],
          state: [
            text('operation.plugins.state_label'),
            (state) => text('operation.plugins.state', { state }),
          ],
        }}
        columns={{
          name: [
            text('operation.column', { column: 'plugin' }),
            (plugin) => <Named plugin={plugin} />,
            { className: table.wide, dir: 'auto' },
          ],
          publisher: [
            text('operation.column', { column: 'publisher' }),
            ({ publisher, publisherCompanyId }) =>
              publisherCompanyId ? (
                <Link to={`/admin/company/${publisherCompanyId}`}>{publisher}</Link>
              ) : (
                publisher
              ),
            { className: admin.name, dir: 'auto' },
          ],
          version: [
            text('operation.column', { column: 'newest_version' }),
            ({ version, state, versionCount }) => (
              <>
                <span className={page.mono}>{version}</span>
                {state === 'deprecated' ? (
                  <div className={table.state} data-tone="notice">
                    {text('operation.plugins.version_state', { state: 'deprecated' })}
                  </div>
                ) : null}
                <div className={table.sub}>
                  {text('operation.plugins.of_versions', { count: versionCount })}
                </div>
              </>
            ),
          ],
          may: [
            text('operation.column', { column: 'may' }),
            (plugin) => (
              <>
                {reachInWords(plugin, text)}
                {plugin.kind === 'reader' ? null : (
                  <div className={table.sub}>{text('settings.plugins.kind', { kind: plugin.kind })}</div>
                )}
              </>
            ),
          ],
          installs: [
            text('operation.column', { column: 'companies' }),
            ({ installs }) => installs,
            { isNumber: true },
          ],
          runs30d: [
            text('operation.column', { column: 'runs' }),
            ({ runs30d }) => runs30d,
            { isNumber: true },
          ],
          records30d: [
            text('operation.column', { column: 'records' }),
            ({ records30d }) => records30d,
            { isNumber: true },
          ],
          failures30d: [
            text('operation.column', { column: 'errors' }),
            (plugin) => (
              <>
                {wholeNumber(plugin.failures30d, locale)}
                {plugin.runs30d > 0 ? <div className={table.sub}>{errorRate(plugin, text)}</div> : null}
              </>
            ),
            { isNumber: true },
          ],
          p95Ms: ['p95', ({ p95Ms }) => milliseconds(p95Ms, text), { isNumber: true }],
        }}
        none={(link) => <FormattedText id="operation.plugins.none" values={{ link }} />}
      />
      <Text size={12} tone="dim" above={8}>
        {text('operation.plugins.explained')}
      </Text>
    </>
  );
}

function Named({ plugin }: { plugin: PlatformPlugin }) {
  const text = useText();
  return (
    <>
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
    </>
  );
}
