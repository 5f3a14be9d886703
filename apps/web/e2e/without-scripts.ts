import type { Page } from '@playwright/test';
import { hearHydration } from './hear-hydration.ts';

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
  const hydrated = await hearHydration(page);
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    release();
    await hydrated();
    await devtools.detach();
  };
}
