import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Row } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './outbox.module.css';

/** Asks for a word to be typed before mails are deleted. */
export function DeleteMailsDialog({
  count,
  opened,
  onClose,
  onDelete,
}: {
  count: number;
  opened: boolean;
  onClose: () => void;
  onDelete: () => void;
}) {
  const text = useText();
  const word = text('operation.outbox.delete_word');
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text('operation.outbox.delete_title', { count })}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      centered
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== word) return;
          onDelete();
          close();
        }}
      >
        <p>{text('operation.outbox.delete_hint')}</p>
        <TextInput
          label={text('operation.outbox.delete_confirm', { word })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
        <Row isOneLine gap={8} justify="end">
          <Button variant="default" onClick={close}>
            {text('operation.outbox.keep')}
          </Button>
          <Button type="submit" color="red" disabled={typed.trim() !== word}>
            {text('common.delete')}
          </Button>
        </Row>
      </form>
    </Modal>
  );
}
