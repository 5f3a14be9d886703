import { Button, TextInput } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { AutoConfirmTrial } from '@readout/domain/plugins/preview-auto-confirm';
import type { Permission } from '@readout/domain/policy';
import { useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons.ts';
import { wholeNumber } from '../../../ui/numbers.ts';
import { When } from '../../app/when.tsx';
import { plural } from '../../app/wording.ts';
import { percent } from '../../dashboard/words.ts';
import classes from './plugins.module.css';
import { parsePercent, toPercent, tryThreshold } from './trial.ts';

interface Answer {
  message: string;
  code: string;
  typed: { intent: string; percent: string };
}

interface Props {
  installation: Installation;
  place: { isFirst: boolean; isLast: boolean };
  /** Absent for who may not set the rule. */
  trials: AutoConfirmTrial[] | undefined;
  may: Permission;
  answer: Answer | undefined;
}

const reads: Record<string, string> = { lines: 'lines of text', barcodes: 'barcodes' };
/** Proposed where a company never set one. */
const usualPercent = '95';

export function PluginCard({ installation, place, trials, may, answer }: Props) {
  const { plugin, name, isEnabled, blocked, revision } = installation;
  const navigation = useNavigation();
  const isBusy =
    navigation.formData?.get('plugin') === plugin && navigation.formData.get('intent') !== 'auto-confirm';
  const locked = !may.allowed;
  const title = locked ? may.sentence : undefined;
  const failed = answer?.message && answer.typed.intent !== 'auto-confirm' ? answer.message : '';
  return (
    <li className={classes.card} data-off={!isEnabled || undefined}>
      <div className={classes.head}>
        <h2 id={`plugin-${plugin}`}>{name}</h2>
        <span className={classes.state} data-on={isEnabled && !blocked}>
          {blocked ? 'Blocked' : isEnabled ? 'On' : 'Off'}
        </span>
        <Form method="post" preventScrollReset className={classes.controls}>
          <input type="hidden" name="plugin" value={plugin} />
          <input type="hidden" name="revision" value={revision} />
          <Button
            type="submit"
            name="intent"
            value="up"
            variant="default"
            size="compact-sm"
            disabled={locked || revision === 0 || place.isFirst}
            title={title}
            aria-label={`Move ${name} up`}
          >
            <IconArrowUp size={16} aria-hidden />
          </Button>
          <Button
            type="submit"
            name="intent"
            value="down"
            variant="default"
            size="compact-sm"
            disabled={locked || revision === 0 || place.isLast}
            title={title}
            aria-label={`Move ${name} down`}
          >
            <IconArrowDown size={16} aria-hidden />
          </Button>
          <Button
            type="submit"
            name="intent"
            value={isEnabled ? 'disable' : 'enable'}
            variant={isEnabled ? 'default' : 'filled'}
            size="compact-sm"
            disabled={locked}
            loading={isBusy}
            title={title}
            aria-label={`Switch ${name} ${isEnabled ? 'off' : 'on'}`}
          >
            Switch {isEnabled ? 'off' : 'on'}
          </Button>
        </Form>
      </div>
      <p className={classes.problem} role="status">
        {failed}
      </p>
      {blocked ? (
        <p className={classes.blocked}>
          Whoever runs this Readout stopped it everywhere (<When iso={blocked.since} />
          ): {blocked.reason}
        </p>
      ) : null}
      <p className={classes.description}>{installation.description}</p>
      <dl className={classes.facts}>
        <div>
          <dt>Reads</dt>
          <dd>
            {installation.reads.map((each) => reads[each] ?? each).join(' and ')}
            {installation.isFallback ? ', where no other reader made a record' : ''}
          </dd>
        </div>
        <div>
          <dt>Makes</dt>
          <dd>{installation.records.join(', ')}</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>
            {installation.version}
            {installation.installedVersion && installation.installedVersion !== installation.version
              ? `, installed as ${installation.installedVersion}`
              : ''}
          </dd>
        </div>
        {installation.runs ? <Runs runs={installation.runs} plugin={plugin} /> : null}
      </dl>
      {revision > 0 ? (
        <AutoConfirm
          // Somebody else's threshold is shown as soon as it is known; what is being typed stays after a refusal.
          key={answer?.message ? 'refused' : revision}
          installation={installation}
          trials={trials}
          may={may}
          answer={answer}
        />
      ) : null}
    </li>
  );
}

function Runs({ runs, plugin }: { runs: NonNullable<Installation['runs']>; plugin: string }) {
  return (
    <div>
      <dt>Last 30 days</dt>
      <dd>
        {runs.count === 0 ? (
          'not run yet'
        ) : (
          <>
            {plural(runs.count, 'run')}, {wholeNumber(runs.failures)} failed (
            {percent(runs.failures, runs.count)}), 95 % within{' '}
            {wholeNumber(Math.max(1, Math.round(runs.p95Ms ?? 0)))} ms.{' '}
            <Link to={`/app?place=kept&plugin=${plugin}`}>Captures with its records</Link>
          </>
        )}
      </dd>
    </div>
  );
}

function AutoConfirm({
  installation: { plugin, name, autoConfirm, revision },
  trials,
  may,
  answer,
}: Pick<Props, 'installation' | 'trials' | 'may' | 'answer'>) {
  const refused = answer?.message && answer.typed.intent === 'auto-confirm' ? answer : undefined;
  const [typed, setTyped] = useState(
    refused?.typed.percent ?? (autoConfirm === null ? usualPercent : toPercent(autoConfirm)),
  );
  return (
    <Form
      method="post"
      preventScrollReset
      className={classes.rule}
      aria-label={`Confirming ${name} by itself`}
    >
      <input type="hidden" name="plugin" value={plugin} />
      <input type="hidden" name="revision" value={revision} />
      <p>
        {autoConfirm === null
          ? 'A person confirms every record.'
          : `Records confirm themselves from ${toPercent(autoConfirm)} % confidence on, where every check passes and nothing is ambiguous.`}
      </p>
      {may.allowed ? (
        <>
          <div className={classes.ruleRow}>
            <TextInput
              label="Confirm by itself from"
              name="percent"
              size="xs"
              inputMode="decimal"
              rightSection="%"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={refused?.message}
              aria-describedby={`trial-${plugin}`}
            />
            <Button type="submit" name="intent" value="auto-confirm" variant="default" size="xs">
              {autoConfirm === null ? 'Switch the rule on' : 'Save'}
            </Button>
            {autoConfirm === null ? null : (
              <Button type="submit" name="intent" value="never-auto-confirm" variant="subtle" size="xs">
                Never confirm by itself
              </Button>
            )}
          </div>
          <p className={classes.trial} id={`trial-${plugin}`} aria-live="polite">
            <Trial trials={trials ?? []} percentText={typed} />
          </p>
        </>
      ) : null}
    </Form>
  );
}

/** What the rule would have done: counted from the records themselves. */
function Trial({ trials, percentText }: { trials: AutoConfirmTrial[]; percentText: string }) {
  const threshold = parsePercent(percentText);
  if (trials.length === 0) return <>No data yet: this reader made no record here.</>;
  if (Number.isNaN(threshold)) return <>Enter a number from 50 to 100.</>;
  const { tried, confirmed, corrected, rejected, waiting } = tryThreshold(trials, threshold);
  return (
    <>
      Of the last {plural(tried, 'record')}, {wholeNumber(confirmed)} would have confirmed{' '}
      {confirmed === 1 ? 'itself' : 'themselves'} ({percent(confirmed, tried)}).{' '}
      {confirmed > 0
        ? `Of these, people corrected ${corrected} and rejected ${rejected}${waiting > 0 ? `; ${waiting} still ${waiting === 1 ? 'waits' : 'wait'} for review` : ''}.`
        : null}
    </>
  );
}
