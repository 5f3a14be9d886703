import { Button } from '@mantine/core';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function KeysSection({ isOn, answer }: { isOn: boolean; answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const isBusy = useSending()('single_keys');
  const state = isOn ? 'on' : 'off';
  return (
    <section className={classes.section} id="keys">
      <h2>{text('settings.account.keys')}</h2>
      <p>{text('settings.account.keys_hint')}</p>
      <Form method="post" className={classes.form}>
        <p>{text('common.single_keys.state', { state })}</p>
        <input type="hidden" name="on" value={isOn ? '' : 'yes'} />
        <Button type="submit" name="intent" value="single_keys" variant="default" loading={isBusy}>
          {text('common.single_keys.switch', { state })}
        </Button>
        <Outcome
          done={doneOf(answer, 'single_keys') && text('common.saved')}
          problem={problemOf(answer, 'single_keys')}
        />
      </Form>
    </section>
  );
}
