import type { Page } from '@playwright/test';

/** As a barcode scanner sends it that acts as a keyboard: all at once, so that a busy machine makes no pauses. */
export async function scan(page: Page, code: string, end = 'Enter'): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
  const keys = [...[...code].map((key) => ({ key, text: key })), ...(end ? [enter] : [])];
  await Promise.all(
    keys.flatMap((key) => [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    ]),
  );
  await keyboard.detach();
}

/**
 * A code of thousands of characters. Sent one after another they take seconds, and a busy machine pauses in between for longer
 * than a scanner ever does: the page takes what follows for a second code. So the page hears them without a pause; nothing
 * is typed by them in a field.
 */
export async function scanLong(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        for (const type of ['keydown', 'keyup'])
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent(type, { key, bubbles: true, cancelable: true }),
          );
    },
    [...code, 'Enter'],
  );
}
