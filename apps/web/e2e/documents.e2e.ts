import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { madeByOthers } from '@readout/e-invoice/testing';
import { makePdf } from '../server/testing/documents.ts';
import { seriousProblems } from './accessibility.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { painted } from './painted.ts';

triedTwice();

const sheet = { width: 520, height: 700 };

interface Photograph {
  bytes: Buffer;
  /** Middle of the total's amount, as a share of the sheet's width and height. */
  total: { x: number; y: number };
}

/** A till receipt on a table, seen at an angle; the browser prints it and turns it in space. */
async function photograph(browser: Browser, merchant: string, total: string): Promise<Photograph> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
  await page.setContent(`<style>
    html { height: 100%; background: repeating-linear-gradient(100deg, #5d4b3a 0 7px, #665341 7px 15px, #584737 15px 21px); }
    body { margin: 0; height: 100%; display: grid; place-items: center; perspective: 1500px; }
    main { box-sizing: border-box; width: ${sheet.width}px; height: ${sheet.height}px; padding: 40px; background: #f4f2ec; color: #141414;
      font: 24px/1.6 'DejaVu Sans Mono', monospace; }
    h1 { font-size: 28px; text-align: center; margin: 0; } p { text-align: center; margin: 0; }
    div { display: flex; justify-content: space-between; } hr { border: 0; border-top: 2px dashed #333; }
    </style><main><h1>${merchant}</h1><p>12 Quay Street</p><p>Southport PR8 1AA</p><hr><div><span>Date</span><span>25/03/2026</span></div><hr>
    <div><span>FLAT WHITE</span><span>3.40</span></div><div><span>SOUP OF THE DAY</span><span>${total}</span></div><hr>
    <div><b>TOTAL GBP</b><b id="total">${total}</b></div><hr><p>THANK YOU</p></main>`);
  const amount = await page.locator('#total').boundingBox();
  const flat = await page.locator('main').boundingBox();
  await page.locator('main').evaluate((main: HTMLElement) => {
    main.style.transform = 'rotateX(28deg) rotateZ(-9deg)';
  });
  const bytes = await painted(page, { type: 'jpeg', quality: 90 });
  await page.close();
  return {
    bytes,
    total: {
      x: (amount!.x + amount!.width / 2 - flat!.x) / sheet.width,
      y: (amount!.y + amount!.height / 2 - flat!.y) / sheet.height,
    },
  };
}

