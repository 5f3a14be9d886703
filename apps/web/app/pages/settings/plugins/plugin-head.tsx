import { Button } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import type { Permission } from '@readout/domain/policy';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import classes from '../../../plugins/plugins.module.css';
import { Row } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { compareAddress } from './versions-section.tsx';

interface Props {
  shown: StoredVersion;
  installation: Installation | undefined;
  may: Permission;
  isBlocked: boolean;
  /** For those who may not install. */
  children: ReactNode;
}

/** What can be done with it as it stands, in one click each. */
export function PluginHead({ shown, installation, may, isBlocked, children }: Props) {
  const text = useText();
  const { pluginId, manifest } = shown;
  const canInstall = manifest.kind === 'reader' && shown.state === 'published' && !isBlocked;
  return (
    <div className={classes.actions}>
      {may.allowed ? (
        <Form method="post" preventScrollReset className={classes.buttons}>
          <input type="hidden" name="plugin" value={pluginId} />
          <input type="hidden" name="revision" value={installation?.revision ?? 0} />
          <input type="hidden" name="source" value={installation?.source ?? shown.source} />
          <input type="hidden" name="version" value={installation?.update?.version ?? shown.version} />
          {installation ? (
            <Installed installation={installation} />
          ) : canInstall ? (
            <Button type="submit" name="intent" value="install">
              {text('settings.plugins.install_version', { version: shown.version })}
            </Button>
          ) : null}
        </Form>
      ) : (
        <p className={classes.reserved}>{may.sentence}</p>
      )}
      {manifest.kind === 'reader' ? null : (
        <p className={classes.reserved}>
          {text('settings.plugins.only_readers_yet')} <code>plugin.kind_not_available</code>
        </p>
      )}
      {children}
      <Row as="nav" gap="4px 20px" size={14} above={12} aria-label={text('settings.plugins.more_of_this')}>
        {installation ? (
          <Link to={`/app?place=kept&plugin=${pluginId}`}>{text('settings.plugins.captures_of')}</Link>
        ) : null}
      </Row>
    </div>
  );
}

function Installed({ installation }: { installation: Installation }) {
  const text = useText();
  const { update, source, previous, isEnabled, paused } = installation;
  return (
    <>
      {paused && isEnabled ? (
        <Button type="submit" name="intent" value="resume">
          {text('settings.plugins.resume')}
        </Button>
      ) : null}
      {update && !update.asksMore ? (
        <Button type="submit" name="intent" value="update">
          {text('settings.plugins.update_to', { version: update.version })}
        </Button>
      ) : null}
      {update ? (
        <Button
          component={Link}
          to={compareAddress(installation, { source, version: update.version })}
          variant={update.asksMore ? 'filled' : 'default'}
        >
          {update.asksMore
            ? text('settings.plugins.update_asks_more', { version: update.version })
            : text('settings.plugins.what_changes')}
        </Button>
      ) : null}
      {previous ? (
        <Button type="submit" name="intent" value="roll-back" variant="default">
          {text('settings.plugins.back_to', { version: previous.version })}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value={isEnabled ? 'disable' : 'enable'} variant="default">
        {text('settings.plugins.switch', { to: isEnabled ? 'off' : 'on' })}
      </Button>
      <Button type="submit" name="intent" value="uninstall" variant="default">
        {text('settings.plugins.uninstall')}
      </Button>
    </>
  );
}
