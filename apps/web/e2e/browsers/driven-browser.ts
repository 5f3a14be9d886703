/** What the journeys of this folder need of a browser, whichever protocol drives it. Elements are named by XPath. */
export interface DrivenBrowser {
  /** As it names itself in a report. */
  name: string;
  goto(address: string): Promise<void>;
  /** Clicks the first element, once it is there and visible. */
  click(xpath: string): Promise<void>;
  /** Replaces what a field holds, by the keyboard. */
  fill(xpath: string, text: string): Promise<void>;
  /** Presses a key where the focus is. `key`: a sign, `Enter`, `Escape` or `Tab`, `Control+` before it. */
  press(key: string): Promise<void>;
  /** Types all of it at once, as a barcode scanner that acts as a keyboard does. */
  scan(code: string, end: 'Enter' | ''): Promise<void>;
  /** Gives files to a file input, which may be hidden. Paths. */
  attach(xpath: string, files: string[]): Promise<void>;
  /** Result of a function body that may use `await`; plain data. */
  evaluate<T>(body: string): Promise<T>;
  /** Gives the page another size, CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends keys to what has the focus, in one go: drivers dispatch them one after the other, and on a busy machine as slowly as a
 * person would. What is typed into a field has to come from the driver.
 *
 * @returns false where a field has the focus, and nothing was sent
 */
export function burst(
  { evaluate }: Pick<DrivenBrowser, 'evaluate'>,
  keys: readonly string[],
): Promise<boolean> {
  return evaluate<boolean>(`
    const focused = document.activeElement;
    if (focused.matches('input, textarea')) return false;
    for (const key of ${JSON.stringify(keys)})
      for (const type of ['keydown', 'keyup'])
        focused.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
    return true;`);
}

type Looking = Pick<DrivenBrowser, 'name' | 'evaluate'>;

const waitMs = 120_000;
const betweenLooksMs = 50;

/**
 * Asks until the answer is there.
 *
 * @throws Error with what was waited for and what the page shows, after two minutes.
 */
export async function waitFor<T>(
  browser: Looking,
  what: string,
  look: () => Promise<T | undefined | false>,
): Promise<T> {
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (performance.now() > until) {
      const text = await textOf(browser).catch((error: Error) => `nothing (${error.message})`);
      const where = await browser.evaluate<string>('return location.href').catch(() => 'nowhere');
      throw new Error(
        `${browser.name}: waited in vain for ${what} at ${where}. The page shows:\n${text.slice(0, 3000)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}

export function textOf(browser: Looking): Promise<string> {
  return browser.evaluate<string>('return document.body.innerText');
}

/** Waits for a text in the page. */
export function waitForText(browser: Looking, text: RegExp): Promise<string> {
  return waitFor(browser, String(text), async () => text.exec(await textOf(browser))?.[0]);
}
