import { Button, Textarea } from '@mantine/core';
import { Form } from 'react-router';
import classes from '../../../plugins/plugins.module.css';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

/** For those who may not install: those who may are told, with the note. */
export function Ask({ plugin, isRequested }: { plugin: string; isRequested: boolean }) {
  const text = useText();
  if (isRequested) return <p className={classes.reserved}>{text('settings.plugins.asked_already')}</p>;
  return (
    <Form method="post" preventScrollReset className={settings.form}>
      <input type="hidden" name="plugin" value={plugin} />
      <Textarea
        name="note"
        label={text('settings.plugins.ask_note')}
        description={text('settings.plugins.ask_note_hint')}
        maxLength={500}
        autosize
        minRows={2}
      />
      <Button type="submit" name="intent" value="request">
        {text('settings.plugins.ask')}
      </Button>
    </Form>
  );
}
