import type { Page } from '@playwright/test';
import { maxGapMs } from '../app/keyboard/burst.ts';
import { cameraKeys } from '../app/pages/camera/camera-keys.ts';
import { desktopKeys } from '../app/pages/desktop/desktop-keys.ts';
import { coveredByNotes } from './covered.ts';
import { expect, open, test, triedTwice } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';
import { scan, scanLong } from './scan.ts';

triedTwice();

/** As a person presses it, who holds each key down for a moment. */
const press = (page: Page, key: string) => page.keyboard.press(key, { delay: maxGapMs + 20 });
const notes = (page: Page) => page.getByRole('alert');

test('a scanner on any page does what a scanner should, and presses no shortcut and no button', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await page.locator('input[type=file]').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, cafe),
  });
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: 'To review' })).toHaveCount(1);
  await rows.first().getByRole('link').click();
  const total = page.getByLabel('Total', { exact: true });
  await expect(total).toHaveValue('12.25');

  // In the list it is searched for; the button that has the focus is not pressed.
  const confirm = page.getByRole('button', { name: /^Confirm/ });
  await confirm.focus();
  await scan(page, 'MAST-0042 #ce nr');
  await expect(page.getByRole('searchbox')).toHaveValue('MAST-0042 #ce nr');
  await expect(page).toHaveURL(/q=MAST-0042/);
  await expect(rows).toHaveCount(0);
  await expect(confirm).toBeVisible();
  await scan(page, 'HARBOUR');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('To review');

  // Half a code, and one too long: nothing is done, and told.
  await scan(page, 'ce#0042', '');
  await expect(notes(page).filter({ hasText: 'ce#0042' })).toContainText('Nothing was done');
  await scanLong(page, 'x9'.repeat(1000));
  await expect(notes(page).filter({ hasText: '2,000' })).toContainText('Nothing was searched');
  await expect(page.getByRole('searchbox')).toHaveValue('HARBOUR');
  await expect(confirm).toBeVisible();

  // Behind a dialog nothing of it arrives.
  await press(page, 'r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Duplicate' }).focus();
  await scan(page, 'X-1');
  await expect(notes(page).filter({ hasText: 'X-1' })).toContainText('dialog');
  await expect(dialog.getByLabel('Why')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // In a field it is typed.
  const merchant = page.getByLabel('Merchant', { exact: true });
  await merchant.fill('');
  await scan(page, 'cane #?1');
  await expect(merchant).toHaveValue('cane #?1');

  // A person's key held down acts once, and a key with nothing to act on says so.
  await page.getByRole('heading', { name: 'Receipt' }).click();
  await press(page, 'p');
  await expect(notes(page).filter({ hasText: 'Nothing to flatten' })).toBeVisible();

  // Letters can be switched off, and on again, from the list of keys.
  await press(page, 'Control+/');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('button', { name: 'Switch off single-key shortcuts' }).click();
  await expect(keys.getByRole('button', { name: 'Switch on single-key shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await press(page, 'r');
  await press(page, '?');
  await press(page, 'Control+/');
  await expect(keys).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);

  // What is said lies over nothing, on any page and at any size, nor over a dialog.
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 683, height: 384 },
    { width: 320, height: 256 },
  ];
  const covers = async (what: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      // On a slow machine what was said is gone before it is looked at: then it is said again.
      const covered = async () => {
        const found = await coveredByNotes(page);
        if (found[0] === 'nothing said') await scan(page, 'ce#0042', '');
        return found;
      };
      await expect
        .poll(covered, { message: `${what} ${JSON.stringify(size)}`, intervals: [1000, 2000] })
        .toEqual([]);
    }
  };
  for (const address of ['/settings/members', '/camera', '/camera/queue', '/desktop']) {
    await open(page, address);
    await covers(address);
  }
  await press(page, 'Control+/');
  await expect(keys.getByRole('term')).toHaveCount(desktopKeys.length);
  await covers('dialog');
  await page.setViewportSize({ width: 1280, height: 800 });

  // Where nothing takes codes, it is told what was scanned.
  await open(page, '/dashboard');
  await scan(page, 'MAST-0042');
  await notes(page).filter({ hasText: 'MAST-0042' }).getByRole('link').click();
  await expect(page).toHaveURL('/app?q=MAST-0042');

  // In a list one chooses from it chooses nothing; a person's letter does.
  await open(page, '/settings/account');
  const language = page.getByRole('combobox', { name: 'Language' });
  const chosen = await language.inputValue();
  await language.focus();
  await scan(page, 'DE-0042');
  await expect(notes(page).filter({ hasText: 'DE-0042' })).toBeVisible();
  await expect(language).toHaveValue(chosen);
  await press(page, 'd');
  await expect(language).toHaveValue('de');

  // A list with a search of its own.
  await open(page, '/settings/plugins/catalogue');
  await scan(page, 'receipt');
  await expect(page).toHaveURL(/search=receipt/);

  // On the camera page it is counted or captured, whether there is a camera or not.
  await open(page, '/camera');
  await page.getByRole('radio', { name: 'Count' }).check();
  await scan(page, '4006381333931');
  await scan(page, 'MAST-0042');
  await scan(page, 'MAST-0042');
  const counted = page.getByRole('list', { name: 'Counted codes' });
  await expect(counted.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'Already counted: MAST-0042' })).toBeVisible();
  await press(page, 'Control+/');
  await expect(keys.getByRole('term')).toHaveCount(cameraKeys.length);
  await expect(keys).toContainText('Take a picture');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.getByRole('radio', { name: 'Continuous' }).check();
  await scan(page, 'MAST-0042');
  await expect(page.getByText('Captured as text: MAST-0042')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Continuous' })).toBeChecked();
  await open(page, '/app');
  await expect(rows.filter({ hasText: 'MAST-0042' })).toHaveCount(1);
});
