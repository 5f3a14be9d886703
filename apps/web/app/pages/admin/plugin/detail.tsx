import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { Link, useSearchParams } from 'react-router';
import { Figures } from '../../../ui/figures.tsx';
import table from '../../../ui/list/list.module.css';
import page from '../../../ui/page.module.css';
import { Plot } from '../../../ui/plot.tsx';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { type Answer, BlockSection } from './block-section.tsx';
import { CompaniesSection } from './companies-section.tsx';
import { VersionSection } from './version-section.tsx';
import { VersionTable } from './version-table.tsx';
import { errorRate, milliseconds } from './words.ts';

/** One plugin: how it and each of its versions does, who uses it, and what may run of it. */
export function PluginDetail({ plugin, answer }: { plugin: PlatformPluginDetail; answer: Answer }) {
  const text = useText();
  const locale = useLocale();
  const [params] = useSearchParams();
  const shown =
    plugin.versions.find(({ version }) => version === params.get('v')) ??
    plugin.versions.find(({ version }) => version === plugin.version);
  const whole = plugin.blocks.find(({ version }) => version === '*');
  return (
    <>
      <p className={admin.back}>
        <Link to="/admin/plugin">{text('operation.plugin.all')}</Link>
      </p>
      <div className={page.head}>
        <div className={admin.named}>
          <h1 className={page.title} dir="auto">
            {plugin.name}
          </h1>
          <p className={page.lead} dir="auto">
            {plugin.description}
          </p>
          <p className={page.lead}>
            <FormattedText
              id="operation.plugin.about"
              values={{
                kind: text('settings.plugins.kind', { kind: plugin.kind }),
                publisher: plugin.publisherCompanyId ? (
                  <Link to={`/admin/company/${plugin.publisherCompanyId}`}>
                    <bdi>{plugin.publisher}</bdi>
                  </Link>
                ) : (
                  <bdi>{plugin.publisher}</bdi>
                ),
                plugin: <bdi className={page.mono}>{plugin.id}</bdi>,
              }}
            />
          </p>
        </div>
        <span
          className={table.state}
          data-tone={whole ? 'alarm' : plugin.kind === 'reader' ? 'signal' : 'notice'}
        >
          {text('operation.plugin.state', {
            state: whole ? 'blocked' : plugin.kind === 'reader' ? 'runs' : 'not_run',
          })}
        </span>
      </div>
      <Figures
        label={text('operation.plugin.numbers')}
        figures={[
          {
            label: text('operation.column', { column: 'companies' }),
            value: wholeNumber(plugin.installs, locale),
            note: text('operation.plugin.switched_on'),
          },
          { label: text('operation.column', { column: 'runs' }), value: wholeNumber(plugin.runs30d, locale) },
          {
            label: text('operation.column', { column: 'records' }),
            value: wholeNumber(plugin.records30d, locale),
          },
          {
            label: text('operation.column', { column: 'errors' }),
            value: wholeNumber(plugin.failures30d, locale),
            note: errorRate(plugin, text),
            tone: plugin.failures30d > plugin.runs30d / 20 ? 'notice' : undefined,
          },
          { label: 'p95', value: milliseconds(plugin.p95Ms, text) },
        ]}
      />
      <section className={page.section}>
        <h2 className={page.sectionTitle}>{text('operation.plugin.runs_by_day')}</h2>
        <Plot
          label={text('operation.plugin.plot')}
          series={[
            { name: text('operation.plugin.series', { outcome: 'well' }), tone: 'signal' },
            { name: text('operation.plugin.series', { outcome: 'failed' }), tone: 'alarm' },
          ]}
          bars={plugin.days.map(({ day, runs, failures }) => ({
            name: day,
            text: text('operation.plugin.bar', { runs, failures }),
            values: [runs - failures, failures],
          }))}
          hint={text('operation.health.plot_hint')}
        />
      </section>
      <VersionTable plugin={plugin} shown={shown?.version} />
      {shown ? <VersionSection key={shown.version} plugin={plugin} version={shown} answer={answer} /> : null}
      <BlockSection
        target={{ pluginId: plugin.id, version: '*' }}
        block={whole}
        companies={plugin.installs}
        answer={answer}
      />
      <CompaniesSection plugin={plugin} />
    </>
  );
}
