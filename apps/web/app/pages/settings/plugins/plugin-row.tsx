import { Button } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { Permission } from '@readout/domain/policy';
import { Form, Link, useNavigation } from 'react-router';
import { percent } from '../../../dashboard/words.ts';
import classes from '../../../plugins/plugins.module.css';
import { blockInWords, pauseInWords } from '../../../plugins/words.ts';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons.ts';
import { Text } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { toPercent } from './trial.ts';
import { compareAddress } from './versions-section.tsx';

interface Props {
  installation: Installation;
  place: { number: number; isFirst: boolean; isLast: boolean };
  may: Permission;
  /** Looks after the company's plugins, though perhaps not now. */
  isKeeper: boolean;
  /** Why the last change of this one was refused. */
  problem: string;
}

/** One reader in the order they run. */
export function PluginRow({ installation, place, may, isKeeper, problem }: Props) {
  const text = useText();
  const {
    plugin,
    name,
    isEnabled,
    blocked,
    paused,
    revision,
    installedVersion,
    version,
    update,
    autoConfirm,
    runs,
  } = installation;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('plugin') === plugin;
  const isInstalled = revision > 0;
  const title = may.allowed ? undefined : may.sentence;
  const facts = [
    installation.description,
    installation.isFallback ? text('settings.plugins.row_fallback') : '',
    autoConfirm === null
      ? ''
      : text('settings.plugins.row_confirms', { percent: Number(toPercent(autoConfirm)) }),
    runs && runs.count > 0
      ? text('settings.plugins.row_runs', {
          count: runs.count,
          failed: percent(runs.failures, runs.count, text),
          ms: Math.max(1, Math.round(runs.p95Ms ?? 0)),
        })
      : '',
  ].filter(Boolean);
  return (
    <li className={classes.row} data-off={!isEnabled || undefined}>
      <span className={classes.number} aria-hidden>
        {isInstalled ? place.number : ''}
      </span>
      <div className={classes.what}>
        <div className={classes.head}>
          <h2>
            <Link to={`/settings/plugins/${plugin}`} dir="auto">
              {name}
            </Link>
          </h2>
          <Text as="span" size={12} tone="dim" isMono isBroken>
            {installedVersion ?? version}
          </Text>
          <span className={classes.state} data-on={isEnabled && !blocked && !paused} data-blocked={!!blocked}>
            {text('settings.plugins.state', {
              state: blocked
                ? 'blocked'
                : isEnabled && paused
                  ? 'paused'
                  : isEnabled
                    ? 'on'
                    : isInstalled
                      ? 'off'
                      : 'none',
            })}
          </span>
          {installation.isDeprecated ? (
            <span className={classes.state}>{text('settings.plugins.no_longer_offered')}</span>
          ) : null}
          {update && may.allowed ? (
            <Link
              className={classes.update}
              to={compareAddress(installation, { source: installation.source, version: update.version })}
              aria-label={text('settings.plugins.update_named', { name, version: update.version })}
            >
              {text('settings.plugins.update_to', { version: update.version })}
            </Link>
          ) : null}
        </div>
        <Text size={13} tone="dim" above={2} isLong isBroken dir="auto">
          {facts.join(' · ')}
          {runs && runs.count > 0 ? (
            <>
              {' · '}
              <Link
                to={`/app?place=kept&plugin=${plugin}`}
                aria-label={text('settings.plugins.captures_named', { name })}
              >
                {text('settings.plugins.captures')}
              </Link>
            </>
          ) : null}
        </Text>
        {blocked ? <p className={classes.blocked}>{blockInWords(blocked, installedVersion, text)}</p> : null}
        {paused && isEnabled && !blocked ? (
          <p className={classes.reserved}>{pauseInWords(paused, text)}</p>
        ) : null}
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {isKeeper ? (
        <Form method="post" preventScrollReset className={classes.controls}>
          <input type="hidden" name="plugin" value={plugin} />
          <input type="hidden" name="revision" value={revision} />
          {isInstalled ? (
            <>
              <Move name={name} to="up" isAtEnd={place.isFirst} may={may} />
              <Move name={name} to="down" isAtEnd={place.isLast} may={may} />
            </>
          ) : null}
          {paused && isEnabled ? (
            <Button
              type="submit"
              name="intent"
              value="resume"
              size="compact-sm"
              disabled={!may.allowed}
              loading={isBusy}
              title={title}
              aria-label={text('settings.plugins.resume_named', { name })}
            >
              {text('settings.plugins.resume')}
            </Button>
          ) : null}
          <Button
            type="submit"
            name="intent"
            value={isEnabled ? 'disable' : 'enable'}
            variant="default"
            size="compact-sm"
            className={classes.switch}
            disabled={!may.allowed}
            loading={isBusy}
            title={title}
            aria-label={text('settings.plugins.switch_named', { to: isEnabled ? 'off' : 'on', name })}
          >
            {text('settings.plugins.switch', { to: isEnabled ? 'off' : 'on' })}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}

interface MoveProps {
  name: string;
  to: 'up' | 'down';
  isAtEnd: boolean;
  may: Permission;
}

/** At the end it does nothing but keep the keyboard's place: a disabled button would lose it. */
function Move({ name, to, isAtEnd, may }: MoveProps) {
  const text = useText();
  const Icon = to === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <Button
      type="submit"
      name="intent"
      value={to}
      variant="default"
      size="compact-sm"
      disabled={!may.allowed}
      {...(isAtEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={(event) => (isAtEnd ? event.preventDefault() : undefined)}
      title={may.allowed ? undefined : may.sentence}
      aria-label={text('settings.plugins.move', { to, name })}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
}
