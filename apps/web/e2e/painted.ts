import type { Page } from '@playwright/test';

/** A picture of a page that has been painted: of one that only begins the browser has none at times. */
export async function painted(
  page: Page,
  options: { type: 'png' | 'jpeg'; quality?: number },
): Promise<Buffer> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.screenshot(options);
}
