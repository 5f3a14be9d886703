import type { BrowserContext, Page, Route } from '@playwright/test';

/**
 * Answers requests in the server's place until what comes back is called. Requests go on passing through here afterwards:
 * where the last route is taken away (`unroute`, `times`) while a request is on its way, Chromium can hold it forever.
 */
export async function intercept(
  target: Page | BrowserContext,
  address: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let hasEnded = false;
  await target.route(address, (route) => (hasEnded ? route.fallback() : answer(route)));
  return () => {
    hasEnded = true;
  };
}
