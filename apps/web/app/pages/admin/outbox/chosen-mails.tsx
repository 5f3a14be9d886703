import { Button } from '@mantine/core';
import type { OutboxMail } from '@readout/domain/mails/list-outbox';
import { useState } from 'react';
import { useSubmit } from 'react-router';
import { useSending } from '../../../forms/use-sending.ts';
import { useSelection } from '../../../ui/list/selection.tsx';
import { useText } from '../../../ui/texts.tsx';
import { DeleteMailsDialog } from './delete-mails.tsx';
import classes from './outbox.module.css';

/** What can be done with the mails one chose. */
export function ChosenMails({ mails, sendsMail }: { mails: readonly OutboxMail[]; sendsMail: boolean }) {
  const text = useText();
  const selection = useSelection();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const submit = useSubmit();
  const isSending = useSending();
  const chosen = mails.filter((mail) => selection.chosen.has(mail.id));
  const act = (intent: 'send' | 'delete'): void => {
    const form = new FormData();
    form.set('intent', intent);
    for (const mail of chosen) form.append('id', mail.id);
    void submit(form, { method: 'post' });
    selection.choose(selection.chosen, false);
  };
  return (
    <>
      {chosen.length > 0 ? (
        <section className={classes.chosen} aria-label={text('operation.outbox.chosen')}>
          <span>{text('operation.outbox.chosen_count', { count: chosen.length })}</span>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!sendsMail || !chosen.some((mail) => mail.isSendable)}
            title={sendsMail ? undefined : text('operation.outbox.no_server')}
            loading={isSending('send')}
            onClick={() => act('send')}
          >
            {text('operation.outbox.send_now')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setAsksToDelete(true)}>
            {text('operation.outbox.delete_ask')}
          </Button>
        </section>
      ) : null}
      <DeleteMailsDialog
        count={chosen.length}
        opened={asksToDelete}
        onClose={() => setAsksToDelete(false)}
        onDelete={() => act('delete')}
      />
    </>
  );
}
