// cspell:ignore haspopup Schlagwörter Liste anzeigen biscuti
import type { Page } from '@playwright/test';
import { scrollClear, seriousProblems } from './accessibility.ts';
import { capture } from './captures.ts';
import { withDatabaseOf } from './embedded-database.ts';
import { fillReview } from './fill-review.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { intercept } from './intercept.ts';
import { speak } from './languages.ts';
import { painted } from './painted.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

triedTwice();

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

/** Puts captures in a company as if they had been received and failed long ago: more than one uploads in a test. */
async function fillCompany(dataFolder: string, email: string, count: number) {
  await withDatabaseOf(dataFolder, (client) =>
    client.query(
      `with member as (
       select m.company_id, m.user_id from auth.membership m join auth."user" u on u.id = m.user_id where u.email = $1
     ), object as (
       insert into app.objects (company_id, sha256, byte_size, media_type)
       select company_id, repeat('0', 64), 1, 'image/png' from member on conflict do nothing
     ), ids as (select gen_random_uuid() as id, n from generate_series(1, $2::int) n)
     insert into app.captures (company_id, id, document_id, state, failure_code, source, sha256, file_name, media_type, byte_size, created_by, created_at)
     select company_id, id, id, 'failed', 'picture.unreadable', 'api', repeat('0', 64), 'scan ' || lpad(n::text, 6, '0') || '.png', 'image/png', 1, user_id,
       timestamptz '2026-01-01' - n * interval '1 minute'
     from member, ids`,
      [email, count],
    ),
  );
}

async function expectNoSeriousProblems(page: Page): Promise<void> {
  await scrollClear(page);
  expect(await seriousProblems(page)).toEqual([]);
}

test('ten thousand captures scroll to the end with only what is in sight in the page', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillCompany(server.dataFolder, email, 10_000);
  await page.goto('/app');
  await expect(page.getByText('10,000 captures').first()).toBeVisible();
  await expect(rows(page).first()).toContainText('scan 000001.png');
  const scroller = page.getByTestId('list-scroller');
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return rows(page).last().textContent();
      },
      // Each turn brings another page of the list.
      { intervals: [20] },
    )
    .toContain('scan 010000.png');
  expect(await rows(page).count()).toBeLessThan(60);
  // As a table it stays where one is.
  await page.keyboard.press('T');
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(rows(page).last()).toContainText('scan 010000.png');
  expect(await rows(page).count()).toBeLessThan(60);
});

