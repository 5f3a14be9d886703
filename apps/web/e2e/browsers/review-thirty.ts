import { setTimeout as delay } from 'node:timers/promises';
import { maxGapMs } from '../../app/keyboard/burst.ts';
import { hiddenParts } from '../covered.ts';
import { type DrivenBrowser, waitFor, waitForText } from './driven-browser.ts';

const isDoubtful = (n: number): boolean => n % 5 === 0;
const failsCheck = (n: number): boolean => n % 7 === 0;
/** Looked for with the scanner, out of turn. */
const scanned = 25;

const numbers = Array.from({ length: 30 }, (_, n) => n + 1);

/** For `fillReview`. */
export const thirtyReceipts = numbers.map((n) => ({
  merchant: `Shop ${n}`,
  total: `${n}.00`,
  confidence: isDoubtful(n) ? 0.6 : 0.95,
  ...(failsCheck(n) ? { failsCheck: true as const } : {}),
}));

/** What becomes of them. */
export const reviewed = numbers.map((n) => `Shop ${n} ${n}.${isDoubtful(n) ? '50' : '00'} confirmed`);

/**
 * Reviews them all by keys alone on a laptop of 1366×768 at 200%, with a barcode scanner that goes off in between; throws
 * where something else is shown than was meant, or what has the focus is not seen whole.
 *
 * @returns what the export has of them afterwards, as {@link reviewed} has it
 */
export async function reviewThirty(
  browser: Pick<DrivenBrowser, 'name' | 'goto' | 'press' | 'scan' | 'evaluate' | 'resize'>,
  origin: string,
): Promise<string[]> {
  /** As fast as a person: faster ones are a scanner's. */
  const press = async (key: string): Promise<void> => {
    await browser.press(key);
    await delay(2 * maxGapMs);
  };
  const holds = (what: string, condition: string) =>
    waitFor(browser, what, () => browser.evaluate<boolean>(`return ${condition}`));
  const shows = (n: number) =>
    holds(
      `Shop ${n} with its decision`,
      `document.querySelector('article')?.getAttribute('aria-label') === 'Shop ${n}' &&
        document.querySelectorAll('article footer button').length === 2`,
    );
  /** Shop, total and state of each, as the export has them. */
  const records = () =>
    browser.evaluate<string[]>(`
      const all = await (await fetch('/api/v1/export?format=json&records=all')).json();
      return all.map(({ fields: { merchant, total }, state }) => [merchant?.value, total?.value, state].join(' '))
        .filter((record) => record.startsWith('Shop '));`);
  const isConfirmed = (n: number) =>
    waitFor(browser, `Shop ${n} confirmed`, async () => (await records()).includes(reviewed[n - 1] ?? ''));
  /** A doubtful value is corrected, a failed check is looked at, before one stands for it. */
  const decide = async (n: number): Promise<void> => {
    if (isDoubtful(n)) {
      await press('f');
      await holds('the focus in the doubtful field', "document.activeElement?.id.endsWith('-total')");
      await waitFor(browser, 'field and buttons in sight', async () => {
        const hidden = await browser.evaluate<string[]>(`return (${hiddenParts})()`);
        return hidden.length === 0;
      });
      await press('Control+a');
      // In a field it is typed.
      await browser.scan(`${n}.50`, '');
      await holds('what was typed', `document.activeElement?.value === '${n}.50'`);
      await press('Control+Enter');
    } else await press('c');
    if (!failsCheck(n)) return;
    await waitForText(browser, /One check fails/);
    await holds('the focus in the question', "document.activeElement?.closest('[role=dialog]') !== null");
    await press('Tab');
    await press('Enter');
  };

  await browser.resize(683, 384);
  await browser.goto(`${origin}/app`);
  await holds('the scripts', "document.querySelector('[data-notes-line] button') !== null");
  await press('n');
  for (const n of numbers) {
    if (n === scanned) continue;
    await shows(n);
    if (n === 10) {
      // Half a code: as many shortcuts as it has signs, none of which is pressed.
      await browser.scan('ce#0042', '');
      await waitForText(browser, /Nothing was done/);
      await shows(n);
    }
    if (n === 20) {
      await browser.scan(`Shop ${scanned}`, 'Enter');
      await holds('the one row', "document.querySelectorAll('[role=grid] [role=row]').length === 1");
      await press('n');
      await shows(scanned);
      await decide(scanned);
      await isConfirmed(scanned);
      await press('/');
      await holds('the search', "document.activeElement?.matches('input[type=search]')");
      await press('Escape');
      // The address is there before what it stands for is drawn, and keys are for what is drawn.
      await holds('the whole list', "document.querySelectorAll('[role=grid] [role=row]').length > 1");
      await press('Escape');
      await press('n');
      await shows(n);
    }
    await decide(n);
  }
  await isConfirmed(numbers.length);
  return records();
}
