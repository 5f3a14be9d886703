import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  type ListedTarget,
  maxAmountRanges,
  type RuleChoices,
  type RulePreview,
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
import type { TypedRule } from './rule-form.server.ts';
import { RuleTrial } from './rule-trial.tsx';

/** Which records go to a target, and what that makes of the last ones. */
export function RuleSection({
  target,
  choices,
  mayChange,
  tried,
  typed,
  isSaved,
  problem,
}: {
  target: ListedTarget;
  choices: RuleChoices;
  mayChange: boolean;
  tried: RulePreview | undefined;
  /** What was sent and not saved, for browsers without scripts: it goes on standing there. */
  typed: TypedRule | undefined;
  isSaved: boolean;
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const text = useText();
  const isSending = useSending();
  const readable = useReadable();
  const { rule, events } = target;
  const shown = typed ?? inFields(rule, readable);
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
            chosen={shown.types}
            error={fields.types}
          />
          <Choices
            name="plugins"
            legend={text('deliveries.rule.plugins')}
            choices={choices.plugins.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={shown.plugins}
            error={fields.plugins}
          />
          <Amounts shown={shown} choices={choices.amountFields} error={fields.amounts} />
          <ConfirmedBy shown={shown} people={choices.people} error={fields.people ?? fields.roles} />
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
  chosen,
  error,
}: {
  name: string;
  legend: string;
  choices: { value: string; label: string }[];
  chosen: readonly string[];
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

/** A kept rule as its form shows it. */
function inFields(rule: ListedTarget['rule'], readable: ReturnType<typeof useReadable>): TypedRule {
  const { types = [], plugins = [], amounts = [], confirmedBy } = rule;
  return {
    types: [...types],
    plugins: [...plugins],
    field: amounts.map(({ field }) => field),
    currency: amounts.map(({ currency }) => currency ?? ''),
    atLeast: amounts.map(({ atLeast }) => readable(atLeast ?? '', 'amount')),
    atMost: amounts.map(({ atMost }) => readable(atMost ?? '', 'amount')),
    roles: [...(confirmedBy?.roles ?? [])],
    people: [...(confirmedBy?.people ?? [])],
    byRule: confirmedBy?.byRule ?? false,
  };
}

function Amounts({
  shown,
  choices,
  error,
}: {
  shown: TypedRule;
  choices: RuleChoices['amountFields'];
  error: string | undefined;
}) {
  const text = useText();
  const filled = shown.field.flatMap((field, index) => {
    const [currency = '', atLeast = '', atMost = ''] = parts.map((part) => shown[part][index]);
    return currency || atLeast || atMost ? [{ field, currency, atLeast, atMost }] : [];
  });
  // One more to fill in, as long as there is room.
  const rows = filled.length < maxAmountRanges ? [...filled, undefined] : filled;
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
              defaultValue={range?.[part]}
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
  shown,
  people,
  error,
}: {
  shown: TypedRule;
  people: RuleChoices['people'];
  error: string | undefined;
}) {
  const text = useText();
  const chosen = shown.people;
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
            defaultChecked={shown.roles.includes(role)}
          />
        ))}
        <Checkbox
          name="byRule"
          value="yes"
          label={text('deliveries.rule.by_rule')}
          defaultChecked={shown.byRule}
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
