import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import { Link } from 'react-router';
import { fileSize, plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { permissionsInWords } from '../../settings/plugins/words.ts';
import admin from '../admin.module.css';
import { type Answer, BlockSection } from './block-section.tsx';
import { CorrectedFields } from './corrected-fields.tsx';
import { DeprecateSection } from './deprecate-section.tsx';
import classes from './plugins.module.css';
import { errorRate, milliseconds, versionStates } from './words.ts';

/** One version: what it is, how it does, and what can be done about it. */
export function VersionSection({
  plugin,
  version,
  answer,
}: {
  plugin: PlatformPluginDetail;
  version: PlatformPluginVersion;
  answer: Answer;
}) {
  const target = { pluginId: plugin.id, version: version.version };
  const isOut = version.state === 'published' || version.state === 'deprecated';
  const whole = plugin.blocks.find((block) => block.version === '*');
  return (
    <section className={classes.version} aria-labelledby="version">
      <h2 id="version">
        Version <span className={page.mono}>{version.version}</span>
      </h2>
      {version.notes ? (
        <p className={classes.notes} dir="auto">
          {version.notes}
        </p>
      ) : null}
      {version.state === 'in_review' ? (
        <p className={classes.hint}>
          It waits for review.{' '}
          <Link to={`/admin/plugin/review/${plugin.id}/${encodeURIComponent(version.version)}`}>
            Look at it
          </Link>
        </p>
      ) : null}
      <div className={admin.columns}>
        <Facts plugin={plugin} version={version} />
        <div>
          <h3 className={classes.small}>Why runs failed, 30 days</h3>
          <Failures version={version} />
        </div>
      </div>
      <h3 className={classes.small}>What people corrected before they confirmed</h3>
      <CorrectedFields fields={version.corrected} />
      {isOut ? (
        <>
          <DeprecateSection target={target} version={version} answer={answer} />
          <BlockSection
            target={target}
            block={version.block}
            isBlockedAsWhole={whole !== undefined}
            companies={version.companies}
            answer={answer}
          />
        </>
      ) : null}
    </section>
  );
}

function Facts({ plugin, version }: { plugin: PlatformPluginDetail; version: PlatformPluginVersion }) {
  const text = useText();
  const { signers } = version;
  return (
    <dl className={admin.facts}>
      <dt>State</dt>
      <dd>{versionStates[version.state]}</dd>
      <dt>Handed in</dt>
      <dd>
        <When iso={version.submittedAt} />
        {version.submittedBy ? (
          <>
            {' '}
            by <bdi>{version.submittedBy}</bdi>
          </>
        ) : null}
      </dd>
      <dt>May</dt>
      <dd>
        {permissionsInWords(
          {
            kind: plugin.kind,
            reads: version.reads,
            permissions: { hosts: version.hosts },
          },
          text,
        ).map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </dd>
      <dt>Signed by</dt>
      <dd>
        {signers.map(({ keyId, name, isRevoked }) => (
          <div key={keyId}>
            <Link to={`/admin/plugin/keys#${keyId}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={page.mono}>{keyId}</span>
            {isRevoked ? ', revoked' : ''}
          </div>
        ))}
        {signers.length === 0 ? 'no key that is trusted here' : null}
      </dd>
      <dt>Package</dt>
      <dd>
        {fileSize(version.packageBytes)}, SHA-256 <span className={page.mono}>{version.sha256}</span>
      </dd>
      <dt>In use</dt>
      <dd>
        {plural(version.companies, 'company', 'companies')}, {plural(version.runs30d, 'run')} in 30 days,{' '}
        {errorRate(version)} failed, p95 {milliseconds(version.p95Ms)}
      </dd>
    </dl>
  );
}

function Failures({ version }: { version: PlatformPluginVersion }) {
  if (version.errors.length === 0) return <p className={page.dim}>None did.</p>;
  return (
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
      {version.errors.map(({ code, count }) => (
        <tr key={code}>
          <td className={page.mono}>{code}</td>
          <td className={table.number}>{wholeNumber(count)}</td>
        </tr>
      ))}
    </Table>
  );
}
