import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { Link, useSearchParams } from 'react-router';
import { Figures } from '../../../ui/figures.tsx';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { Plot } from '../../../ui/plot.tsx';
import table from '../../../ui/table.module.css';
import { useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { type Answer, BlockSection } from './block-section.tsx';
import { CompaniesSection } from './companies-section.tsx';
import { VersionSection } from './version-section.tsx';
import { VersionTable } from './version-table.tsx';
import { errorRate, milliseconds } from './words.ts';

/** One plugin: how it and each of its versions does, who uses it, and what may run of it. */
export function PluginDetail({ plugin, answer }: { plugin: PlatformPluginDetail; answer: Answer }) {
  const text = useText();
  const [params] = useSearchParams();
  const shown =
    plugin.versions.find(({ version }) => version === params.get('v')) ??
    plugin.versions.find(({ version }) => version === plugin.version);
  const whole = plugin.blocks.find(({ version }) => version === '*');
  return (
    <>
      <p className={admin.back}>
        <Link to="/admin/plugin">All plugins</Link>
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
            {text('settings.plugins.kind', { kind: plugin.kind })} by{' '}
            {plugin.publisherCompanyId ? (
              <Link to={`/admin/company/${plugin.publisherCompanyId}`}>{plugin.publisher}</Link>
            ) : (
              plugin.publisher
            )}
            , id <span className={page.mono}>{plugin.id}</span>
          </p>
        </div>
        <span
          className={table.state}
          data-tone={whole ? 'alarm' : plugin.kind === 'reader' ? 'signal' : 'notice'}
        >
          {whole ? 'blocked' : plugin.kind === 'reader' ? 'runs' : 'not run yet'}
        </span>
      </div>
      <Figures
        label="Numbers of the last 30 days"
        figures={[
          { label: 'Companies', value: wholeNumber(plugin.installs), note: 'have it switched on' },
          { label: 'Runs', value: wholeNumber(plugin.runs30d) },
          { label: 'Records', value: wholeNumber(plugin.records30d) },
          {
            label: 'Errors',
            value: wholeNumber(plugin.failures30d),
            note: errorRate(plugin),
            tone: plugin.failures30d > plugin.runs30d / 20 ? 'notice' : undefined,
          },
          { label: 'p95', value: milliseconds(plugin.p95Ms) },
        ]}
      />
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Runs by day</h2>
        <Plot
          label="Runs of each of the last 30 days"
          series={[
            { name: 'Well', tone: 'signal' },
            { name: 'Failed', tone: 'alarm' },
          ]}
          bars={plugin.days.map(({ day, runs, failures }) => ({
            name: day,
            text: `${plural(runs, 'run')}, ${wholeNumber(failures)} failed`,
            values: [runs - failures, failures],
          }))}
          hint="Point at a bar to see its numbers."
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
