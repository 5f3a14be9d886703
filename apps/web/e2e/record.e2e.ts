import { seriousProblems } from './accessibility.ts';
import { actions } from './actions.ts';
import { addReceipts, rows } from './add-receipts.ts';
import { reviewed, reviewThirty, thirtyReceipts } from './browsers/review-thirty.ts';
import { hiddenParts, littleHeights } from './covered.ts';
import { fillReview } from './fill-review.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { cafe } from './receipt-picture.ts';
import { scan } from './scan.ts';

triedTwice();

test('thirty captures are reviewed by keys alone at 200%, with a scanner beside it', async ({
  page,
  browser,
  baseURL,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillReview(server.dataFolder, email, thirtyReceipts);
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    deviceScaleFactor: 2,
  });
  const laptop = await context.newPage();
  const records = await reviewThirty(
    {
      name: 'Chromium',
      goto: async (address) => void (await laptop.goto(address)),
      press: (key) => laptop.keyboard.press(key),
      scan: (code, end) => scan(laptop, code, end),
      evaluate: (body) => laptop.evaluate(`(async () => { ${body} })()`),
      resize: (width, height) => laptop.setViewportSize({ width, height }),
    },
    baseURL ?? '',
  );
  expect(records).toEqual(reviewed);
  await context.close();
});

