import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Builder, By, Capabilities, Key, until, type WebDriver } from 'selenium-webdriver';
import { burst, type DrivenBrowser } from './driven-browser.ts';
import { freePort } from './free-port.ts';

const miniBrowser = ['4.1', '4.0', '6.0']
  .flatMap((version) => [
    `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
    `/usr/lib/aarch64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  ])
  .find((file) => existsSync(file));

/** What has to be installed first, as a Debian package; undefined: nothing. */
export const missingForWebKit = !existsSync('/usr/bin/WebKitWebDriver')
  ? 'webkit2gtk-driver'
  : !existsSync('/usr/bin/Xvfb')
    ? 'xvfb'
    : miniBrowser
      ? undefined
      : 'libwebkit2gtk-4.1-0';

const elementMs = 60_000;
const named: Record<string, string> = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB };

/** The MiniBrowser of WebKitGTK on a display of its own: the engine of iPhones, as near as Linux has it. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const display = `:${100 + (process.pid % 500)}`;
  const screen = spawn('Xvfb', [display, '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const end = async () => {
    await Promise.all([server, screen].map(gone));
  };
  let driver: WebDriver;
  try {
    driver = await whenItListens(() =>
      new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
          }),
        )
        .build(),
    );
  } catch (error) {
    await end();
    throw error;
  }
  await driver.manage().setTimeouts({ script: 60_000, pageLoad: 120_000 });
  const visible = async (xpath: string) => {
    const element = await driver.wait(until.elementLocated(By.xpath(xpath)), elementMs, `no ${xpath}`);
    await driver.wait(until.elementIsVisible(element), elementMs, `${xpath} is not in sight`);
    // The driver itself scrolls only as far as it has to, which may be below what stays at the edge.
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
    return element;
  };
  const version = (await driver.getCapabilities()).get('browserVersion') as string | undefined;
  const evaluate: DrivenBrowser['evaluate'] = (body) =>
    driver
      .executeAsyncScript(
        `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ failure: String(error) }));`,
      )
      .then((answer) => {
        const { value, failure } = answer as { value?: never; failure?: string };
        if (failure) throw new Error(failure);
        return value as never;
      });
  return {
    name: `WebKitGTK ${version ?? ''}`.trim(),
    goto: (address) => driver.get(address),
    async click(xpath) {
      await (await visible(xpath)).click();
    },
    async fill(xpath, text) {
      const element = await visible(xpath);
      await element.click();
      await element.sendKeys(Key.chord(Key.CONTROL, 'a'), Key.BACK_SPACE);
      await element.sendKeys(text);
    },
    async press(key) {
      const [last = '', modifier] = key.split(/(?<=Control)\+/).toReversed();
      const actions = driver.actions();
      if (modifier) actions.keyDown(Key.CONTROL);
      actions.sendKeys(named[last] ?? last);
      if (modifier) actions.keyUp(Key.CONTROL);
      await actions.perform();
    },
    async scan(code, end) {
      if (await burst({ evaluate }, [...code, end].filter(Boolean))) return;
      await driver
        .actions()
        .sendKeys(end ? code + Key.ENTER : code)
        .perform();
    },
    async attach(xpath, files) {
      const input = await driver.wait(until.elementLocated(By.xpath(xpath)), elementMs, `no ${xpath}`);
      await input.sendKeys(files.join('\n'));
    },
    evaluate,
    async resize(width, height) {
      const window = driver.manage().window();
      const before = await window.setRect({ width, height });
      // Without its bars.
      const [innerWidth = 0, innerHeight = 0] = await driver.executeScript<number[]>(
        'return [innerWidth, innerHeight]',
      );
      await window.setRect({
        width: before.width + width - innerWidth,
        height: before.height + height - innerHeight,
      });
    },
    async close() {
      await driver.quit().catch(() => {});
      await end();
    },
  };
}

async function whenItListens<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + 20_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!/ECONNREFUSED/.test(String(error)) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return exited;
}
