import { Drawer } from '@mantine/core';
import { ArrivingList } from '../capture/arriving-list.tsx';

/** What was taken on this visit: on this device, on its way, and what the server made of it as it happens. */
export function TakenDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size="md" title="Taken on this visit">
      <ArrivingList empty="Each picture appears here with its state, from this device to the record." />
    </Drawer>
  );
}
