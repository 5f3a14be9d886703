import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  type AmountRange,
  type ListedTarget,
  maxAmountRanges,
  type RuleChoices,
  type RulePreview,
  type TargetRule,
  usualAmountField,
} from '@readout/domain/deliveries/rules';
import { Form } from 'react-router';
import type { Problem } from '../../../../forms/answer.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useSending } from '../../../../forms/use-sending.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { Text } from '../../../../ui/layout.tsx';
import settings from '../../../../ui/settings.module.css';
import { useText } from '../../../../ui/texts.tsx';
import classes from '../deliveries.module.css';
import { RuleTrial } from './rule-trial.tsx';

/** Which records go to a target, and what that makes of the last ones. */
export function RuleSection({
  target,
  choices,
  mayChange,
  tried,
  isSaved,
  problem,
}: {
  target: ListedTarget;
  choices: RuleChoices;
  mayChange: boolean;
  tried: RulePreview | undefined;
  isSaved: boolean;
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const text = useText();
  const isSending = useSending();
  const { rule, events } = target;
  const fields = problem?.fields ?? {};
  const lacksCorrected =
    Object.keys(rule).length > 0 &&
    events.includes('record.confirmed') &&
    !events.includes('record.corrected');
  return (
    <section className={settings.section} id="rule" aria-labelledby="rule-title">
      <h2 id="rule-title">{text('deliveries.rule.title')}</h2>
      <p>{text('deliveries.rule.lead')}</p>
      {lacksCorrected ? <p className={settings.note}>{text('deliveries.rule.wants_corrected')}</p> : null}
      <Form method="post" className={classes.rule} autoComplete="off" noValidate preventScrollReset>
        <fieldset className={classes.conditions} disabled={!mayChange}>
          <Choices
            name="types"
            legend={text('deliveries.rule.types')}
            choices={choices.types.map(({ type, label }) => ({ value: type, label }))}
            chosen={rule.types}
            error={fields.types}
          />
          <Choices
            name="plugins"
            legend={text('deliveries.rule.plugins')}
            choices={choices.plugins.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={rule.plugins}
            error={fields.plugins}
          />
          <Amounts ranges={rule.amounts ?? []} choices={choices.amountFields} error={fields.amounts} />
          <ConfirmedBy rule={rule} people={choices.people} error={fields.people ?? fields.roles} />
        </fieldset>
        <Outcome problem={problem} done={isSaved && text('deliveries.rule.saved')} />
        {mayChange ? (
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="rule" loading={isSending('rule')}>
              {text('common.save')}
            </Button>
            <Button type="submit" name="intent" value="try" variant="default" loading={isSending('try')}>
              {text('deliveries.rule.try')}
            </Button>
          </div>
        ) : null}
      </Form>
      {tried ? <RuleTrial preview={tried} /> : null}
    </section>
  );
}

function Choices({
  name,
  legend,
  choices,
  chosen = [],
  error,
}: {
  name: string;
  legend: string;
  choices: { value: string; label: string }[];
  chosen?: readonly string[] | undefined;
  error: string | undefined;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={settings.choices}>
      <legend>{legend}</legend>
      <div>
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            name={name}
            value={value}
            label={label}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
      <Wrong>{error}</Wrong>
    </fieldset>
  );
}

const parts = ['currency', 'atLeast', 'atMost'] as const;
const wordOf = { currency: 'currency', atLeast: 'at_least', atMost: 'at_most' } as const;

function Amounts({
  ranges,
  choices,
  error,
}: {
  ranges: AmountRange[];
  choices: RuleChoices['amountFields'];
  error: string | undefined;
}) {
  const text = useText();
  const readable = useReadable();
  // One more to fill in, as long as there is room.
  const rows: (AmountRange | undefined)[] = ranges.length < maxAmountRanges ? [...ranges, undefined] : ranges;
  const shown = (range: AmountRange | undefined, part: (typeof parts)[number]): string => {
    const value = range?.[part] ?? '';
    return part === 'currency' ? value : readable(value, 'amount');
  };
  return (
    <fieldset className={settings.choices}>
      <legend>{text('deliveries.rule.amounts')}</legend>
      {rows.map((range, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is nothing but its place in the list
          key={index}
          className={classes.range}
          aria-label={text('deliveries.rule.range', { number: index + 1 })}
        >
          <NativeSelect
            name="field"
            label={text('deliveries.rule.part', { part: 'field' })}
            data={choices.map(({ field, label }) => ({ value: field, label }))}
            defaultValue={range?.field ?? usualAmountField}
          />
          {parts.map((part) => (
            <TextInput
              key={part}
              name={part}
              label={text('deliveries.rule.part', { part: wordOf[part] })}
              maxLength={part === 'currency' ? 3 : 24}
              inputMode={part === 'currency' ? 'text' : 'decimal'}
              placeholder={part === 'currency' ? 'EUR' : undefined}
              defaultValue={shown(range, part)}
            />
          ))}
        </fieldset>
      ))}
      <Text size={12} tone="dim">
        {text('deliveries.rule.amounts_hint')}
      </Text>
      <Wrong>{error}</Wrong>
    </fieldset>
  );
}

const roles = ['owner', 'admin', 'reviewer', 'operator'] as const;

function ConfirmedBy({
  rule: { confirmedBy },
  people,
  error,
}: {
  rule: TargetRule;
  people: RuleChoices['people'];
  error: string | undefined;
}) {
  const text = useText();
  const chosen = confirmedBy?.people ?? [];
  return (
    <fieldset className={settings.choices}>
      <legend>{text('deliveries.rule.confirmed_by')}</legend>
      <div>
        {roles.map((role) => (
          <Checkbox
            key={role}
            name="roles"
            value={role}
            label={text('deliveries.rule.anyone_with', { role })}
            defaultChecked={confirmedBy?.roles.includes(role)}
          />
        ))}
        <Checkbox
          name="byRule"
          value="yes"
          label={text('deliveries.rule.by_rule')}
          defaultChecked={confirmedBy?.byRule}
        />
      </div>
      <details className={settings.unfold} open={chosen.length > 0 || error !== undefined || undefined}>
        <summary>{text('deliveries.rule.people', { count: chosen.length })}</summary>
        <div className={classes.people}>
          {people.map(({ userId, name }) => (
            <Checkbox
              key={userId}
              name="people"
              value={userId}
              label={<bdi>{name}</bdi>}
              defaultChecked={chosen.includes(userId)}
            />
          ))}
        </div>
      </details>
      <Wrong>{error}</Wrong>
    </fieldset>
  );
}

const Wrong = ({ children }: { children: string | undefined }) =>
  children ? (
    <p className={settings.problem} role="alert">
      {children}
    </p>
  ) : null;
