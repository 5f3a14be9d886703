import type { Browser } from '@playwright/test';
import { seriousProblems } from './accessibility.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { painted } from './painted.ts';

triedTwice();

type Sheet = Record<'Order no.' | 'Supplier' | 'Delivered on' | 'Net weight', string>;

/** A filled-in form as a browser draws it, turned by a few degrees on its table. */
async function sheet(browser: Browser, values: Sheet, crates: string[][], turn: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 } });
  const rows = Object.entries(values).map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`);
  const cells = crates.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  await page.setContent(`<style>
    body { margin: 0; background: #777; font: 24px/1.3 'DejaVu Sans', sans-serif; color: #111; }
    main { width: 740px; margin: 70px auto; padding: 40px; background: #fff; transform: rotate(${turn}deg); }
    dl { display: grid; grid-template-columns: 220px 1fr; gap: 34px 20px; margin: 40px 0; } dd { margin: 0; }
    table { width: 100%; margin-bottom: 50px; text-align: left; } td { padding-top: 10px; }
    </style><main><h1>Goods inward inspection</h1><p>Keep this sheet with the goods</p>
    <dl>${rows.join('')}</dl><table><tr><th>Crate</th><th>Pieces</th></tr>${cells.join('')}</table><p>Received and inspected by</p></main>`);
  const picture = await painted(page, { type: 'png' });
  await page.close();
  return picture;
}

test('values pointed at on one sheet are read from the next one, longer and tilted', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page);
  const add = async (name: string, values: Sheet, crates: string[][], turn: number) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'image/png', buffer: await sheet(browser, values, crates, turn) });
  await add(
    'first.png',
    { 'Order no.': 'K-4711', Supplier: 'Miller', 'Delivered on': '5 March 2026', 'Net weight': '12.5 kg' },
    [
      ['Hex bolts', '400'],
      ['Washers', '85'],
    ],
    0,
  );
  await page.getByRole('grid').getByRole('row').first().click();
  await expect(page.getByText('To review').first()).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Read this kind of document' }).click();
  await page.waitForURL('**/settings/plugins/template/*');

  const line = (text: string) => page.getByRole('button', { name: text, exact: true });
  await line('K-4711').click();
  // A frame drawn so fast that one move is all that is noticed of it; what is pressed next counts again.
  const supplier = (await line('Miller').boundingBox())!;
  await page.mouse.move(supplier.x - 4, supplier.y - 4);
  await page.mouse.down();
  await page.mouse.move(supplier.x + supplier.width + 4, supplier.y + supplier.height + 4);
  await page.mouse.up();
  await line('5 March 2026').press('Enter');
  await line('12.5 kg').click();
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByRole('button', { name: 'Delivered on 2026-03-05' })).toBeVisible();
  await expect(values.getByRole('button', { name: 'Net weight 12.5 kg' })).toBeVisible();
  await page.getByText('Rows of a list').click();
  await page.getByRole('button', { name: 'Hex bolts', exact: true }).click();
  await expect(values.getByRole('region', { name: 'Rows found' }).getByRole('row')).toHaveText([
    'CratePieces',
    'Hex bolts400',
    'Washers85',
  ]);
  // Taken back, and marked once more by keys.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(values.getByRole('region', { name: 'Rows found' })).toHaveCount(0);
  await page.getByText('Rows of a list').click();
  await page.getByRole('button', { name: 'Hex bolts', exact: true }).press('Enter');
  await expect(values.getByRole('button', { name: 'Rows 2 rows' })).toBeVisible();
  await page.getByLabel('What kind of document is it?').fill('Goods inward');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name: 'is on, version 1.0.0' })).toBeFocused();

  await page.goto('/app');
  const next = {
    'Order no.': 'M-120934',
    // Goes on in a second line.
    Supplier: 'Hansen and Sons Trading Company Nottingham',
    'Delivered on': '17 November 2026',
    'Net weight': '204.75 kg',
  };
  const crates = [
    ['Rye flour', '12'],
    ['Oat flakes', '3'],
    ['Barley', '140'],
  ];
  await add('second.png', next, crates, 4);
  const newest = page.getByRole('grid').getByRole('row').first();
  await expect(newest).toContainText('M-120934');
  await newest.click();
  await expect(page.getByRole('textbox', { name: 'Supplier' })).toHaveValue(next.Supplier);
  await expect(page.getByLabel('Delivered on')).toHaveValue('17/11/2026');
  await expect(page.getByLabel('Net weight')).toHaveValue('204.75');
  for (const [index, [crate, pieces]] of crates.entries()) {
    await expect(page.getByLabel(`Crate, row ${index + 1}`)).toHaveValue(crate!);
    await expect(page.getByLabel(`Pieces, row ${index + 1}`)).toHaveValue(pieces!);
  }
});
