import { Button, Modal } from '@mantine/core';
import { useText } from '../../../../ui/texts.tsx';

/** Shown while what was written is not on the server yet; goes by itself once it is. */
export function LeaveDialog({ stay, leave }: { stay(): void; leave(): void }) {
  const text = useText();
  return (
    <Modal opened onClose={stay} title={text('editor.leave.title')}>
      <p>{text('editor.leave.lead')}</p>
      <Button onClick={stay} mr={8}>
        {text('editor.leave.stay')}
      </Button>
      <Button variant="default" onClick={leave}>
        {text('editor.leave.leave')}
      </Button>
    </Modal>
  );
}
