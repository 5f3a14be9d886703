import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { modelsIn } from '@readout/image-reader/added-models';
import { readPackagedDictionary, readPackagedModel } from '@readout/image-reader/models';
import { chromiumPath } from './browser.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { label, movingPicture } from './moving-pictures.ts';

triedTwice();

interface KeptReaders {
  userId: string;
  companyId: string;
  readers: { manifest: { id: string } }[];
}

/** The page and every file its engine starts with; the recogniser's second end is part of `recognise`. */
const neededOffline = [
  ...[/^\/camera$/, /\/zxing_reader-.*\.wasm$/, /\/emscripten-module-.*\.wasm$/, /\/dictionary-.*\.txt$/],
  ...[/\/ort-wasm-simd-threaded-.*\.wasm$/, /\/ort-wasm-simd-threaded-.*\.mjs$/],
  ...['detect', 'recognise', 'classify', 'display-finder', 'display-recogniser'].map(
    (model) => new RegExp(`/${model}-[^/]*\\.onnx$`),
  ),
];

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

/** Opens a browser before whose camera the label is held. */
async function withLabel(
  playwright: PlaywrightWorkerArgs['playwright'],
  journey: (browser: Browser) => Promise<void>,
): Promise<void> {
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
    await journey(browser);
  } finally {
    await browser.close();
  }
}

const whatWasRead = (page: Page) => page.getByRole('region', { name: 'What was read' });

test("without a network the device reads with the company's readers, which go with the person who signs out", async ({
  playwright,
  baseURL,
  signUp,
}) => {
  await withLabel(playwright, async (browser) => {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      locale: 'en-GB',
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await signUp(page, {}, '/camera');
    const carrier = whatWasRead(page).getByText('UPS', { exact: true });
    await expect(carrier).toBeVisible();
    const kept = await keptReaders(page);
    expect(kept?.readers.map(({ manifest }) => manifest.id)).toContain('shipping-label');

    // The service worker has what the page and its engine are made of.
    await expect
      .poll(() =>
        page.evaluate(async (needed) => {
          const names: string[] = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys()) names.push(new URL(url).pathname);
          return needed.filter((part) => !names.some((name) => part.test(name))).map(String);
        }, neededOffline),
      )
      .toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(label.tracking).first()).toBeVisible();
    await expect(carrier).toBeVisible();

    await context.setOffline(false);
    await page.goto('/app');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/auth/sign-in');
    await expect.poll(() => keptReaders(page)).toBeUndefined();
  });
});

/**
 * Has the installation read Latin letters with what comes with Readout under another name and with 4 and 5 exchanged: what it
 * reads can be told from what the packaged one reads.
 */
async function addSwapped(dataFolder: string): Promise<{ alter(): void; takeBack(): void }> {
  const [model, listed] = await Promise.all([readPackagedModel('recognise'), readPackagedDictionary()]);
  const swap: Record<string, string> = { '4': '5', '5': '4' };
  const characters = Buffer.from(
    Buffer.from(listed)
      .toString()
      .split('\n')
      .map((character) => swap[character] ?? character)
      .join('\n'),
  );
  const described = (file: string, bytes: Uint8Array) => ({
    file,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const models = modelsIn(dataFolder);
  const folder = path.join(models, 'swapped');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'model.onnx'), model);
  writeFileSync(path.join(folder, 'characters.txt'), characters);
  writeFileSync(
    path.join(folder, 'model.json'),
    JSON.stringify({
      ...{
        name: 'swapped',
        role: 'latin',
        about: 'reads 4 as 5',
        source: 'this test',
        licence: 'Apache-2.0',
      },
      model: described('rec.onnx', model),
      characters: described('dict.txt', characters),
    }),
  );
  writeFileSync(path.join(models, 'chosen.json'), JSON.stringify({ latin: 'swapped' }));
  return {
    alter() {
      const altered = Buffer.from(model);
      altered[1000]! ^= 1;
      writeFileSync(path.join(folder, 'model.onnx'), altered);
    },
    takeBack: () => rmSync(models, { recursive: true }),
  };
}

test('a device reads with a text model the installation added, and one that was altered it names and does without', async ({
  playwright,
  baseURL,
  server,
  signUp,
}) => {
  const model = await addSwapped(server.dataFolder);
  try {
    await withLabel(playwright, async (browser) => {
      const options: BrowserContextOptions = { ...(baseURL ? { baseURL } : {}), locale: 'en-GB' };
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await signUp(page, {}, '/camera');
      await expect(whatWasRead(page).getByText('BURLINGTON VT 04501')).toBeVisible();
      const storageState = await context.storageState();
      await context.close();

      // Another device: this one would have kept the file.
      model.alter();
      const other = await (await browser.newContext({ ...options, storageState })).newPage();
      await other.goto('/camera');
      await expect(whatWasRead(other).getByText('BURLINGTON VT 05401')).toBeVisible();
      await expect(
        other.getByText('swapped could not be loaded on this device (model.wrong_bytes)'),
      ).toBeVisible();
    });
  } finally {
    model.takeBack();
  }
});
