import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { maxGapMs } from '../app/keyboard/burst.ts';
import { type KeyAction, keyMap } from '../app/keyboard/key-map.ts';
import { scrollClear, seriousProblems } from './accessibility.ts';
import { actions } from './actions.ts';
import { addReceipts, rows } from './add-receipts.ts';
import { coveredByNotes, littleHeights } from './covered.ts';
import { withDatabaseOf } from './embedded-database.ts';
import { fillReview } from './fill-review.ts';
import { expect, test } from './fixtures.ts';
import { intercept } from './intercept.ts';
import { cafe } from './receipt-picture.ts';
import { withoutScripts } from './without-scripts.ts';

test('from a dropped receipt to an export that holds the corrected value', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page);
  await addReceipts(page, browser, [cafe]);
  const link = rows(page).first().getByRole('link');
  // As if its last line had not been read, and a word wrongly.
  const captureId = (await link.getAttribute('href'))?.match(/[0-9a-f-]{36}/)?.[0];
  await withDatabaseOf(server.dataFolder, (client) =>
    client.query(
      `update app.readings set content = jsonb_set(content, '{lines}', (
         select jsonb_agg(replace(line::text, 'BISCUIT', 'B1SCU1T')::jsonb)
         from jsonb_array_elements(content->'lines') as line where line->>'text' <> 'THANK YOU'))
       where capture_id = $1`,
      [captureId],
    ),
  );
  await link.click();

  const total = page.getByLabel('Total', { exact: true });
  await expect(total).toHaveValue('12.25');
  // A field shows its pixels …
  await total.focus();
  await expect(page.getByTestId('reticle')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Pixels of Total' })).toBeVisible();
  // … and pixels lead to their field, where none is being filled.
  const merchant = page.getByLabel('Merchant', { exact: true });
  await total.blur();
  await page.locator('polygon[data-kind=field]').filter({ hasText: 'HARBOUR CAFE' }).first().click();
  await expect(merchant).toBeFocused();

  // A field in focus is filled by a click on a word; Escape takes it back.
  const word = (text: string) => page.locator('polygon[data-kind=word]').filter({ hasText: text }).first();
  await total.focus();
  await word('SOUP').click();
  await expect(total).toHaveAccessibleDescription(/Only digits/);
  await word('6.75').click();
  await expect(total).toHaveValue('6.75');
  await expect(total).toBeFocused();
  await total.press('Escape');
  await expect(total).toHaveValue('12.25');
  // Two actions for a wrong total: the word, and Enter.
  await actions(page);
  await word('6.75').click();
  await total.press('Enter');
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  expect(await actions(page)).toBe(2);
  await expect(page.getByText('Items come to 12.25, but Total is 6.75.', { exact: true })).toBeVisible();
  // Two for a wrong date, by the keyboard: where it is printed, and Enter.
  const date = page.getByLabel('Date', { exact: true });
  await date.fill('01/01/2020');
  await date.press('Enter');
  await actions(page);
  await date.press('Alt+ArrowDown');
  await expect(date).toHaveValue('25/03/2026');
  await date.press('Enter');
  await expect(page.getByText('saved', { exact: true })).toHaveCount(2);
  expect(await actions(page)).toBe(2);
  // Several words: a drag over them, Shift for one more; a drag over nothing is told.
  await merchant.focus();
  await word('OAT').hover();
  await page.mouse.down();
  await word('B1SCU1T').hover();
  await page.mouse.up();
  await expect(merchant).toHaveValue('OAT B1SCU1T');
  // Words that were read wrongly are read again, larger, by a click or by the keyboard; both can be had.
  const back = page.getByRole('button', { name: 'Back to “OAT B1SCU1T”' });
  await page.getByRole('button', { name: 'Read these pixels again, larger' }).click();
  await expect(merchant).toHaveValue('OAT BISCUIT');
  await expect(merchant).toBeFocused();
  await back.click();
  await expect(merchant).toHaveValue('OAT B1SCU1T');
  await expect(word('B1SCU1T')).toBeVisible();
  await merchant.press('Alt+Enter');
  await expect(merchant).toHaveValue('OAT BISCUIT');
  await expect(back).toBeVisible();
  await word('FLAT').click({ modifiers: ['Shift'] });
  await expect(merchant).toHaveValue('FLAT OAT BISCUIT');
  const stage = await page.getByRole('application').boundingBox();
  await page.mouse.click((stage?.x ?? 0) + 3, (stage?.y ?? 0) + 3);
  await expect(page.getByText('Nothing was read there.', { exact: false })).toBeVisible();
  await expect(merchant).toBeFocused();
  // Where nothing was read a drag has it read again, larger, and fills in what comes.
  const [above, below] = await Promise.all([word('TOTAL').boundingBox(), word('CARD').boundingBox()]);
  if (!stage || !above || !below) throw new Error('There is no picture.');
  const row = below.y - above.y;
  const strike = async (from: number, down: number) => {
    const y = below.y + below.height / 2 + down * row;
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(from + 9 * row, y, { steps: 3 });
    await page.mouse.up();
  };
  await strike(below.x, 1.73);
  await expect(merchant).toHaveValue('THANK YOU');
  await strike(below.x, 4);
  await expect(page.getByText('Nothing can be read there, even enlarged.')).toBeVisible();
  await expect(merchant).toHaveValue('THANK YOU');
  await merchant.press('Enter');
  await expect(page.getByText('saved', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('img', { name: 'Pixels of Merchant' })).toBeVisible();
  await merchant.blur();
  await page.keyboard.press('z');
  await expect(merchant).toHaveValue('HARBOUR CAFE LTD');

  await total.fill('13,50');
  await total.press('Enter');
  await expect(total).toHaveValue('13.50');
  await expect(page.getByText('Items come to 12.25, but Total is 13.50.', { exact: true })).toBeVisible();
  await total.blur();
  await page.getByRole('button', { name: 'History of this record' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history).toContainText('12.25');
  await expect(history).toContainText('picked on the picture: 6.75');
  await expect(history).toContainText(/read again on the picture, \d times larger: THANK YOU/);
  await expect(history).toContainText('13.50');
  await expect(history).toContainText('Robin Example');
  await page.keyboard.press('Escape');

  // What was typed no longer adds up: one is told before one stands for it.
  await page.getByRole('heading', { name: 'Receipt' }).click();
  await page.keyboard.press('c');
  const fails = page.getByRole('dialog', { name: 'One check fails' });
  await expect(fails).toContainText('Items come to 12.25, but Total is 13.50.');
  await fails.getByRole('button', { name: 'Look again' }).click();
  await expect(total).toBeFocused();
  await page.getByRole('heading', { name: 'Receipt' }).click();
  await page.keyboard.press('c');
  await fails.getByRole('button', { name: 'Confirm anyway' }).click();
  await expect(page.getByRole('button', { name: /Reopen/ })).toBeVisible();
  await expect(rows(page).first()).toContainText('Confirmed');
  await page.getByRole('button', { name: 'History of this record' }).click();
  await expect(history).toContainText('Although a check failed: Total');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export records of this list' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export the records of this list' });
  await expect(exporting).toContainText('1 record goes into the file.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('link', { name: 'Export 1 record' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  // An amount keeps its digits.
  expect(csv).toMatch(/,13\.50,GBP/);
  expect(csv).toContain('HARBOUR CAFE');

  // The same by a profile of the company, with the receipt next to it.
  await page.goto('/settings/exports?type=receipt');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Books');
  await page.getByLabel('Originals as a ZIP file next to it').check();
  await page.getByRole('button', { name: 'Add a profile' }).click();
  await expect(page.getByText('Books was added.')).toBeVisible();
  await scrollClear(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Export records of this list' }).click();
  await exporting.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: 'Books' }).click();
  const [booked] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export 1 record' }).click(),
  ]);
  expect(readFileSync(await booked.path(), 'utf8')).toMatch(/^\uFEFFMerchant,.*\r\nHARBOUR CAFE LTD,/);
  const [originals] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('link', { name: 'Download the originals (ZIP)' }).click(),
  ]);
  expect(readFileSync(await originals.path(), 'latin1')).toContain('HARBOUR-CAFE');
  // Firefox refuses prefetches under the page's policy, and the pointer was over a row all along.
  await expect(page.locator('link[rel=prefetch]')).toHaveCount(0);
});

