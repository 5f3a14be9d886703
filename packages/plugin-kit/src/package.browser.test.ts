import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleContent } from './package/example-content.ts';
import { hostilePackages } from './package/hostile-packages.ts';
import {
  generateKey,
  openPackage,
  packPlugin,
  type SigningKey,
  signPackage,
  type TrustedKey,
  verifyPackage,
} from './package.ts';

/** What the page offers; see `browser-page/main.ts`. */
declare const packages: {
  generateKey(): Promise<SigningKey>;
  sign(content: string, key: SigningKey): Promise<string>;
  check(file: string, keys: TrustedKey[]): Promise<string>;
};

let folder: string;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readout-packages-'));
  await build({
    root: join(import.meta.dirname, 'browser-page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: false },
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_HEADLESS_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  page = await browser.newPage();
  const files = new Map(
    await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }): Promise<[string, Buffer]> => {
          const path = join(parentPath, name);
          return [path.slice(folder.length), await readFile(path)];
        }),
    ),
  );
  // Local hosts are as good as encrypted ones: WebCrypto is there.
  await page.route('http://localhost/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
    return route.fulfill({
      status: files.has(path) ? 200 : 404,
      contentType: extname(path) === '.js' ? 'text/javascript' : 'text/html',
      headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
      body: files.get(path) ?? '',
    });
  });
  await page.goto('http://localhost/', { waitUntil: 'load' });
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const check = (file: Uint8Array, keys: TrustedKey[]) =>
  page.evaluate(([base64, trusted]): Promise<unknown> => packages.check(base64, trusted), [
    file.toBase64(),
    keys,
  ] as [string, TrustedKey[]]);

it('what a browser signs Node trusts, byte for byte as its own, and the other way round', async () => {
  const key = (await page.evaluate((): Promise<unknown> => packages.generateKey())) as SigningKey;
  const file = await signPackage(packPlugin(exampleContent), key);
  const there = await page.evaluate(([content, signer]): Promise<unknown> => packages.sign(content, signer), [
    JSON.stringify(exampleContent),
    key,
  ] as [string, SigningKey]);
  expect(there).toBe(file.toBase64());
  const opened = await openPackage(file);
  expect(await verifyPackage(opened, [key])).toEqual({ keyId: key.keyId });
  expect(await check(file, [key])).toBe(`${key.keyId} ${opened.sha256}`);
});

it('refuses hostile files and strangers with the same codes as Node', async () => {
  const [key, stranger] = await Promise.all([generateKey(), generateKey()]);
  const file = await signPackage(packPlugin(exampleContent), key);
  expect(await check(file, [stranger])).toBe('package.untrusted');
  for (const { name, file: hostile, code } of hostilePackages(file))
    expect([name, await check(hostile, [key])]).toEqual([name, code]);
});
