import { Drawer } from '@mantine/core';
import { ArrivingList } from '../../captures/arriving-list.tsx';
import { useText } from '../../ui/texts.tsx';

/** What was taken on this visit: on this device, on its way, and what the server made of it as it happens. */
export function TakenDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const text = useText();
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size="md" title={text('camera.taken.title')}>
      <ArrivingList empty={text('camera.taken.empty')} />
    </Drawer>
  );
}