test('the second of two people who change one field is asked and loses nothing', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await addReceipts(page, browser, [cafe]);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByLabel('Total', { exact: true })).toHaveValue('12.25');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  const mine = other.getByLabel('Total', { exact: true });
  await mine.fill('99.00');

  const theirs = page.getByLabel('Total', { exact: true });
  await theirs.fill('12.30');
  await theirs.press('Enter');
  await expect(page.getByText('saved', { exact: true })).toBeVisible();

  // What one is typing is not taken away by what others save.
  await expect(mine).toHaveValue('99.00');
  await mine.press('Enter');
  const dialog = other.getByRole('dialog', { name: 'Total was changed meanwhile' });
  await expect(dialog).toContainText('12.30');
  await expect(dialog).toContainText('99.00');
  await dialog.getByRole('button', { name: 'Use mine' }).click();
  await expect(mine).toHaveValue('99.00');
  await expect(theirs).toHaveValue('99.00');

  // Nor is anything overwritten by what is entered before the page's scripts are there.
  const go = await withoutScripts(other, page.url());
  await other.waitForLoadState('domcontentloaded');
  await mine.fill('98.00');
  await mine.press('Enter');
  await theirs.fill('97.00');
  await Promise.all([page.waitForResponse(/\/field/), theirs.press('Enter')]);
  await go();
  await expect(dialog).toContainText('97.00');
  await expect(dialog).toContainText('98.00');
  await other.close();
});

