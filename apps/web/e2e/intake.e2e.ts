import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

/** Hands files to the page as the system does: by dropping or pasting them. */
async function hand(page: Page, how: 'drop' | 'paste', file: { name: string; type: string; bytes: Buffer }) {
  await page.evaluate(
    ([kind, name, type, base64]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      if (kind === 'paste') {
        document.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
        );
        return;
      }
      for (const event of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(event, { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
    },
    [how, file.name, file.type, file.bytes.toString('base64')] as const,
  );
}

test('a picture dropped anywhere is received, read and shown without a reload', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await expect(page.getByRole('heading', { name: 'Drop a picture here' })).toBeVisible();
  const bytes = await receiptPicture(browser, cafe);
  await hand(page, 'drop', { name: 'lunch.png', type: 'image/png', bytes });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('lunch.png');
  await expect(rows(page).first()).toContainText(/Waiting|Reading|To review/);
  await expect(rows(page).first()).toContainText('To review');
  await expect(rows(page).first()).toContainText('HARBOUR CAFE');
});

test('a pasted screenshot is a capture of its own source', async ({ page, browser, signUp }) => {
  await signUp(page);
  await hand(page, 'paste', {
    name: 'image.png',
    type: 'image/png',
    bytes: await receiptPicture(browser, cafe),
  });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(/Pasted \d{4}|HARBOUR CAFE/);
  await page.goto('/app?source=paste');
  await expect(rows(page)).toHaveCount(1);
});

test('the same bytes again are offered as a duplicate, and can be put in the trash and back', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  const buffer = await receiptPicture(browser, cafe);
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles({ name: 'first.png', mimeType: 'image/png', buffer });
  await expect(rows(page)).toHaveCount(1);
  await picker.setInputFiles({ name: 'second.png', mimeType: 'image/png', buffer });
  await expect(rows(page)).toHaveCount(2);
  const panel = page.getByRole('region', { name: 'Files on their way in' });
  await expect(panel).toContainText('The same bytes as an earlier capture');
  await panel.getByRole('button', { name: 'Trash this one' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('what is no picture is refused with its reason, and the next file is received as if nothing had happened', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('these are words, not pixels') },
    { name: 'fine.png', mimeType: 'image/png', buffer: await receiptPicture(browser, cafe) },
  ]);
  const panel = page.getByRole('region', { name: 'Files on their way in' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'notes.jpg' })).toContainText('not accepted');
  await expect(panel.getByRole('button', { name: 'Try notes.jpg again' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(/fine.png|HARBOUR/);
});

test('a picture that cannot be read says why, keeps the original and can be tried again', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  const whole = await receiptPicture(browser, cafe);
  // The head of a PNG with its pixels cut off: accepted by its signature, refused by the decoder.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: whole.subarray(0, 200) });
  await expect(rows(page).first()).toContainText('Failed');
  await rows(page).first().getByRole('link').click();
  const why = page.getByRole('region', { name: 'Why it failed' });
  await expect(why).toContainText(/Code\s*[a-z_]+\.[a-z_]+/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    why.getByRole('link', { name: 'Download the original' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('cut.png');
  await why.getByRole('button', { name: 'Read again' }).click();
  await expect(why).toBeVisible();
});
