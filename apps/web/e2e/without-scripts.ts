import type { Page } from '@playwright/test';
import { HYDRATED_EVENT } from '../app/shell/held-scripts.ts';

/** Holds the page's scripts back until what comes back is called, which waits until the page answers. */
export async function withoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // What the service worker keeps would come at once.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  // Heard in the page itself: asked for together with the scripts, they may be there before it is listened to.
  await page.addInitScript(`addEventListener('${HYDRATED_EVENT}', () => { globalThis.isHydrated = true; })`);
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    release();
    await page.waitForFunction(() => 'isHydrated' in globalThis);
    await devtools.detach();
  };
}
