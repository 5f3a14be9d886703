import type { Browser, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type PrintedReceipt, receiptPicture } from './receipt-picture.ts';

/** Rows of the list. */
export const rows = (page: Page) => page.getByRole('grid').getByRole('row');

/** Gives in pictures of receipts from the page of the workspace, and waits until each has its record. */
export async function addReceipts(page: Page, browser: Browser, receipts: PrintedReceipt[]) {
  for (const [index, receipt] of receipts.entries()) {
    await page.locator('input[type=file]').setInputFiles({
      name: `receipt-${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await receiptPicture(browser, receipt),
    });
    await expect(rows(page)).toHaveCount(index + 1);
  }
  await expect(rows(page).filter({ hasText: 'To review' })).toHaveCount(receipts.length);
}