test('an amount that could mean two numbers is asked about, and keys typed in a field stay in it', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await addReceipts(page, browser, [cafe]);
  await rows(page).first().getByRole('link').click();
  const total = page.getByLabel('Total', { exact: true });
  await total.fill('1,250');
  await total.press('Enter');
  await expect(page.getByText('Could be 1250 or 1.250.', { exact: false })).toBeVisible();
  const merchant = page.getByLabel('Merchant', { exact: true });
  await merchant.fill('');
  await merchant.pressSequentially('cane #?');
  await expect(merchant).toHaveValue('cane #?');
  await expect(page.getByRole('button', { name: /Confirm/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A wrong type takes two actions: what means the same comes along, and comes back.
  await total.press('Escape');
  await merchant.press('Enter');
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  await actions(page);
  await page.getByRole('button', { name: 'Change the type of this record' }).click();
  await page.getByRole('menuitem', { name: 'Invoice' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice' })).toBeVisible();
  expect(await actions(page)).toBe(2);
  await expect(page.getByLabel('Supplier', { exact: true })).toHaveValue('cane #?');
  await expect(page.getByLabel('Total', { exact: true })).toHaveValue('12.25');
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(merchant).toHaveValue('cane #?');
  await expect(total).toHaveValue('12.25');

  // A cell of a table takes two: the cell and the word. The sum is told before one leaves it.
  const amountOf = (row: number) => page.getByLabel(`Amount, row ${row}`, { exact: true });
  await actions(page);
  await amountOf(1).click();
  await page.locator('polygon[data-kind=word]').filter({ hasText: '6.75' }).first().click();
  await expect(amountOf(1)).toHaveValue('6.75');
  expect(await actions(page)).toBe(2);
  const items = page.getByRole('group', { name: 'Items' });
  await expect(items.getByText('Items come to 15.60, but Total is 12.25.')).toBeVisible();
  await amountOf(1).press('Escape');
  await expect(items.getByText('Items: 12.25, as Total says.')).toBeVisible();
  // Enter goes down, and what a spreadsheet copied goes in from a cell on.
  await amountOf(1).press('Enter');
  await expect(amountOf(2)).toBeFocused();
  const paste = (text: string) =>
    amountOf(2).evaluate((cell, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', given);
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('1.10\nmuch\n');
  await expect(items.getByRole('alert')).toContainText('Row 3: Amount: Only digits');
  await expect(amountOf(2)).toHaveValue('2.10');
  await paste('2.10\n6.75\n1.00\n');
  await expect(amountOf(4)).toHaveValue('1.00');
  await expect(items.getByText('Items come to 13.25, but Total is 12.25.')).toBeVisible();
  await items.getByRole('button', { name: 'Remove row 4' }).click();
  await expect(amountOf(4)).toHaveCount(0);
  await expect(items.getByRole('button', { name: 'Remove row 3' })).toBeFocused();
  await expect(items.getByText('Items: 12.25, as Total says.')).toBeVisible();

  // What has the focus does not come back into sight for a pointer that passes.
  const pane = page.getByRole('region', { name: 'Records', exact: true });
  await pane.evaluate((element) => element.scrollTo(0, 0));
  const top = page.getByLabel('Merchant', { exact: true });
  await top.hover();
  await page.getByRole('heading', { name: 'Receipt' }).hover();
  await expect(items.getByRole('button', { name: 'Remove row 3' })).toBeFocused();
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(0);

  // A record from a part of the picture takes four: add, its type, a drag, Enter.
  await actions(page);
  await page.getByRole('button', { name: 'Add a record' }).click();
  await page.getByRole('menuitem', { name: 'Receipt', exact: true }).click();
  const stage = await page.getByRole('application').boundingBox();
  if (!stage) throw new Error('There is no picture.');
  await page.mouse.move(stage.x + 2, stage.y + 2);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width - 2, stage.y + stage.height - 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toHaveCount(2);
  await expect(merchant.last()).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await actions(page)).toBe(4);
  await expect(merchant.last()).toHaveValue('HARBOUR CAFE LTD');
  await expect(page.getByLabel('Date', { exact: true }).last()).toHaveValue('25/03/2026');
});

test('every doubt of a field in focus is heard, and at every size the field and the decision are seen whole', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  // 5 March or 3 May; and a total that is not the sum.
  await addReceipts(page, browser, [{ ...cafe, date: '05/03/2026', total: '13.25' }]);
  await rows(page).first().getByRole('link').click();
  // As the browser gives it to a screen reader, while the field has the focus.
  const total = page.getByRole('textbox', { name: 'Total', exact: true });
  await total.focus();
  await expect(total).toHaveAccessibleDescription(
    /^In GBP\. Read with \d+% confidence\. Doubtful\. A check failed: Items come to 12\.25, but Total is 13\.25\. It is on page 1, on the right\.$/,
  );
  await expect(page.getByRole('textbox', { name: 'Date', exact: true })).toHaveAccessibleDescription(
    /Doubtful\. Could also be 3 May 2026\. It is on page 1, at the top right\.$/,
  );
  await expect(page.getByRole('group', { name: 'Items' })).toHaveAccessibleDescription(/in the middle\.$/);
  await expect(page.getByRole('textbox', { name: 'Tax', exact: true })).toHaveAccessibleDescription(
    'Not found.',
  );
  // Heard, not shown: it is there for eyes already.
  await expect(page.getByText(/^Read with/).filter({ visible: true })).toHaveCount(0);
  // What is wrong with what one types is heard as well.
  await total.fill('1,250');
  await total.press('Enter');
  await expect(total).toHaveAccessibleDescription(/Could be 1250 or 1\.250/);
  await total.press('Escape');
  // Enter goes on to the next doubtful field, and never to nowhere.
  await total.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Date', exact: true })).toBeFocused();

  const german = await browser.newContext({
    storageState: await page.context().storageState(),
    locale: 'de-DE',
    colorScheme: 'dark',
  });
  const inGerman = await german.newPage();
  await inGerman.goto(page.url());
  for (const view of [page, inGerman]) {
    for (const size of littleHeights) {
      await view.setViewportSize(size);
      for (const field of ['date', 'total', 'merchant', 'tax']) {
        await view.locator(`[id^=field-][id$="-${field}"]`).focus();
        await expect
          .poll(() => view.evaluate(hiddenParts), { message: `${field} ${JSON.stringify(size)}` })
          .toEqual([]);
      }
    }
    expect(await seriousProblems(view)).toEqual([]);
  }
  await german.close();
});