test('a change of somebody else to another field is merged', async ({ page, browser, signUp }) => {
  await signUp(page);
  await addReceipts(page, browser, [cafe]);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByLabel('Merchant', { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  // Typed before the scripts are there, it would be no change yet.
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  const mine = other.getByLabel('Merchant', { exact: true });
  await mine.fill('Harbour Café');
  const theirs = page.getByLabel('Total', { exact: true });
  await theirs.fill('11.00');
  await theirs.press('Enter');
  await expect(other.getByLabel('Total', { exact: true })).toHaveValue('11.00');
  await mine.press('Enter');
  await expect(other.getByText('saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue('Harbour Café');
  await expect(theirs).toHaveValue('11.00');
  await other.close();
});

/** Presses a key that has something said, and returns what that covers. */
async function coveredBySaying(page: Page, key: string): Promise<string[]> {
  await page.keyboard.press(key);
  // As fast as a person: faster ones are a scanner's.
  await page.evaluate((paceMs) => new Promise((resolve) => setTimeout(resolve, paceMs)), 2 * maxGapMs);
  return coveredByNotes(page);
}

test('a queue is cleared from the keyboard, goes on by itself, and the last step can be undone', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await addReceipts(page, browser, [cafe, { ...cafe, merchant: 'NORTH STAR BAKERY', date: '26/03/2026' }]);
  await page.goto('/app');
  // Keys are heard once the scripts are there.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue(/NORTH STAR/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /for review$/ })).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    ...littleHeights.slice(0, 1),
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => coveredBySaying(page, 'c'), { message: JSON.stringify(size) }).toEqual([]);
  }
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue(/NORTH STAR/);
  await page.keyboard.press('c');
  await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue(/HARBOUR/);
  // What is said lies over no button, no value and not over the picture, nor do the picture's own buttons.
  for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }, ...littleHeights]) {
    await page.setViewportSize(size);
    await expect.poll(() => coveredBySaying(page, 'p'), { message: JSON.stringify(size) }).toEqual([]);
    const [tools, picture] = await Promise.all([
      page.getByRole('toolbar', { name: 'Picture' }).boundingBox(),
      page.getByRole('application').boundingBox(),
    ]);
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Why').fill('Not ours');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Rejected' })).toHaveCount(1);
  await page.keyboard.press('z');
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(1);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Confirm record');
  // It closes the list of keys and nothing else.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeVisible();

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('u')]);
  expect(chooser.isMultiple()).toBe(true);

  // Every key of that list does something here; what there is nothing for is left to the browser.
  const withoutObject: KeyAction[] = [
    'save-and-confirm',
    'reopen',
    'next-page',
    'previous-page',
    'undo',
    // Of the list where nothing is open.
    'table',
    'columns',
  ];
  const selecting: KeyAction[] = ['select', 'extend-selection', 'select-all'];
  const last: KeyAction[] = [
    'next-row',
    'previous-row',
    'next-review',
    'reject',
    'help',
    'confirm',
    'reread',
    'archive',
    'trash',
    'back',
  ];
  const opening: KeyAction[] = [
    'reject',
    'help',
    'filter',
    'views',
    'sort',
    'tags',
    'export',
    'bulk-actions',
  ];
  const overlay = page.locator('[role=dialog], [role=menu]');
  const order = ({ action }: { action: KeyAction }) => last.indexOf(action);
  for (const { action, keys } of keyMap.toSorted((a, b) => order(a) - order(b))) {
    if (withoutObject.includes(action) || action === 'open') continue;
    // What the key before began may still be under way.
    await expect
      .poll(
        () =>
          page.evaluate(
            async ([key, paceMs, opens]) => {
              const press = { key: key.replace('Mod+', ''), ctrlKey: key.startsWith('Mod+') };
              const event = new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true });
              const isUsed = !document.body.dispatchEvent(event);
              // As fast as a person: faster ones are a scanner's.
              await new Promise((resolve) => setTimeout(resolve, paceMs));
              return opens ? document.querySelector('[role=dialog], [role=menu]') !== null : isUsed;
            },
            [keys[0] ?? '', 2 * maxGapMs, opening.includes(action)] as const,
          ),
        { message: action },
      )
      .toBe(true);
    // Keys are for what is shown: not before it is.
    const comes = action === 'previous-row' ? 'NORTH STAR' : action === 'next-review' ? 'HARBOUR' : undefined;
    if (comes) await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue(new RegExp(comes));
    // With rows selected the keys would be about them.
    if (selecting.includes(action)) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Selected captures' })).toHaveCount(0);
    }
    if (action === 'previous-place') await expect(page).toHaveURL(/place=all/);
    if (action === 'next-place') await expect(page).not.toHaveURL(/place=/);
    if (opening.includes(action)) {
      await expect(overlay).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(overlay).toHaveCount(0);
    }
  }
});

