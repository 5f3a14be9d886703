import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function NameSection({ name, answer }: { name: string; answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const problem = problemOf(answer, 'rename');
  const isBusy = useSending()('rename');
  return (
    <section className={classes.section}>
      <h2>{text('common.name')}</h2>
      <p>{text('settings.account.name_hint')}</p>
      <Form method="post" className={classes.form}>
        <TextInput
          label={text('common.name')}
          name="name"
          autoComplete="name"
          dir="auto"
          maxLength={400}
          defaultValue={problem?.typed.name ?? name}
          error={problem?.fields.name}
        />
        <Button type="submit" name="intent" value="rename" loading={isBusy}>
          {text('settings.account.save_name')}
        </Button>
        <Outcome done={doneOf(answer, 'rename') && text('common.saved')} problem={problem} />
      </Form>
    </section>
  );
}