test('pages photographed one by one are one document; each is flattened, and its values stay at their pixels', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page);
  const document = randomUUID();
  const front = await photograph(browser, 'HARBOUR CAFE LTD', '12.25');
  const back = await photograph(browser, 'QUAY BAKERY LTD', '8.75');
  const send = (bytes: Buffer, number: number, clientId: string) =>
    page.request.post('/api/v1/captures', {
      headers: { origin: server.origin },
      multipart: {
        clientId,
        document,
        page: String(number),
        source: 'camera',
        file: { name: `page ${number}.jpg`, mimeType: 'image/jpeg', buffer: bytes },
      },
    });
  const missing = await send(back.bytes, 2, randomUUID());
  expect([missing.status(), (await missing.json()).code]).toEqual([409, 'capture.document_missing']);
  const first = (await (await send(front.bytes, 1, document)).json()).capture.id as string;
  expect((await send(back.bytes, 2, randomUUID())).status()).toBe(201);

  await page.goto('/app');
  const row = page.getByRole('grid').getByRole('row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('2 pages');
  await expect(row).toContainText('2 to review');
  await row.getByRole('link').first().click();

  const flatten = page.getByRole('button', { name: 'Flattened' });
  await flatten.click();
  await expect(page.getByRole('button', { name: 'As it was taken' })).toBeFocused();
  const picture = page.getByRole('img', { name: /flattened/ });
  await expect(picture).toHaveJSProperty('complete', true);
  const { width, height } = await picture.evaluate((image: HTMLImageElement) => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  }));
  expect(width / height / (sheet.width / sheet.height)).toBeGreaterThan(0.96);
  expect(width / height / (sheet.width / sheet.height)).toBeLessThan(1.04);

  await page.getByRole('textbox', { name: 'Total', exact: true }).focus();
  const reticle = page.getByTestId('reticle');
  await expect(reticle).toBeVisible();
  const at = await reticle.evaluate((path: SVGPathElement) => {
    const { x, y, width, height } = path.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  });
  // The amount, or the amount with what stands before it on the line.
  expect(Math.abs(at.y / height - front.total.y)).toBeLessThan(0.015);
  expect(Math.abs(at.x / width - front.total.x)).toBeLessThan(0.05);
  expect(await seriousProblems(page, { within: '[data-picture]' })).toEqual([]);

  // The second page has its own corners, and the original is what was sent.
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('img', { name: /page 2, flattened/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Total', exact: true })).toHaveValue('8.75');
  const original = await page.request.get(`/api/v1/captures/${first}/original`);
  expect((await original.body()).equals(front.bytes)).toBe(true);
  await page.getByRole('button', { name: 'More' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download it flattened' }).click();
  expect((await download).suggestedFilename()).toBe('page 2 flattened.webp');
});

test('what an e-invoice and its page say in two ways stands above the record, and the page’s value is one click away', async ({
  page,
  signUp,
  server,
}) => {
  await signUp(page);
  const file = await madeByOthers('CII');
  // cspell:disable -- an invoice, as printed
  const printed = `Nordwerk Pumpen GmbH, Kaistrasse 4, 24103 Kiel

Rechnung

Rechnungsnummer: RE-2026-0042
Rechnungsdatum: 12.10.2026
Netto   395,00
Umsatzsteuer   69,05
Gesamtbetrag   564,05 EUR
IBAN DE89 3704 0044 0532 0130 00`;
  const text = file.replaceAll('Pumpen &amp; Söhne', 'Pumpen');
  // cspell:enable
  const sent = await page.request.post('/api/v1/captures', {
    headers: { origin: server.origin },
    multipart: {
      file: {
        name: 'invoice.pdf',
        mimeType: 'application/pdf',
        buffer: makePdf([printed], [{ name: 'factur-x.xml', text }]),
      },
    },
  });
  const { id } = (await sent.json()).capture;
  await page.goto('/app');
  const row = page.getByRole('grid').getByRole('row');
  await expect(row).toContainText('To review');
  await page.goto(`/app/${id}`);
  const record = page.getByRole('region', { name: /^Invoice/ });
  const differing = record.getByRole('region', { name: 'File and page differ in one value' });
  await expect(differing.getByRole('row')).toHaveCount(2);
  const total = differing.getByRole('row', { name: 'Total' });
  await expect(total).toContainText('464.05');
  await expect(total).toContainText('564,05');
  await expect(total.getByRole('img', { name: /Total/ })).toBeVisible();
  await expect(record).toContainText('file and page');
  expect(await seriousProblems(page, { within: '[id^=record-]' })).toEqual([]);

  // By keyboard to the field, where the page's value is offered.
  await total.getByRole('button', { name: 'Total' }).press('Enter');
  await expect(record.getByRole('textbox', { name: 'Total', exact: true })).toBeFocused();
  await record.getByRole('button', { name: '564.05' }).click();
  await expect(differing).toBeHidden();
  await expect(record.getByRole('textbox', { name: 'Total', exact: true })).toHaveValue('564.05');
});

test('an e-invoice as XML is taken in by hand, looked at as a drawn page and downloaded as it was', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/app');
  const file = Buffer.from(await madeByOthers('UBL'));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'invoice.xml', mimeType: 'text/xml', buffer: file });
  const row = page.getByRole('grid').getByRole('row');
  await expect(row).toContainText('To review');
  await row.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Picture' }).getByRole('img')).toBeVisible();
  const record = page.getByRole('region', { name: /^Invoice/ });
  await expect(record.getByRole('textbox', { name: 'Total', exact: true })).toHaveValue('464.05');
  await expect(record.getByRole('textbox', { name: 'Unit, row 1' })).toHaveValue('hours');
  await expect(record).not.toContainText('differ');
  await page.getByRole('button', { name: 'More' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the original' }).click();
  const kept = await download;
  expect(kept.suggestedFilename()).toBe('invoice.xml');
  expect(readFileSync(await kept.path()).equals(file)).toBe(true);
});
