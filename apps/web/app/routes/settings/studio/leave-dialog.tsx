import { Button, Modal } from '@mantine/core';

/** Shown while what was written is not on the server yet; goes by itself once it is. */
export function LeaveDialog({ stay, leave }: { stay(): void; leave(): void }) {
  return (
    <Modal opened onClose={stay} title="Not saved yet">
      <p>What you wrote last could not be saved so far. It is tried again; leaving now loses it.</p>
      <Button onClick={stay} mr={8}>
        Stay
      </Button>
      <Button variant="default" onClick={leave}>
        Leave without it
      </Button>
    </Modal>
  );
}
