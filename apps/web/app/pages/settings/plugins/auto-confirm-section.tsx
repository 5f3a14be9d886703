import { Button, TextInput } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { AutoConfirmTrial } from '@readout/domain/plugins/preview-auto-confirm';
import type { Permission } from '@readout/domain/policy';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { percent } from '../../../dashboard/words.ts';
import { problemOf } from '../../../forms/answer.ts';
import classes from '../../../plugins/plugins.module.css';
import { Text } from '../../../ui/layout.tsx';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { PluginAnswer } from './plugin-action.server.ts';
import { parsePercent, toPercent, tryThreshold } from './trial.ts';
import { TrialRecords } from './trial-records.tsx';

interface Props {
  installation: Installation;
  trials: AutoConfirmTrial[];
  may: Permission;
  answer: PluginAnswer | undefined;
}

/** Proposed where a company never set one. */
const usualPercent = '95';

/** From which confidence on records confirm themselves, tried on what the reader made in the last 30 days. */
export function AutoConfirmSection({ installation, trials, may, answer }: Props) {
  const text = useText();
  const { plugin, autoConfirm, revision } = installation;
  const refused = problemOf(answer, 'auto-confirm');
  const proposed = refused?.typed.percent ?? (autoConfirm === null ? usualPercent : toPercent(autoConfirm));
  const [typed, setTyped] = useState(proposed);
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the page's scripts were there stays, and is what is tried.
  useEffect(() => setTyped(field.current?.value ?? proposed), [proposed]);
  return (
    <section className={settings.section} aria-labelledby="auto-confirm">
      <h2 id="auto-confirm">{text('settings.plugins.rule')}</h2>
      <p>
        {autoConfirm === null
          ? text('settings.plugins.rule_off')
          : text('settings.plugins.rule_on', { percent: Number(toPercent(autoConfirm)) })}
      </p>
      {may.allowed ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="plugin" value={plugin} />
          <input type="hidden" name="revision" value={revision} />
          <div className={classes.ruleRow}>
            <TextInput
              label={text('settings.plugins.rule_from')}
              name="percent"
              size="sm"
              inputMode="decimal"
              rightSection="%"
              ref={field}
              defaultValue={proposed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={refused?.message}
              aria-describedby="trial"
            />
            <Button type="submit" name="intent" value="auto-confirm" variant="default" size="sm">
              {text(autoConfirm === null ? 'settings.plugins.rule_switch_on' : 'common.save')}
            </Button>
            {autoConfirm === null ? null : (
              <Button type="submit" name="intent" value="never-auto-confirm" variant="subtle" size="sm">
                {text('settings.plugins.rule_never')}
              </Button>
            )}
          </div>
          <Text size={13} tone="dim" id="trial" aria-live="polite">
            <Trial trials={trials} percentText={typed} />
          </Text>
          <TrialRecords trials={trials} threshold={parsePercent(typed)} />
        </Form>
      ) : null}
    </section>
  );
}

/** What the rule would have done: counted from the records themselves. */
function Trial({ trials, percentText }: { trials: AutoConfirmTrial[]; percentText: string }) {
  const text = useText();
  const threshold = parsePercent(percentText);
  if (trials.length === 0) return text('settings.plugins.trial_none');
  if (Number.isNaN(threshold)) return text('settings.plugins.trial_bad_number');
  const { tried, confirmed } = tryThreshold(trials, threshold);
  return text('settings.plugins.trial', {
    tried,
    confirmed,
    share: percent(confirmed, tried, text),
    end: confirmed > 0 ? 'list' : 'stop',
  });
}
