import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import { fileSize } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { permissionsInWords } from '../../../plugins/words.ts';
import { Columns, Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import { type Answer, BlockSection } from './block-section.tsx';
import { CorrectedFields } from './corrected-fields.tsx';
import { DeprecateSection } from './deprecate-section.tsx';
import classes from './plugins.module.css';
import { failedPercent, milliseconds } from './words.ts';

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
  const text = useText();
  const target = { pluginId: plugin.id, version: version.version };
  const isOut = version.state === 'published' || version.state === 'deprecated';
  const whole = plugin.blocks.find((block) => block.version === '*');
  return (
    <section className={classes.version} aria-labelledby="version">
      <h2 id="version">
        <FormattedText
          id="operation.plugin.version"
          values={{ version: <span className={page.mono}>{version.version}</span> }}
        />
      </h2>
      {version.notes ? (
        <p className={classes.notes} dir="auto">
          {version.notes}
        </p>
      ) : null}
      {version.state === 'in_review' ? (
        <p className={classes.hint}>
          <FormattedText
            id="operation.plugin.waits_for_review"
            values={{
              link: (inside) => (
                <Link to={`/admin/plugin/review/${plugin.id}/${encodeURIComponent(version.version)}`}>
                  {inside}
                </Link>
              ),
            }}
          />
        </p>
      ) : null}
      <Columns gap="0 40px">
        <Facts plugin={plugin} version={version} />
        <div>
          <Text as="h3" size={14} weight={600} above={16} below={8}>
            {text('operation.plugin.why_failed')}
          </Text>
          <Failures version={version} />
        </div>
      </Columns>
      <Text as="h3" size={14} weight={600} above={16} below={8}>
        {text('operation.plugin.corrections')}
      </Text>
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
  const locale = useLocale();
  const { signers } = version;
  return (
    <dl className={admin.facts}>
      <dt>{text('operation.plugin.fact', { fact: 'state' })}</dt>
      <dd>{text('operation.plugins.version_state', { state: version.state })}</dd>
      <dt>{text('operation.plugin.fact', { fact: 'handed_in' })}</dt>
      <dd>
        {version.submittedBy ? (
          <FormattedText
            id="operation.plugin.when_by"
            values={{ when: <When iso={version.submittedAt} />, name: <bdi>{version.submittedBy}</bdi> }}
          />
        ) : (
          <When iso={version.submittedAt} />
        )}
      </dd>
      <dt>{text('operation.plugin.fact', { fact: 'may' })}</dt>
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
      <dt>{text('operation.plugin.fact', { fact: 'signed_by' })}</dt>
      <dd>
        {signers.map(({ keyId, name, isRevoked }) => (
          <div key={keyId}>
            <Link to={`/admin/plugin/keys#${keyId}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={page.mono}>{keyId}</span>
            {isRevoked ? `, ${text('operation.plugin.revoked')}` : ''}
          </div>
        ))}
        {signers.length === 0 ? text('operation.plugin.no_trusted_key') : null}
      </dd>
      <dt>{text('operation.plugin.fact', { fact: 'package' })}</dt>
      <dd>
        <FormattedText
          id="operation.plugin.package"
          values={{
            size: fileSize(version.packageBytes, locale),
            hash: <bdi className={page.mono}>{version.sha256}</bdi>,
          }}
        />
      </dd>
      <dt>{text('operation.plugin.fact', { fact: 'in_use' })}</dt>
      <dd>
        {text('operation.plugin.use', {
          companies: version.companies,
          runs: version.runs30d,
          percent: failedPercent(version),
          p95: milliseconds(version.p95Ms, text),
        })}
      </dd>
    </dl>
  );
}

function Failures({ version }: { version: PlatformPluginVersion }) {
  const text = useText();
  if (version.errors.length === 0) return <p className={page.dim}>{text('operation.plugin.none_failed')}</p>;
  return (
    <ListTable
      label={text('operation.plugin.errors_by_code')}
      rows={version.errors.map((error) => ({ ...error, id: error.code }))}
      columns={{
        code: [text('operation.column', { column: 'code' }), ({ code }) => code, { className: page.mono }],
        count: [text('operation.column', { column: 'runs' }), ({ count }) => count, { isNumber: true }],
      }}
    />
  );
}
