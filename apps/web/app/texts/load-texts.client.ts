import { hasMessages, keepMessages, type Messages } from '@readout/texts/browser';
import { textFilesOf } from './text-files.ts';

/**
 * Fetches what a page needs of the texts and is not there yet.
 * @throws where they cannot be had; the page is then left as the server sent it, or where it was
 */
export async function loadTexts(pathname: string, locale: string): Promise<void> {
  await Promise.all(
    textFilesOf(pathname, locale).map(async ({ area, address }) => {
      if (hasMessages(area)) return;
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
      keepMessages(area, (await response.json()) as Messages);
    }),
  );
}
