import type { Page } from '@playwright/test';
import { HYDRATED_EVENT } from '../app/shell/held-scripts.ts';

/**
 * Heard in the page itself, from before it is loaded: listened to from here, its components may answer before.
 *
 * @returns waits until the components of the page that is loaded next answer
 */
export async function hearHydration(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(`addEventListener('${HYDRATED_EVENT}', () => { globalThis.isHydrated = true; })`);
  return async () => {
    await page.waitForFunction(() => 'isHydrated' in globalThis);
  };
}
