import { Button, VisuallyHidden } from '@mantine/core';
import type { ShownVersion } from '@readout/domain/plugins/get-plugin';
import type { Installation } from '@readout/domain/plugins/list-installations';
import { askedAnew, isNothing } from '@readout/domain/plugins/rules';
import type { Permission } from '@readout/domain/policy';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { OpenInStudio } from '../../../plugins/open-in-studio.tsx';
import classes from '../../../plugins/plugins.module.css';
import { Text } from '../../../ui/layout.tsx';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

interface Props {
  plugin: string;
  versions: ShownVersion[];
  installation: Installation | undefined;
  may: Permission;
}

const hidden = (inside: ReactNode[]) => <VisuallyHidden>{inside}</VisuallyHidden>;

export function VersionsSection({ plugin, versions, installation, may }: Props) {
  const text = useText();
  const used = versions.find(
    ({ version, source }) => version === installation?.installedVersion && source === installation.source,
  );
  return (
    <section className={settings.section} aria-labelledby="versions">
      <h2 id="versions">{text('settings.plugins.versions')}</h2>
      <p>{text('settings.plugins.versions_hint')}</p>
      <ul className={`${settings.rows} ${classes.versions}`}>
        {versions.map((version) => {
          const mayUse = may.allowed && version.state === 'published' && version.manifest.kind === 'reader';
          const isInstalled =
            installation?.installedVersion === version.version && installation.source === version.source;
          const isLeft =
            installation?.left?.version === version.version && installation.left.source === version.source;
          const reason = version.block?.reason;
          // What asks for more is switched to where it is shown and granted.
          const asksMore = used !== undefined && !isNothing(askedAnew(used.manifest, version.manifest));
          return (
            <li key={`${version.source} ${version.version}`}>
              <div className={settings.what}>
                <Text as="strong" weight={560} isMono>
                  {version.version}
                </Text>
                {isInstalled ? (
                  <span className={settings.tag}>{text('settings.plugins.installed')}</span>
                ) : null}
                {version.state === 'published' ? null : (
                  <span className={settings.tag}>
                    {text('settings.plugins.version_state', { state: version.state })}
                  </span>
                )}
                {reason ? (
                  <span className={settings.tag}>{text('settings.plugins.state', { state: 'blocked' })}</span>
                ) : null}
                {isLeft ? <span className={settings.tag}>{text('settings.plugins.failed_here')}</span> : null}
                {asksMore ? (
                  <span className={settings.tag}>{text('settings.plugins.asks_more_tag')}</span>
                ) : null}
                <small>
                  {version.publisher}, <When iso={version.createdAt} />
                  {version.accuracy && version.accuracy.fixtures > 0
                    ? `, ${text('settings.plugins.version_right_on', { passed: version.accuracy.passed, fixtures: version.accuracy.fixtures })}`
                    : ''}
                  {version.isApprovedByPublisher ? `, ${text('settings.plugins.approved')}` : ''}
                </small>
                {reason ? <p className={classes.problem}>{reason}</p> : null}
                {version.deprecationNote ? (
                  <Text above={4} hasLines>
                    {version.deprecationNote}
                  </Text>
                ) : null}
                {version.notes ? (
                  <Text above={4} hasLines>
                    {version.notes}
                  </Text>
                ) : null}
                <Text as="small" size={11} isMono isBroken>
                  SHA-256 {version.sha256}
                </Text>
              </div>
              <div className={settings.actions}>
                {may.allowed && installation?.installedVersion && !isInstalled ? (
                  <Link to={compareAddress(installation, version)}>
                    <FormattedText
                      id="settings.plugins.what_changes_with"
                      values={{ version: version.version, hidden }}
                    />
                  </Link>
                ) : null}
                {mayUse && !isInstalled && !reason && !asksMore ? (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="plugin" value={plugin} />
                    <input type="hidden" name="revision" value={installation?.revision ?? 0} />
                    <input type="hidden" name="source" value={version.source} />
                    <input type="hidden" name="version" value={version.version} />
                    <Button
                      type="submit"
                      name="intent"
                      value={installation ? 'update' : 'install'}
                      variant="default"
                      size="xs"
                    >
                      {text(installation ? 'settings.plugins.use_this' : 'settings.plugins.install')}
                    </Button>
                  </Form>
                ) : null}
                {may.allowed && version.source === 'company' ? <Offer version={version} /> : null}
                {may.allowed && version.manifest.kind === 'reader' ? (
                  <OpenInStudio version={version} name={version.version} />
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Of one's own: whether others of the company can move to it. */
function Offer({ version: { pluginId, version, state } }: { version: ShownVersion }) {
  const isOffered = state === 'published';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="plugin" value={pluginId} />
      <input type="hidden" name="version" value={version} />
      <Button
        type="submit"
        name="intent"
        value={isOffered ? 'deprecate' : 'offer-again'}
        variant="default"
        size="xs"
      >
        <FormattedText
          id={isOffered ? 'settings.plugins.deprecate' : 'settings.plugins.offer_again'}
          values={{ version, hidden }}
        />
      </Button>
    </Form>
  );
}

/** The page on which the installed version is next to another. */
export function compareAddress(
  { plugin, source, installedVersion }: Installation,
  to: { source: string; version: string },
): string {
  return `/settings/plugins/${plugin}/compare?${new URLSearchParams({
    from: installedVersion ?? '',
    'from-source': source,
    to: to.version,
    'to-source': to.source,
  })}`;
}
