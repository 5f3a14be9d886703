import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import { Link, useSearchParams } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './plugins.module.css';
import { errorRate, milliseconds, versionStates } from './words.ts';

/** Every version of a plugin, newest first; one of them is shown below. */
export function VersionTable({ plugin, shown }: { plugin: PlatformPluginDetail; shown: string | undefined }) {
  const [params] = useSearchParams();
  const at = (version: string) => {
    const next = new URLSearchParams(params);
    next.set('v', version);
    return `?${next}`;
  };
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Versions</h2>
      <div className={classes.versions}>
        <Table
          label="Versions"
          head={
            <>
              <th scope="col">Version</th>
              <th scope="col">State</th>
              <th scope="col">Since</th>
              <th scope="col">On its fixtures</th>
              <th scope="col" className={table.number}>
                Companies
              </th>
              <th scope="col" className={table.number}>
                Runs
              </th>
              <th scope="col" className={table.number}>
                Errors
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
                  <div className={table.sub}>approved by its publisher</div>
                ) : null}
              </td>
              <td>
                {each.accuracy && each.accuracy.fixtures > 0
                  ? `${each.accuracy.passed} of ${each.accuracy.fixtures} right`
                  : 'not measured'}
              </td>
              <td className={table.number}>{wholeNumber(each.companies)}</td>
              <td className={table.number}>{wholeNumber(each.runs30d)}</td>
              <td className={table.number}>
                {wholeNumber(each.failures30d)}
                {each.runs30d > 0 ? <div className={table.sub}>{errorRate(each)}</div> : null}
              </td>
              <td className={table.number}>{milliseconds(each.p95Ms)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}

const tones = { published: 'signal', deprecated: 'notice', in_review: 'notice' } as const;

function VersionState({ plugin, version }: { plugin: PlatformPluginDetail; version: PlatformPluginVersion }) {
  const { state } = version;
  if (version.block ?? plugin.blocks.some((block) => block.version === '*'))
    return (
      <span className={table.state} data-tone="alarm">
        blocked
      </span>
    );
  return (
    <span
      className={table.state}
      {...(state in tones ? { 'data-tone': tones[state as keyof typeof tones] } : {})}
    >
      {versionStates[state]}
    </span>
  );
}
