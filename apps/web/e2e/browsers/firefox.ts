import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core';
import { burst, type DrivenBrowser } from './driven-browser.ts';

const binary = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file));

/** What has to be installed first, as a Debian package; undefined: nothing. */
export const missingForFirefox = binary ? undefined : 'firefox-esr';

const elementMs = 60_000;

/** Firefox without a window, by WebDriver BiDi. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: binary!,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    env: { ...process.env, HOME: process.env.HOME },
  });
  const page = await browser.newPage();
  page.setDefaultNavigationTimeout(120_000);
  const find = (xpath: string, visible: boolean) =>
    page.waitForSelector(`::-p-xpath(${xpath})`, { timeout: elementMs, visible }) as Promise<ElementHandle>;
  const evaluate: DrivenBrowser['evaluate'] = (body) =>
    page.evaluate(`(async () => { ${body} })()`) as Promise<never>;
  return {
    name: (await browser.version()).replace('/', ' '),
    async goto(address) {
      await page.goto(address, { waitUntil: 'load' });
    },
    async click(xpath) {
      await (await find(xpath, true)).click();
    },
    async fill(xpath, text) {
      await (await find(xpath, true)).click();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.press('Backspace');
      await page.keyboard.type(text);
    },
    async press(key) {
      const [last = '', modifier] = key.split(/(?<=Control)\+/).toReversed();
      if (modifier) await page.keyboard.down(modifier as KeyInput);
      await page.keyboard.press(last as KeyInput);
      if (modifier) await page.keyboard.up(modifier as KeyInput);
    },
    async scan(code, end) {
      if (await burst({ evaluate }, [...code, end].filter(Boolean))) return;
      await page.keyboard.type(end ? `${code}\n` : code);
    },
    async attach(xpath, files) {
      const input = (await find(xpath, false)) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(...files);
    },
    evaluate,
    resize: (width, height) => page.setViewport({ width, height, deviceScaleFactor: 2 }),
    close: () => browser.close(),
  };
}
