import type { Page } from '@playwright/test';
import { chromiumPath } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { label, movingPicture } from './moving-pictures.ts';

interface KeptReaders {
  userId: string;
  companyId: string;
  readers: { manifest: { id: string } }[];
}

/** What this device keeps to read with. */
const keptReaders = (page: Page): Promise<KeptReaders | undefined> =>
  page.evaluate(async () => {
    const request = indexedDB.open('readout-readers');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      // Not made yet: left as it was.
      request.onupgradeneeded = () => request.transaction?.abort();
    }).catch(() => undefined);
    if (!database) return undefined;
    try {
      const found = database.transaction('readers').objectStore('readers').get('current');
      return await new Promise<KeptReaders | undefined>((resolve, reject) => {
        found.onsuccess = () => resolve(found.result);
        found.onerror = () => reject(found.error);
      });
    } finally {
      database.close();
    }
  });

test("without a network the device reads with the company's readers, which go with whoever signs out", async ({
  playwright,
  baseURL,
  signUp,
}) => {
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: chromiumPath,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${await movingPicture('label-held')}`,
    ],
  });
  try {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      locale: 'en-GB',
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await signUp(page, {}, '/camera');
    const carrier = page.getByRole('region', { name: 'What was read' }).getByText('UPS', { exact: true });
    await expect(carrier).toBeVisible({ timeout: 60_000 });
    const kept = await keptReaders(page);
    expect(kept?.readers.map(({ manifest }) => manifest.id)).toContain('shipping-label');

    // The service worker has what the page and its engine are made of.
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const names: string[] = [];
            for (const name of await caches.keys())
              for (const { url } of await (await caches.open(name)).keys()) names.push(new URL(url).pathname);
            return ['/camera', 'rec_infer', 'emscripten-module'].filter(
              (part) => !names.some((name) => name.includes(part)),
            );
          }),
        { timeout: 30_000 },
      )
      .toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(label.tracking).first()).toBeVisible({ timeout: 30_000 });
    await expect(carrier).toBeVisible({ timeout: 60_000 });

    await context.setOffline(false);
    await page.goto('/app');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/auth/sign-in');
    await expect.poll(() => keptReaders(page)).toBeUndefined();
  } finally {
    await browser.close();
  }
});
