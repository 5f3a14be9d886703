import { Button } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import type { Permission } from '@readout/domain/policy';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import classes from './plugins.module.css';
import { compareAddress } from './versions-section.tsx';

interface Props {
  shown: StoredVersion;
  installation: Installation | undefined;
  may: Permission;
  isBlocked: boolean;
  /** For who may not install. */
  children: ReactNode;
}

/** What can be done with it as it stands, in one click each. */
export function PluginHead({ shown, installation, may, isBlocked, children }: Props) {
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
              Install {shown.version}
            </Button>
          ) : null}
        </Form>
      ) : (
        <p className={classes.reserved}>{may.sentence}</p>
      )}
      {manifest.kind === 'reader' ? null : (
        <p className={classes.reserved}>
          Sending to other systems comes with deliveries; until then only readers can be installed.{' '}
          <code>plugin.kind_not_available</code>
        </p>
      )}
      {children}
      <nav className={classes.more} aria-label="More about this plugin">
        {installation ? (
          <Link to={`/app?place=kept&plugin=${pluginId}`}>Captures with its records</Link>
        ) : null}
      </nav>
    </div>
  );
}

function Installed({ installation }: { installation: Installation }) {
  const { update, source, previous, isEnabled } = installation;
  return (
    <>
      {update && !update.asksMore ? (
        <Button type="submit" name="intent" value="update">
          Update to {update.version}
        </Button>
      ) : null}
      {update ? (
        <Button
          component={Link}
          to={compareAddress(installation, { source, version: update.version })}
          variant={update.asksMore ? 'filled' : 'default'}
        >
          {update.asksMore ? `Update to ${update.version}: asks for more` : 'What changes'}
        </Button>
      ) : null}
      {previous ? (
        <Button type="submit" name="intent" value="roll-back" variant="default">
          Back to {previous.version}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value={isEnabled ? 'disable' : 'enable'} variant="default">
        Switch {isEnabled ? 'off' : 'on'}
      </Button>
      <Button type="submit" name="intent" value="uninstall" variant="default">
        Uninstall
      </Button>
    </>
  );
}
