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
