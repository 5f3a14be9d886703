import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseProfile } from '@readout/domain/exports/profiles/profile-input';
import { datevProblems } from '@readout/domain/testing/datev-rules';
import sharp from 'sharp';
import { actions } from './actions.ts';
import { withDatabaseOf } from './embedded-database.ts';
import { expect, test, triedTwice } from './fixtures.ts';

triedTwice();

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
/** `npm run test:long`: an evening's pile; each of them is taken in and read. */
const counts = process.env.READOUT_LONG_TESTS ? { invoice: 10, receipt: 20 } : { invoice: 4, receipt: 8 };
const papers = [
  ...numbers(counts.invoice).map((n) => ({ type: 'invoice', name: `invoice-${n}.png`, n })),
  ...numbers(counts.receipt).map((n) => ({ type: 'receipt', name: `receipt-${n}.png`, n: 10 + n })),
];
/** Of a document from a drop to the file for the books, where everything was read right. */
const mostActions = 1.2;

/** Drops files as one drag of the system does. */
async function dropAll(page: Page): Promise<void> {
  const files = await Promise.all(
    papers.map(async ({ name, n }) => {
      const background = { r: 100 + n, g: 120, b: 140 };
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
      return { name, base64: (await picture.png().toBuffer()).toString('base64') };
    }),
  );
  await page.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all)
      transfer.items.add(
        new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type: 'image/png' }),
      );
    for (const event of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(event, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
  }, files);
}

/** As if everything had been read right: what would stand in the records. */
const records = papers.map(({ type, name, n }) => {
  const seen = (value: unknown) => ({
    value,
    raw: String(value),
    confidence: 0.97,
    evidence: [],
    checks: [],
  });
  const [net, tax] = [`${n + 100}.00`, (0.19 * (n + 100)).toFixed(2)];
  const fields = {
    [type === 'invoice' ? 'supplier' : 'merchant']: seen(`Laden ${n}`),
    ...(type === 'invoice' ? { number: seen(`R-${n}`) } : {}),
    date: seen('2026-03-05'),
    total: seen((1.19 * (n + 100)).toFixed(2)),
    currency: seen('EUR'),
    taxes: seen([{ rate: 19, base: net, amount: tax }]),
  };
  return { name, type, title: `Laden ${n}`, fields };
});

const profileOf = (type: 'invoice' | 'receipt') => {
  const { name, settings } = parseProfile({
    ...{ name: `DATEV ${type}`, type, format: 'datev', language: 'de', items: 'none', columns: [] },
    originals: null,
    datev: {
      consultant: 29098,
      client: 55003,
      fiscalYearStart: '2026-01-01',
      accountLength: 4,
      contraAccount: '70000',
      rates: [{ rate: '19', account: '5400', taxKey: '' }],
    },
  });
  return { name, settings };
};

test('invoices and receipts that were read right take few actions from a drop to files DATEV takes in', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page);
  await withDatabaseOf(server.dataFolder, (client) =>
    client.query(
      `insert into app.export_profiles (company_id, name, settings, created_by)
       select m.company_id, p.name, p.settings, m.user_id
       from auth.membership m join auth."user" u on u.id = m.user_id and u.email = $1,
         jsonb_to_recordset($2::jsonb) as p (name text, settings jsonb)`,
      [email, JSON.stringify([profileOf('invoice'), profileOf('receipt')])],
    ),
  );
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await actions(page);
  await dropAll(page);
  await expect(page.getByText(`${papers.length} captures`, { exact: true })).toBeVisible();
  const dropped = 1 + (await actions(page));

  // The pictures are empty: what is read of such papers is another journey's.
  const given = [email, JSON.stringify(records)];
  await withDatabaseOf(server.dataFolder, async (client) => {
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          `select count(*)::int as n from app.captures c join auth.membership m using (company_id)
           join auth."user" u on u.id = m.user_id where u.email = $1 and c.state = 'read'`,
          [email],
        );
        return rows[0].n;
      })
      .toBe(papers.length);
    await client.query(
      `insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, confidence, fields, original_fields)
       select c.company_id, c.id, g.id, i.plugin_id, i.version, r.type, 0.97, r.fields, r.fields
       from auth.membership m join auth."user" u on u.id = m.user_id and u.email = $1
       join app.captures c on c.company_id = m.company_id join app.readings g on g.capture_id = c.id
       join jsonb_to_recordset($2::jsonb) as r (name text, type text, fields jsonb) on r.name = c.file_name
       join app.installations i on i.company_id = m.company_id and i.plugin_id = r.type`,
      given,
    );
    await client.query(
      `update app.captures c set title = r.title, record_count = 1, review_count = 1
       from auth.membership m join auth."user" u on u.id = m.user_id and u.email = $1,
         jsonb_to_recordset($2::jsonb) as r (name text, title text)
       where c.company_id = m.company_id and r.name = c.file_name`,
      given,
    );
  });
  await page.goto('/app');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await actions(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    `${papers.length} records of ${papers.length} captures will be confirmed`,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${papers.length} records confirmed`)).toBeVisible();
  for (const [type, count] of Object.entries(counts)) {
    await page.keyboard.press('d');
    await dialog.getByRole('combobox', { name: 'Profile' }).click();
    await page.getByRole('option', { name: `DATEV ${type}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Export ${count} records` }).click(),
    ]);
    const batch = new TextDecoder('windows-1252').decode(readFileSync(await download.path()));
    expect(datevProblems(batch)).toEqual([]);
    expect(batch.trimEnd().split('\r\n')).toHaveLength(2 + count);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  const done = dropped + (await actions(page));
  expect(done).toBeLessThanOrEqual(mostActions * papers.length);
  // Only what this was measured to be: more of it is a step back.
  expect(done).toBe(14);
});
