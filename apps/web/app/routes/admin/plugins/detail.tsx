import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { Link } from 'react-router';
import { Figures } from '../../../ui/figures.tsx';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { Plot } from '../../../ui/plot.tsx';
import table from '../../../ui/table.module.css';
import { Paging, Table } from '../../../ui/table.tsx';
import { plural } from '../../app/wording.ts';
import type { Problem } from '../../settings/outcome.tsx';
import admin from '../admin.module.css';
import { BlockSection } from './block-section.tsx';
import { errorRate, explained, milliseconds } from './plugin-table.tsx';

/** One plugin: how it does, who uses it, and whether it may run. */
export function PluginDetail({
  plugin,
  problem,
}: {
  plugin: PlatformPluginDetail;
  problem: Problem | undefined;
}) {
  return (
    <>
      <p className={admin.back}>
        <Link to="/admin/plugin">All plugins</Link>
      </p>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{plugin.name}</h1>
          <p className={page.lead}>{plugin.description}</p>
        </div>
        <span className={table.state} data-tone={plugin.block ? 'alarm' : 'signal'}>
          {plugin.block ? 'blocked' : 'runs'}
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
      <div className={admin.columns}>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>What it may do</h2>
          <dl className={admin.facts}>
            <dt>Is given</dt>
            <dd>{plugin.reads.join(', ')} of the page, language and country of the company, the day</dd>
            <dt>Makes</dt>
            <dd>{plugin.recordTypes.join(', ')}</dd>
            <dt>Reaches</dt>
            <dd>nothing: no network, no files, no other capture</dd>
            <dt>Version here</dt>
            <dd className={page.mono}>{plugin.version}</dd>
            <dt>In use</dt>
            <dd>
              {plugin.versions.map(({ version, companies }) => (
                <div key={version}>
                  <span className={page.mono}>{version}</span> {plural(companies, 'company', 'companies')}
                </div>
              ))}
              {plugin.versions.length === 0 ? 'nowhere' : null}
            </dd>
          </dl>
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Why runs failed, 30 days</h2>
          {plugin.errors.length === 0 ? (
            <p className={page.dim}>None did.</p>
          ) : (
            <Table
              label="Errors by code"
              head={
                <>
                  <th scope="col">Code</th>
                  <th scope="col" className={table.number}>
                    Runs
                  </th>
                </>
              }
            >
              {plugin.errors.map(({ code, count }) => (
                <tr key={code}>
                  <td className={page.mono}>{code}</td>
                  <td className={table.number}>{wholeNumber(count)}</td>
                </tr>
              ))}
            </Table>
          )}
        </section>
      </div>
      <BlockSection plugin={plugin} problem={problem} />
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Companies that use it</h2>
        <Table
          label="Companies that use it"
          head={
            <>
              <th scope="col">Company</th>
              <th scope="col">Version</th>
              <th scope="col" className={table.number}>
                Runs, 30 days
              </th>
              <th scope="col" className={table.number}>
                Failed
              </th>
            </>
          }
        >
          {plugin.companies.map((company) => (
            <tr key={company.companyId}>
              <td dir="auto" className={admin.name}>
                <Link to={`/admin/company/${company.companyId}`}>{company.name}</Link>
              </td>
              <td className={page.mono}>{company.version}</td>
              <td className={table.number}>{wholeNumber(company.runs30d)}</td>
              <td className={table.number}>{wholeNumber(company.failures30d)}</td>
            </tr>
          ))}
          {plugin.companies.length === 0 ? (
            <tr>
              <td colSpan={4}>None has it switched on.</td>
            </tr>
          ) : null}
        </Table>
        <Paging total={plugin.installs} what={plugin.installs === 1 ? 'company' : 'companies'} />
        <p className={admin.counted}>{explained}</p>
      </section>
    </>
  );
}
