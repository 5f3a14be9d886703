import { Button } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { Permission } from '@readout/domain/policy';
import { Form, Link, useNavigation } from 'react-router';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons.ts';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { percent } from '../../dashboard/words.ts';
import classes from './plugins.module.css';
import { toPercent } from './trial.ts';
import { compareAddress } from './versions-section.tsx';
import { blockInWords } from './words.ts';

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
  const { plugin, name, isEnabled, blocked, revision, installedVersion, version, update, autoConfirm, runs } =
    installation;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('plugin') === plugin;
  const isInstalled = revision > 0;
  const title = may.allowed ? undefined : may.sentence;
  const facts = [
    installation.description,
    installation.isFallback ? 'runs where no other made a record' : '',
    autoConfirm === null ? '' : `confirms itself from ${toPercent(autoConfirm)} % on`,
    runs && runs.count > 0
      ? `${plural(runs.count, 'run')} in 30 days, ${percent(runs.failures, runs.count)} failed, 95 % within ${wholeNumber(Math.max(1, Math.round(runs.p95Ms ?? 0)))} ms`
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
            <Link to={`/settings/plugins/${plugin}`}>{name}</Link>
          </h2>
          <span className={classes.version}>{installedVersion ?? version}</span>
          <span className={classes.state} data-on={isEnabled && !blocked} data-blocked={!!blocked}>
            {blocked ? 'Blocked' : isEnabled ? 'On' : isInstalled ? 'Off' : 'Not installed'}
          </span>
          {installation.isDeprecated ? <span className={classes.state}>No longer offered</span> : null}
          {update && may.allowed ? (
            <Link
              className={classes.update}
              to={compareAddress(installation, { source: installation.source, version: update.version })}
              aria-label={`Update ${name} to ${update.version}: see what changes`}
            >
              Update to {update.version}
            </Link>
          ) : null}
        </div>
        <p className={classes.facts}>
          {facts.join(' · ')}
          {runs && runs.count > 0 ? (
            <>
              {' · '}
              <Link to={`/app?place=kept&plugin=${plugin}`} aria-label={`Captures with records of ${name}`}>
                Captures
              </Link>
            </>
          ) : null}
        </p>
        {blocked ? <p className={classes.blocked}>{blockInWords(blocked, installedVersion)}</p> : null}
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
            aria-label={`Switch ${name} ${isEnabled ? 'off' : 'on'}`}
          >
            Switch {isEnabled ? 'off' : 'on'}
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
      aria-label={`Move ${name} ${to}`}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
}