test('keys act on the capture that is shown, however one came there, say its name, and are undone', async ({
  page,
  baseURL,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillReview(
    server.dataFolder,
    email,
    Array.from({ length: 6 }, (_, n) => ({ merchant: `Shop ${n + 1}`, total: `${n + 1}.00` })),
  );
  await page.goto('/app');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const shows = (name: string) => expect(page.getByRole('article', { name, exact: true })).toBeVisible();
  /** Presses a key, is told what it did to what, takes it back. */
  const acts = async (key: string, said: string) => {
    await page.keyboard.press(key);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByText(`Undone: ${said}`, { exact: true }).last()).toBeVisible();
    await expect(rows(page)).toHaveCount(6);
  };
  // A click, then a key that moves on: what was clicked is no longer meant.
  await rows(page).nth(0).getByRole('link').click();
  await shows('Shop 1');
  await acts('a', 'Shop 1, 1.00 claimed for you');
  await page.keyboard.press('n');
  await shows('Shop 2');
  await acts('a', 'Shop 2, 2.00 claimed for you');
  await acts('e', 'Shop 2, 2.00 archived');
  // What left made room for the next.
  await shows('Shop 3');
  await page.keyboard.press('j');
  await shows('Shop 4');
  await acts('#', 'Shop 4, 4.00 moved to the trash');
  await shows('Shop 5');
  await page.keyboard.press('k');
  await shows('Shop 4');
  await acts('a', 'Shop 4, 4.00 claimed for you');
  // Back to the list, and on in it.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /for review$/ })).toBeVisible();
  await acts('e', 'Shop 4, 4.00 archived');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await shows('Shop 2');
  await acts('a', 'Shop 2, 2.00 claimed for you');
  // Confirmed, gone on by itself: the key is for what came, not for what was confirmed.
  await page.keyboard.press('c');
  await shows('Shop 3');
  await expect(page.getByText('Shop 2, 2.00: record confirmed')).toBeVisible();
  await acts('#', 'Shop 3, 3.00 moved to the trash');
  await shows('Shop 4');
  await page.keyboard.press('x');
  await expect(rows(page).nth(3).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Escape');

  // Between two captures nothing is meant.
  let showNext = (): void => {};
  const held = new Promise<void>((resolve) => {
    showNext = resolve;
  });
  const letPass = await intercept(page, /\/app\/[^/]+\.data/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(page.getByText('The next capture is still opening. Nothing was done.')).toBeVisible();
  await page.keyboard.press('c');
  letPass();
  showNext();
  await shows('Shop 5');
  await expect(page.getByRole('button', { name: /^Confirm/ })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(5);

  // Somebody else was faster: it is told, and nothing is done to another.
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const theirs = await page.request.post('/api/v1/bulk/trash', {
    headers: { origin: baseURL ?? '' },
    data: { ids: [id] },
  });
  expect(theirs.ok()).toBe(true);
  await page.keyboard.press('#');
  await expect(page.getByText('Shop 5, 5.00 was not changed', { exact: false })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'left this list' })).toHaveCount(1);
  await expect(rows(page)).toHaveCount(6);

  // Gone back to the list before the answer came, and asked again: the first answer ends nothing.
  const answers: (() => void)[] = [];
  await intercept(page, /\/review\/next/, async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fulfill({ response });
  });
  await page.keyboard.press('n');
  await expect.poll(() => answers.length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /for review$/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect.poll(() => answers.length).toBe(2);
  const first = page.waitForResponse(/\/review\/next/);
  answers[0]?.();
  await first;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  answers[1]?.();
  await shows('Shop 1');
});
