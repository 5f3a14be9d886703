import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import type { Problem } from '../../forms/answer.ts';
import { Outcome } from '../../forms/outcome.tsx';
import { useSending } from '../../forms/use-sending.ts';
import { useText } from '../../ui/texts.tsx';
import classes from './admin.module.css';

interface Limit {
  /** Of the field. */
  name: string;
  /** As the use case names it, which a problem is beside. */
  of: string;
  label: string;
  /** As it stands in the field; empty: none. */
  now: string;
  /** What is used of it. */
  used?: string;
}

/** Limits with what each is now: to be changed, or to be read by anyone who may not. */
export function LimitFields({
  limits,
  revision,
  problem,
  isSaved,
  mayChange,
}: {
  limits: readonly Limit[];
  revision: number;
  problem: Problem<Record<string, string>> | undefined;
  isSaved: boolean;
  mayChange: boolean;
}) {
  const text = useText();
  const isBusy = useSending()('limits');
  const isStale = problem?.code.endsWith('.changed_meanwhile');
  if (!mayChange)
    return (
      <dl className={classes.facts}>
        {limits.map(({ name, label, now, used }) => (
          <div key={name} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              {now || text('admin.limits.none')}
              {used ? <span className={classes.beside}>{used}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    );
  return (
    <Form method="post" className={classes.form} preventScrollReset>
      <input type="hidden" name="revision" value={revision} />
      {limits.map(({ name, of, label, now, used }) => (
        <TextInput
          key={name}
          name={name}
          label={label}
          inputMode="decimal"
          defaultValue={problem?.typed[name] ?? now}
          description={
            [
              used,
              isStale ? text('admin.limits.now', { value: now || text('admin.limits.none') }) : undefined,
            ]
              .filter(Boolean)
              .join(' ') || undefined
          }
          error={problem?.fields[of]}
        />
      ))}
      <Outcome problem={problem} done={isSaved && text('common.saved')} />
      <Button type="submit" name="intent" value="limits" loading={isBusy}>
        {text(isStale ? 'admin.limits.save_anyway' : 'admin.limits.save')}
      </Button>
    </Form>
  );
}
