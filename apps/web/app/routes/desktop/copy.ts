import { notifications } from '@mantine/notifications';

/** Puts a text on the clipboard and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: `${what} copied`, color: 'gray', autoClose: 2000 });
  } catch {
    notifications.show({
      message: 'The browser did not allow copying. Select the text and press Ctrl C.',
      color: 'red',
      autoClose: 6000,
    });
  }
}
