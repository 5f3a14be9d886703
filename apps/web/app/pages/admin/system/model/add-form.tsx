import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import type { Problem } from '../../../../forms/answer.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useSending } from '../../../../forms/use-sending.ts';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import classes from '../../system.module.css';

/** For a model from an address inside or outside, which passes the guard of outgoing calls. */
export function AddForm({ problem }: { problem: Problem<{ name: string; address: string }> | undefined }) {
  const text = useText();
  const typed = problem?.typed;
  const isBusy = useSending()('add');
  return (
    <section className={classes.section} id="address">
      <h2>{text('operation.models.from_address')}</h2>
      <p>{text('operation.models.from_address_hint')}</p>
      <Form method="post" className={classes.form} preventScrollReset>
        <TextInput
          name="name"
          label={text('operation.models.column', { column: 'name' })}
          defaultValue={typed?.name}
          maxLength={64}
          required
        />
        <TextInput
          name="address"
          type="url"
          label={text('operation.models.address')}
          defaultValue={typed?.address}
          maxLength={500}
          required
        />
        <Row gap={8}>
          <Button type="submit" name="intent" value="add" loading={isBusy}>
            {text('operation.models.do', { intent: 'add' })}
          </Button>
        </Row>
      </Form>
      <Outcome problem={problem} />
    </section>
  );
}
