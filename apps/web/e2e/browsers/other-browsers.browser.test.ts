import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSpawnedServer, type SpawnedServer } from '../../server/testing/spawned-server.ts';
import { fillReview } from '../fill-review.ts';
import { type DrivenBrowser, textOf, waitFor, waitForText } from './driven-browser.ts';
import { missingForFirefox, startFirefox } from './firefox.ts';
import { reviewed, reviewThirty, thirtyReceipts } from './review-thirty.ts';
import { missingForWebKit, startWebKit } from './webkit.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../../plugins/${name}`, import.meta.url));
const receipt = fixture('receipt/fixtures/british-pub-service-charge/input.jpg');
const label = fixture('shipping-label/fixtures/ups-ground/input.png');

const field = (name: string) =>
  `//*[@id=//label[normalize-space(.)='${name}' or starts-with(., '${name}')]/@for]`;
const button = (name: string) =>
  `//button[starts-with(normalize-space(.), '${name}') or starts-with(@aria-label, '${name}')]`;
const link = (part: string) =>
  `//a[contains(normalize-space(.), '${part}') or contains(@aria-label, '${part}')]`;

// `npm run test:long`: the engines beside Chromium's, from first picture to export.
describe.runIf(process.env.READOUT_LONG_TESTS)('in another browser', () => {
  describe.each([
    ['WebKit', missingForWebKit, startWebKit],
    ['Firefox', missingForFirefox, startFirefox],
  ])('%s', (_name, missing, start) => {
    let server: SpawnedServer;
    let browser: DrivenBrowser;
    beforeAll(async () => {
      if (missing) throw new Error(`Install it first:  sudo apt-get install -y ${missing}`);
      server = await createSpawnedServer();
      await server.start();
      browser = await start();
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });
    const captures = () =>
      browser.evaluate<number>("return (await (await fetch('/api/v1/captures?limit=1')).json()).total");

    test('the start page reads a picture of one’s own, on the device', { timeout: 300_000 }, async () => {
      await browser.goto(server.url);
      await browser.click('//h1');
      await browser.attach("//input[@type='file']", [receipt]);
      await waitForText(browser, /Read just now, in this browser/);
      expect(await textOf(browser)).toContain('100.01');
    });

    test('sign-up, upload, correction, confirmation and export', { timeout: 300_000 }, async () => {
      await browser.goto(`${server.url}/auth/sign-up`);
      await browser.fill(field('Your name'), 'Robin Example');
      await browser.fill(field('Email'), 'robin@example.com');
      await browser.fill(field('Password'), 'correct horse battery');
      await browser.fill(field('Company'), 'Example');
      await browser.click("//input[@name='accept']");
      await browser.click("//form//button[@type='submit']");
      await waitFor(browser, 'the workspace', () =>
        browser.evaluate<boolean>("return location.pathname === '/app'"),
      );
      await browser.attach("//input[@type='file']", [receipt]);
      await waitForText(browser, /100\.01/);
      await browser.click(link('The Blue Anchor'));
      await browser.fill(field('Total'), '101.02');
      await browser.press('Enter');
      await waitForText(browser, /saved/);
      await browser.click(button('Confirm'));
      await waitForText(browser, /One check fails/);
      await browser.click(button('Confirm anyway'));
      await waitForText(browser, /Confirmed by Robin Example/);
      const csv = await browser.evaluate<string>(
        "return await (await fetch('/api/v1/export?format=csv')).text()",
      );
      expect(csv).toContain('101.02');
    });

    test('the workspace goes on working when the window shrinks to a phone’s width', {
      timeout: 300_000,
    }, async () => {
      await browser.goto(`${server.url}/app`);
      await waitForText(browser, /The Blue Anchor/);
      await browser.evaluate(
        "globalThis.refused = []; addEventListener('securitypolicyviolation', (event) => refused.push(event.blockedURI))",
      );
      await browser.resize(390, 800);
      await browser.click(link('The Blue Anchor'));
      await waitForText(browser, /Confirmed by Robin Example/);
      expect(await browser.evaluate<string[]>('return refused')).toEqual([]);
      await browser.goto(`${server.url}/app`);
      await waitForText(browser, /1 capture/);
      await browser.resize(1440, 900);
    });

    test('thirty captures are reviewed by keys alone at 200%, with a scanner beside it', {
      timeout: 600_000,
    }, async () => {
      await fillReview(server.dataFolder, 'robin@example.com', thirtyReceipts);
      expect(await reviewThirty(browser, server.url)).toEqual(reviewed);
      await browser.resize(1440, 900);
    });

    test('a draft of the studio opens and runs in the sandbox', { timeout: 300_000 }, async () => {
      await browser.goto(`${server.url}/settings/plugins/studio`);
      await browser.fill(field('Name'), 'Gate pass');
      await browser.click(button('Begin'));
      await waitForText(browser, /ms, \d+ ticks?/);
      const address = await browser.evaluate<string>('return location.href');
      await browser.goto(`${server.url}/app`);
      await browser.goto(address);
      await waitForText(browser, /ms, \d+ ticks?/);
    });

    test('a page that is left in the middle of writing does not lock the next one out', {
      timeout: 300_000,
    }, async () => {
      await browser.goto(`${server.url}/app`);
      await waitForText(browser, /The Blue Anchor/);
      const before = await captures();
      // What writes goes on for as long as it may: the page is left in the middle of it.
      await browser.evaluate(`
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...about) {
          const goOn = () => {
            try {
              this.count().onsuccess = () => {
                window.isWriting = goOn();
              };
              return true;
            } catch {
              return false;
            }
          };
          goOn();
          return put.apply(this, about);
        };`);
      await browser.attach("//input[@type='file']", [label]);
      await waitFor(browser, 'the page to write', () => browser.evaluate<boolean>('return window.isWriting'));
      await browser.goto(`${server.url}/camera`);
      await waitForText(browser, /No camera was found/);
      await browser.attach("//label[contains(., 'Take a photo')]//input", [receipt]);
      await waitFor(browser, 'both pictures on the server', async () => (await captures()) === before + 2);
    });

    test('the camera takes photos from the device, and what waits without a server is sent once it is back', {
      timeout: 300_000,
    }, async () => {
      await browser.goto(`${server.url}/camera`);
      await waitForText(browser, /No camera was found/);
      expect(await textOf(browser)).not.toContain('OverconstrainedError');
      const before = await captures();
      await browser.attach("//label[contains(., 'Take a photo')]//input", [label]);
      await waitFor(browser, 'the photo on the server', async () => (await captures()) === before + 1);
      await server.kill();
      await browser.attach("//label[contains(., 'Take a photo')]//input", [receipt]);
      await waitFor(browser, 'the header to count it', () =>
        browser.evaluate<boolean>(
          "return document.querySelector('header')?.innerHTML.includes('1 capture on this device, not sent yet')",
        ),
      );
      await server.start();
      await waitFor(browser, 'what waited on the server', async () => (await captures()) === before + 2);
    });
  });
});
