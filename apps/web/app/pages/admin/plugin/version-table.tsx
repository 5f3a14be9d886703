import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { Link, useSearchParams } from 'react-router';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './plugins.module.css';
import { errorRate, milliseconds } from './words.ts';

/** Every version of a plugin, newest first; one of them is shown below. */
export function VersionTable({ plugin, shown }: { plugin: PlatformPluginDetail; shown: string | undefined }) {
  const text = useText();
  const locale = useLocale();
  const [params] = useSearchParams();
  const at = (version: string) => {
    const next = new URLSearchParams(params);
    next.set('v', version);
    return `?${next}`;
  };
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('operation.plugin.versions')}</h2>
      <div className={classes.versions}>
        <Table
          label={text('operation.plugin.versions')}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'version' })}</th>
              <th scope="col">{text('operation.column', { column: 'state' })}</th>
              <th scope="col">{text('operation.column', { column: 'since' })}</th>
              <th scope="col">{text('operation.column', { column: 'fixtures' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'companies' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'runs' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'errors' })}
              </th>
              <th scope="col" className={table.number}>
                p95
              </th>
            </>
          }
        >
          {plugin.versions.map((each) => (
            <tr key={each.version} data-shown={each.version === shown || undefined}>
              <td>
                <Link
                  to={at(each.version)}
                  preventScrollReset
                  className={page.mono}
                  {...(each.version === shown ? { 'aria-current': 'true' } : {})}
                >
                  {each.version}
                </Link>
              </td>
              <td>
                <VersionState plugin={plugin} version={each} />
              </td>
              <td>
                <When iso={each.decidedAt ?? each.submittedAt} />
                {each.isApprovedByPublisher ? (
                  <div className={table.sub}>{text('operation.plugin.approved_by_publisher')}</div>
                ) : null}
              </td>
              <td>
                {each.accuracy && each.accuracy.fixtures > 0
                  ? text('operation.plugin.fixtures_right', {
                      passed: each.accuracy.passed,
                      fixtures: each.accuracy.fixtures,
                    })
                  : text('operation.plugin.not_measured')}
              </td>
              <td className={table.number}>{wholeNumber(each.companies, locale)}</td>
              <td className={table.number}>{wholeNumber(each.runs30d, locale)}</td>
              <td className={table.number}>
                {wholeNumber(each.failures30d, locale)}
                {each.runs30d > 0 ? <div className={table.sub}>{errorRate(each, text)}</div> : null}
              </td>
              <td className={table.number}>{milliseconds(each.p95Ms, text)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}

const tones = { published: 'signal', deprecated: 'notice', in_review: 'notice' } as const;

function VersionState({ plugin, version }: { plugin: PlatformPluginDetail; version: PlatformPluginVersion }) {
  const text = useText();
  const { state } = version;
  if (version.block ?? plugin.blocks.some((block) => block.version === '*'))
    return (
      <span className={table.state} data-tone="alarm">
        {text('operation.plugins.version_state', { state: 'blocked' })}
      </span>
    );
  return (
    <span
      className={table.state}
      {...(state in tones ? { 'data-tone': tones[state as keyof typeof tones] } : {})}
    >
      {text('operation.plugins.version_state', { state })}
    </span>
  );
}
