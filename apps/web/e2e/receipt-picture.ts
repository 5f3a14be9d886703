import type { Browser } from '@playwright/test';
import { painted } from './painted.ts';

export interface PrintedReceipt {
  merchant: string;
  /** Rows of text and amount. */
  items: [text: string, amount: string][];
  total: string;
  /** As printed, day first. */
  date: string;
}

export const cafe: PrintedReceipt = {
  merchant: 'HARBOUR CAFE LTD',
  items: [
    ['FLAT WHITE', '3.40'],
    ['OAT BISCUIT', '2.10'],
    ['SOUP OF THE DAY', '6.75'],
  ],
  total: '12.25',
  date: '25/03/2026',
};

/** A PNG of a till receipt, set and rendered by the browser: known text, sharp, small. */
export async function receiptPicture(browser: Browser, receipt: PrintedReceipt): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 520, height: 760 }, deviceScaleFactor: 2 });
  const row = (left: string, right: string) =>
    `<div class="row"><span>${left}</span><span>${right}</span></div>`;
  await page.setContent(`<style>
    body { margin: 0; padding: 40px; background: #fff; color: #111; font: 22px/1.5 'DejaVu Sans Mono', monospace; }
    h1 { font-size: 28px; text-align: center; margin: 0 0 8px; } p { text-align: center; margin: 0; }
    .row { display: flex; justify-content: space-between; } hr { border: 0; border-top: 2px dashed #333; }
    </style><h1>${receipt.merchant}</h1><p>12 Quay Street</p><p>Southport PR8 1AA</p><hr>
    ${row('Date', receipt.date)}<hr>
    ${receipt.items.map(([text, amount]) => row(text, amount)).join('')}<hr>
    ${row('<b>TOTAL GBP</b>', `<b>${receipt.total}</b>`)}${row('CARD', receipt.total)}<hr><p>THANK YOU</p>`);
  const picture = await painted(page, { type: 'png' });
  await page.close();
  return picture;
}
