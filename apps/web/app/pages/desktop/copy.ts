import { notifications } from '@mantine/notifications';
import type { SayText } from '../../ui/texts.tsx';

/** Puts a text on the clipboard and says so. */
export async function copy(copied: string, done: string, text: SayText): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied);
    notifications.show({ message: done, color: 'gray', autoClose: 2000 });
  } catch {
    notifications.show({
      message: text('desktop.screen.copying_not_allowed'),
      color: 'red',
      autoClose: 6000,
    });
  }
}
