import { Button } from '@mantine/core';
import type { ShownVersion } from '@readout/domain/plugins/get-plugin';
import type { ShadowedCapture, ShadowResults } from '@readout/domain/plugins/get-shadow';
import type { Installation } from '@readout/domain/plugins/list-installations';
import { askedAnew, type Grant } from '@readout/domain/plugins/rules';
import type { Permission } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import classes from '../../../plugins/plugins.module.css';
import settings from '../../../ui/settings.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { ChangesTable, type ComparedVersion, fieldLabel } from './changes-table.tsx';

interface Props {
  installation: Installation;
  shadow: NonNullable<Installation['shadow']>;
  results: ShadowResults;
  versions: ShownVersion[];
  may: Permission;
}

/** In the order in which they are told. */
const outcomes = ['equal', 'differs', 'only_installed', 'only_shadow', 'failed'] as const;

/** How the version that runs alongside the installed one has done so far. */
export function ShadowSection({ installation, shadow, results, versions, may }: Props) {
  const text = useText();
  const locale = useLocale();
  const [used, other] = [{ ...installation, version: installation.installedVersion }, shadow].map((wanted) =>
    versions.find((each) => each.version === wanted.version && each.source === wanted.source),
  );
  const named = { version: installation.installedVersion ?? '', other: shadow.version };
  const counted = outcomes.flatMap((outcome) => {
    const count = results.counts[outcome];
    return count === 0 ? [] : [[outcome, count] as const];
  });
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  const compared = [
    { version: named.version, manifest: used?.manifest },
    { version: named.other, manifest: other?.manifest },
  ] as const;
  // It was granted when the comparison began.
  const granted = used && other ? askedAnew(used.manifest, other.manifest) : { reads: [], hosts: [] };
  return (
    <section className={settings.section} aria-labelledby="shadow">
      <h2 id="shadow">{text('settings.plugins.shadow_title', named)}</h2>
      <p>
        {text('settings.plugins.shadow_lead', named)} <When iso={shadow.since} />
      </p>
      <p>
        {total === 0
          ? text('settings.plugins.shadow_none')
          : text('settings.plugins.shadow_counts', {
              total,
              parts: new Intl.ListFormat(locale, { type: 'unit' }).format(
                counted.map(([outcome, count]) =>
                  text('settings.plugins.shadow_count', { ...named, outcome, count }),
                ),
              ),
            })}
      </p>
      {results.fields.length > 0 ? (
        <ul>
          {results.fields.map(({ record, field, count }) => (
            <li key={`${record} ${field}`}>
              {text('settings.plugins.shadow_field', {
                field: fieldLabel({ record, field }, compared),
                count,
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {results.latest.map((capture) => (
        <Differing key={capture.captureId} capture={capture} compared={compared} />
      ))}
      {may.allowed ? (
        <Form method="post" preventScrollReset className={classes.buttons}>
          <input type="hidden" name="plugin" value={installation.plugin} />
          <input type="hidden" name="revision" value={installation.revision} />
          <input type="hidden" name="source" value={shadow.source} />
          <input type="hidden" name="version" value={shadow.version} />
          <Granted granted={granted} />
          <Button type="submit" name="intent" value="update">
            {text('settings.plugins.use', { version: shadow.version })}
          </Button>
          <Button type="submit" name="intent" value="end-shadow" variant="default">
            {text('settings.plugins.shadow_end')}
          </Button>
        </Form>
      ) : null}
    </section>
  );
}

function Granted({ granted }: { granted: Grant }) {
  return (
    <>
      <input type="hidden" name="grant" value="yes" />
      {granted.reads.map((each) => (
        <input key={each} type="hidden" name="grant-reads" value={each} />
      ))}
      {granted.hosts.map((each) => (
        <input key={each} type="hidden" name="grant-hosts" value={each} />
      ))}
    </>
  );
}

interface DifferingProps {
  capture: ShadowedCapture;
  compared: readonly [ComparedVersion, ComparedVersion];
}

function Differing({ capture, compared: [from, to] }: DifferingProps) {
  const text = useText();
  const { captureId, name, outcome, changes } = capture;
  return (
    <div className={classes.changed}>
      <h3>
        <Link to={`/app/${captureId}`} dir="auto">
          {name}
        </Link>
      </h3>
      {outcome === 'only_installed' || outcome === 'only_shadow' || outcome === 'failed' ? (
        <p>
          {text('settings.plugins.shadow_outcome', { outcome, version: from.version, other: to.version })}
        </p>
      ) : null}
      <ChangesTable changes={changes} from={from} to={to} />
    </div>
  );
}
