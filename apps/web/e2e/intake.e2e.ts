import { rmSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, open, test } from './fixtures.ts';
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

test('what is not a picture is said at once, on a line that closes, and the next file is received as if nothing had happened', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/uploads')) sent.push(request.url());
  });
  const text = (name: string) => ({ name, type: 'image/jpeg', bytes: Buffer.from('words, not pixels') });
  const panel = page.getByRole('region', { name: 'Files on their way in' });
  const line = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  // One was removed between being chosen and being dropped; the others go on.
  const fine = await receiptPicture(browser, cafe);
  const removed = test.info().outputPath('removed.png');
  writeFileSync(removed, fine);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'chosen' }));
  });
  await page.locator('#chosen').setInputFiles(removed);
  rmSync(removed);
  await page.evaluate((base64) => {
    const chosen = document.querySelector<HTMLInputElement>('#chosen')!;
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    for (const file of [
      chosen.files![0]!,
      new File(['words, not pixels'], 'notes.jpg', { type: 'image/jpeg' }),
      new File([bytes], 'fine.png', { type: 'image/png' }),
    ])
      dataTransfer.items.add(file);
    chosen.remove();
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, fine.toString('base64'));
  await expect(line('notes.jpg')).toContainText('Not a picture or PDF');
  await expect(line('removed.png')).toContainText('The file cannot be read');
  await panel.getByRole('button', { name: 'Dismiss removed.png' }).click();
  await expect(line('removed.png')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(/fine.png|HARBOUR/);
  // The one before was refused: the second is told of all the same.
  await hand(page, 'drop', text('second.jpg'));
  await expect(line('second.jpg')).toContainText('Not a picture or PDF');
  await hand(page, 'drop', text('third.jpg'));
  await expect(panel.getByRole('alert')).toHaveCount(3);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const [its, list] = await Promise.all([
      panel.boundingBox(),
      page.getByRole('region', { name: 'Captures' }).boundingBox(),
    ]);
    if (!its || !list) throw new Error('The list and what was refused are there.');
    expect(its.height).toBeLessThan(list.height / 3);
    // Beside the list, not over it.
    expect(list.y + list.height).toBeLessThanOrEqual(its.y + 1);
  }
  await panel.getByRole('button', { name: 'Dismiss second.jpg' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(2);
  // More than a few are counted, and told one by one on the page of what is on this device.
  for (const name of ['fourth.jpg', 'fifth.jpg']) await hand(page, 'drop', text(name));
  await expect(panel).toContainText('4 not accepted');
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await panel.getByRole('link', { name: 'Details' }).click();
  const here = page.getByRole('list', { name: 'On this device' }).getByRole('listitem');
  await expect(here).toHaveCount(4);
  await expect(here.first()).toContainText('Readout does not read files of this kind. Use JPEG');
  await page.getByRole('button', { name: 'Delete notes.jpg' }).click();
  await expect(here).toHaveCount(3);
  await page.goto('/app');
  await expect(panel.getByRole('alert')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: /not accepted/ })).toHaveCount(0);
  // Where nothing lists them, it is said.
  await open(page, '/dashboard');
  await hand(page, 'drop', text('sixth.jpg'));
  await expect(page.getByText('“sixth.jpg” was not taken in: Not a picture or PDF.')).toBeVisible();
  expect(sent).toHaveLength(1);
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
