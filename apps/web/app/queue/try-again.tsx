import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import { captureQueue } from './capture-queue.ts';
import type { QueuedCapture } from './queue-types.ts';
import { perform } from './use-queue.ts';

/** Sends a file of this device again, whose bytes are still there. */
export function TryAgain({ item, size }: { item: QueuedCapture; size: 28 | 32 }) {
  const text = useText();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={size}
      aria-label={text('queue.row.try_again', { name: item.fileName })}
      title={text('common.try_again')}
      onClick={() => perform(captureQueue().retry(item.clientId))}
    >
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  );
}