test('the list is a table of the columns one chooses, sorted by them, with keys and selection, and kept', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillReview(server.dataFolder, email, [
    { merchant: 'Bakery', total: '12.50' },
    { merchant: 'Airline', total: '1234.50' },
    { merchant: 'Café', total: '3.00' },
  ]);
  await page.goto('/app');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const cell = (row: string, nth: number) =>
    page.getByRole('row', { name: row }).getByRole('gridcell').nth(nth);
  const heads = page.getByRole('columnheader');
  await page.keyboard.press('T');
  await expect(heads).toHaveText([
    'Selection',
    'Name',
    'State',
    'Date',
    'Total',
    'Currency',
    'Confidence',
    'Captured↓',
  ]);
  await expect(cell('Airline', 4)).toHaveText('1,234.50');
  await expectNoSeriousProblems(page);

  // Other columns, from the keyboard; those of the type alone. Where their values do not come, one is told and goes on.
  const letValues = await intercept(page, /\/api\/v1\/captures\?.*fields=/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '', status: 503, code: 'server.busy', title: 'Too busy', detail: '' }),
    }),
  );
  const isAsked = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const letList = await intercept(page, /\.data\?.*type=receipt/, async (route) => {
    isAsked.resolve();
    await isHeld.promise;
    await route.fallback();
  });
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('combobox', { name: 'Type of record' }).click();
  await page.getByRole('option', { name: 'Receipt', exact: true }).click();
  // The list follows a moment later: what is changed until then is the type's.
  await isAsked.promise;
  await expect(dialog.getByRole('checkbox', { name: 'Subtotal' })).toBeVisible();
  for (const name of ['Confidence', 'Captured']) {
    const box = dialog.getByRole('checkbox', { name, exact: true });
    await box.press('Space');
    await expect(box).not.toBeChecked();
    await expect(box).toBeFocused();
  }
  letList();
  isHeld.resolve();
  await expect(page).toHaveURL(/type=receipt/);
  for (const name of ['Confidence', 'Captured'])
    await expect(dialog.getByRole('checkbox', { name, exact: true })).not.toBeChecked();
  const tags = dialog.getByRole('checkbox', { name: 'Tags' });
  await tags.press('Space');
  await expect(tags).toBeFocused();
  await dialog.getByRole('button', { name: 'Move Tags up' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Tags up' })).toBeFocused();
  await expectNoSeriousProblems(page);
  await dialog.getByRole('checkbox', { name: 'Subtotal' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('Too busy. The values of these rows are not loaded.');
  letValues();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();

  await heads.getByRole('button', { name: 'Merchant' }).click();
  await expect(page).toHaveURL(/sort=merchant/);
  await expect(page.getByRole('columnheader', { name: 'Merchant' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await heads.getByRole('button', { name: 'Merchant' }).click();
  await expect(page).toHaveURL(/sort=-merchant/);
  await expect(page.getByRole('columnheader', { name: 'Merchant' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  // Keys and what is selected are as in the list; what is opened has the list beside it.
  await rows(page).nth(1).focus();
  for (const key of ['x', 'j', 'X']) await page.keyboard.press(key, { delay: 80 });
  await expect(page.getByText('2 captures selected')).toBeVisible();
  await page.keyboard.press('Escape');
  const at = await page.evaluate(() => document.activeElement?.id);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Total', { exact: true })).toBeVisible();
  await expect(heads).toHaveCount(0);
  await expect(page.locator(`#${at}`)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(heads.first()).toBeVisible();
  await expect(page.locator(`#${at}`)).toBeFocused();

  // Kept for the person, in their language, on a phone as well.
  await speak(page, 'de');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app?type=receipt');
  await expect(page.getByRole('columnheader', { name: 'Schlagwörter' })).toBeVisible();
  await expect(cell('Airline', 1)).toBeInViewport();
  await expect(page.getByRole('row', { name: 'Airline' })).toContainText('1.234,50');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoSeriousProblems(page);
  const kept = page.waitForResponse(/\/api\/v1\/list-table$/);
  await page.getByRole('button', { name: 'Als Liste anzeigen' }).click();
  await expect(heads).toHaveCount(0);
  await kept;
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(heads).toHaveCount(0);
});

test('a bulk action says what it will change, does it, and is undone as one', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillCompany(server.dataFolder, email, 120);
  await page.goto('/app');
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Select all 120' }).click();
  await expect(page.getByText('120 captures selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selected captures' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('120 captures will change');
  await dialog.getByRole('button', { name: 'Trash 120 captures' }).click();
  await expect(page.getByText('Nothing here yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('120 captures', { exact: true })).toBeVisible();
});

test('what can be done with many stays inside its column in every language, on a phone too', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillCompany(server.dataFolder, email, 120);
  for (const language of ['de', 'fr', 'es']) {
    await speak(page, language);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/app');
      for (const nth of [0, 1, 2]) await rows(page).nth(nth).getByRole('checkbox').check();
      // Of the regions with a menu the innermost.
      const bar = page
        .getByRole('region')
        .filter({ has: page.locator('[aria-haspopup=menu]') })
        .last();
      await expect(bar.getByRole('status')).toContainText('3');
      const outside = await bar.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [...element.querySelectorAll('*')].filter((part) => {
          const box = part.getBoundingClientRect();
          return box.width > 1 && (box.left < left - 0.5 || box.right > right + 0.5);
        }).length;
      });
      expect([language, width, outside]).toEqual([language, width, 0]);
    }
  }
});

test('many records are confirmed from the keyboard without the doubtful ones, and put back after a reload', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillReview(server.dataFolder, email, [
    { merchant: 'Smudged', total: '8.00', confidence: 0.6 },
    { merchant: 'Wrong sum', total: '9.00', failsCheck: true },
    { merchant: 'Sent twice', total: '7.00', isDouble: true },
    ...Array.from({ length: 25 }, (_, n) => ({ merchant: `Shop ${n + 1}`, total: `${n + 1}.00` })),
  ]);
  await page.goto('/app');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('25 records of 25 captures will be confirmed');
  const doubtful = dialog.getByRole('region', { name: 'To look at first' });
  await expect(doubtful).toContainText('3 records are left out');
  await expect(doubtful).toContainText('2 doubtful fields, 1 failed check, 1 duplicate');
  await expect(doubtful.getByRole('listitem')).toHaveText([
    'Wrong sum, 9.00 Total, 1 failed check',
    'Smudged, 8.00 Total',
    'Sent twice, 7.00 duplicate',
  ]);
  await expectNoSeriousProblems(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('25 records confirmed')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(3);

  await page.reload();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(dialog).toContainText('25 records confirmed');
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectNoSeriousProblems(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('25 changes taken back.')).toBeVisible();
  await expect(page.getByText('28 captures', { exact: true })).toBeVisible();

  // With the doubtful ones where one says so; what was confirmed is reopened as one.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('c');
  await dialog.getByLabel('Confirm these 3 too').check();
  await dialog.getByRole('button', { name: 'Confirm 28 records' }).click();
  await expect(page.getByText('28 records confirmed')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('o');
  await expect(dialog).toContainText('28 records of 28 captures will go back to review');
  await page.keyboard.press('Enter');
  await expect(page.getByText('28 records back in review')).toBeVisible();

  // However many there are, each can be looked at before one says so.
  const stained = Array.from({ length: 255 }, (_, n) => `Stained ${n + 1}, 1.00`);
  await fillReview(
    server.dataFolder,
    email,
    stained.map((name) => ({ merchant: name.slice(0, -6), total: '1.00', confidence: 0.6 })),
  );
  await page.goto('/app');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('c');
  await expect(doubtful.getByRole('listitem')).toHaveCount(50);
  await doubtful.getByRole('button', { name: 'Show 200 more' }).click();
  await expect(doubtful.getByRole('listitem')).toHaveCount(250);
  await doubtful.getByRole('button', { name: 'Show 8 more' }).click();
  await expect(doubtful.getByRole('listitem')).toHaveCount(258);
  await expect(doubtful.getByRole('button', { name: /^Show/ })).toHaveCount(0);
  expect((await doubtful.getByRole('link').allTextContents()).toSorted()).toEqual(
    ['Wrong sum, 9.00', 'Smudged, 8.00', 'Sent twice, 7.00', ...stained].toSorted(),
  );
});

test('rows are selected in ranges, sorted and tagged, and filters in the address come back with a saved view', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await fillCompany(server.dataFolder, email, 30);
  await page.goto('/app');
  await rows(page).nth(1).getByRole('checkbox').check();
  await rows(page)
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 captures selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('4 captures selected')).toBeHidden();

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/state=failed/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name').fill('To chase');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'To chase', exact: true }).click();
  await expect(page).toHaveURL(/state=failed/);

  // Sorted, and tagged, from the keyboard.
  await page.keyboard.press('s');
  await page.getByRole('menuitemradio', { name: 'Captured, oldest first' }).click();
  await expect(page).toHaveURL(/sort=captured/);
  await expect(rows(page).first()).toContainText('scan 000030.png');
  for (const nth of [0, 1]) await rows(page).nth(nth).getByRole('checkbox').check();
  await page.keyboard.press('t');
  await page.getByRole('combobox', { name: 'Tag' }).fill('To pay');
  await page.getByRole('button', { name: 'Tag 2 captures' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const nth of [0, 1]) await expect(rows(page).nth(nth)).toContainText('To pay');
  await page.goto('/app?tag=to+pay');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().focus();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Tags and notes' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ask the café for it');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog.getByText('Ask the café for it', { exact: true })).toBeVisible();
  // Deleted by a slip: it is back with the next key.
  await dialog.getByRole('button', { name: /^Delete the note/ }).press('Enter');
  const undo = dialog.getByRole('button', { name: 'Undo the deletion' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(undo).toBeHidden();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('1 note');
});

test('a search opened before its capture is read shows it, though its news came before the page was connected', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page);
  // Another browser: tabs of one share their connection.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  const late = await context.newPage();
  let connect = (): void => {};
  const held = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await late.route('**/api/v1/live*', async (route) => {
    await held;
    await route.continue();
  });
  await late.goto('/app?q=HARBOUR');
  await expect(late.getByText('Nothing that was read holds “HARBOUR”.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, cafe),
  });
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(1);
  await expect(rows(late)).toHaveCount(0);
  connect();
  await expect(rows(late).first()).toContainText('HARBOUR');
  await context.close();
});

test('what one gave in just before a page is shown on it, though its list was made before', async ({
  page,
  context,
  signUp,
  server,
}) => {
  await signUp(page);
  await capture(page, server.origin, 'before.png', 100);
  await expect(rows(page)).toHaveCount(1);
  const next = await context.newPage();
  const made = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await intercept(next, '**/app', async (route) => {
    const response = await route.fetch();
    made.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  const isOpen = next.goto('/app');
  await made.promise;
  await page.locator('input[type=file]').setInputFiles({
    name: 'mine.png',
    mimeType: 'image/png',
    buffer: await painted(page, { type: 'png' }),
  });
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('banner').getByRole('link', { name: /on this device/ })).toHaveCount(0);
  held.resolve();
  await isOpen;
  await expect(rows(next)).toHaveCount(2);
});

test('a page that cannot be refreshed stays with what is typed in it, and is refreshed later', async ({
  page,
  context,
  signUp,
}) => {
  const isLive = page.waitForResponse('**/api/v1/live*');
  const { companyName } = await signUp(page, {}, '/settings/account');
  await isLive;
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half typed');
  const isAsked = Promise.withResolvers<void>();
  const letThrough = await intercept(page, '**/settings/account.data**', async (route) => {
    await route.fulfill({ status: 502, body: 'Bad gateway' });
    isAsked.resolve();
  });
  // News of the company: its pages ask for their data again, this one from a server that is just starting.
  const elsewhere = await context.newPage();
  await elsewhere.goto('/settings/company#end');
  await elsewhere.getByText('Close …').click();
  await elsewhere.getByLabel('Name of the company').fill(companyName);
  await elsewhere.getByRole('button', { name: 'Close the company' }).click();
  await isAsked.promise;
  await expect(name).toHaveValue('Half typed');
  letThrough();
  await expect(page.getByRole('link', { name: 'Stop it in the company settings' })).toBeVisible();
  await expect(name).toHaveValue('Half typed');

  // What is opened over the page and gets no answer leaves it, too.
  const letBell = await intercept(page, '**/notifications.data**', (route) => route.abort());
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(page.getByText('could not be reached, or is just starting again')).toBeVisible();
  letBell();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('could not be reached, or is just starting again')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Half typed');

  // A form that gets no answer says so and keeps what was typed.
  const letForm = await intercept(page, '**/settings/account.data**', (route) => route.abort());
  const save = page.getByRole('button', { name: 'Save name', exact: true });
  await save.click();
  await expect(page.getByText('The server did not answer. Look whether it was done')).toBeVisible();
  await expect(name).toHaveValue('Half typed');
  expect(await seriousProblems(page)).toEqual([]);
  letForm();
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: Half typed' })).toBeVisible();
});

test('what is searched for is lit in the picture', async ({ page, browser, signUp }) => {
  await signUp(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lunch.png', mimeType: 'image/png', buffer: await receiptPicture(browser, cafe) });
  await expect(rows(page).first()).toContainText('To review');
  // One types on while the list is on its way, and nothing of it is lost.
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const letPass = await intercept(page, /\/app\.data.*q=b/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  const asked = page.waitForRequest(/q=b/);
  await page.keyboard.type('biscuit'.slice(0, 1));
  await asked;
  await page.keyboard.type('biscuit'.slice(1));
  await expect(search).toHaveValue('biscuit');
  letPass();
  answer();
  await expect(page).toHaveURL(/q=biscuit/);
  await expect(search).toHaveValue('biscuit');
  await rows(page).first().getByRole('link').click();
  await expect(page.getByTestId('hit')).toHaveCount(1);
  // With a wrong letter just as well.
  const lit = await page.getByTestId('hit').boundingBox();
  await page.getByRole('searchbox').fill('biscuti');
  await expect(page).toHaveURL(/q=biscuti/);
  await expect(rows(page).first()).toContainText('one letter off');
  expect(await page.getByTestId('hit').boundingBox()).toEqual(lit);
  await page.getByRole('searchbox').fill('nothing holds this');
  await expect(page.getByText('Nothing that was read holds “nothing holds this”.')).toBeVisible();
});

test('a capture has no serious accessibility problem, in light and dark, wide and narrow', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lunch.png', mimeType: 'image/png', buffer: await receiptPicture(browser, cafe) });
  await expect(rows(page).first()).toContainText('To review');
  await rows(page).first().getByRole('link').click();
  await expect(page.getByLabel('Total', { exact: true })).toBeVisible();
  await expectNoSeriousProblems(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await scrollClear(page);
  expect(await seriousProblems(page, { rules: ['color-contrast'] })).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSeriousProblems(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(rows(page).first()).toBeVisible();
});
