import { Button, TextInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { AccountAnswer } from './answer.ts';

export function NameSection({ name, answer }: { name: string; answer: AccountAnswer | undefined }) {
  const problem = problemOf(answer, 'rename');
  const isBusy = useNavigation().formData?.get('intent') === 'rename';
  return (
    <section className={classes.section}>
      <h2>Name</h2>
      <p>Your companies see it beside what you did.</p>
      <Form method="post" className={classes.form}>
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          dir="auto"
          maxLength={400}
          defaultValue={problem?.typed.name ?? name}
          error={problem?.fields.name}
        />
        <Button type="submit" name="intent" value="rename" loading={isBusy}>
          Save name
        </Button>
        <Outcome done={answer?.done === 'rename' && 'Saved.'} problem={problem} />
      </Form>
    </section>
  );
}
