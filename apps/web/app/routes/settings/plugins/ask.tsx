import { Button, Textarea } from '@mantine/core';
import { Form } from 'react-router';
import settings from '../settings.module.css';
import classes from './plugins.module.css';

/** For who may not install: those who may are told, with the note. */
export function Ask({ plugin, isRequested }: { plugin: string; isRequested: boolean }) {
  if (isRequested) return <p className={classes.reserved}>You asked for it; nobody decided yet.</p>;
  return (
    <Form method="post" preventScrollReset className={settings.form}>
      <input type="hidden" name="plugin" value={plugin} />
      <Textarea
        name="note"
        label="What you need it for"
        description="Read by the admins and owners of your company."
        maxLength={500}
        autosize
        minRows={2}
      />
      <Button type="submit" name="intent" value="request">
        Ask an admin to install
      </Button>
    </Form>
  );
}
