import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startReceiver } from '../server/testing/receiver.ts';
import { problemsOf, scrollClear, seriousProblems } from './accessibility.ts';
import { expect, testAlone } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readout-deliveries-'));
// The server may run as somebody else.
chmodSync(folder, 0o777);
const test = testAlone({ READOUT_OUTBOUND_ALLOW: '127.0.0.1/32', READOUT_DELIVERY_FOLDERS: folder });

test('somebody adds a webhook, sends it a sample, and has each confirmed record there, signed; what failed is found and replayed', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  const receiver = await startReceiver();
  try {
    await signUp(page, {}, '/settings/deliveries');
    await expect(page.getByRole('heading', { name: 'Nothing leaves by itself yet' })).toBeVisible();
    const form = page.getByRole('region', { name: 'Add a target' });
    await form.getByLabel('Address').fill('receiver');
    await form.getByRole('button', { name: 'Add a webhook' }).click();
    await expect(form.getByText('This is not an address')).toBeVisible();
    await form.getByLabel('Address').fill(`${receiver.url}/hook`);
    await form.getByLabel('Name').fill('Bookkeeping');
    await form.getByRole('button', { name: 'Add a webhook' }).click();
    const secret = await page.getByLabel('Secret of Bookkeeping').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'Bookkeeping' }).click();
    await expect(page.getByText('Nothing went there in the last 30 days.')).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);

    await page.getByRole('button', { name: 'Send a sample' }).click();
    await expect(page.getByText('The sample arrived at Bookkeeping.')).toBeVisible();
    const signed = () => {
      const { headers, body } = receiver.received.at(-1)!;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return [headers['webhook-signature'], `v1,${createHmac('sha256', key).update(text).digest('base64')}`];
    };
    expect(new Set(signed()).size).toBe(1);

    receiver.answer = (_, response) => response.writeHead(400).end('not today');
    const inside = { origin: server.origin };
    const picture = (await receiptPicture(browser, cafe)) as Uint8Array<ArrayBuffer>;
    const sent = await page.request.post('/api/v1/captures', {
      headers: inside,
      multipart: { file: { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(picture) } },
    });
    const { capture } = await sent.json();
    const records = async () =>
      (await (await page.request.get(`/api/v1/records?capture=${capture.id}`)).json()).items;
    await expect.poll(async () => (await records()).length).toBe(1);
    const [record] = await records();
    expect(
      (await page.request.post(`/api/v1/records/${record.id}/confirm`, { headers: inside })).status(),
    ).toBe(200);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(new Set(signed()).size).toBe(1);
    expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({
      type: 'record.confirmed',
      sequence: 1,
      data: { record: { id: record.id, state: 'confirmed' }, capture: { id: capture.id } },
    });

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Deliveries that failed' }).click();
    await expect(page.getByRole('cell', { name: /^Bookkeeping/ })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('cell', { name: '1' }).first().getByRole('link').click();
    const delivery = page.getByRole('region', { name: 'No. 1' });
    await expect(delivery.getByText('Receiver refused it')).toBeVisible();
    await expect(delivery.getByText('not today')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    receiver.answer = (_, response) => response.writeHead(200).end();
    await delivery.getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[2]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);

    const rule = page.getByRole('region', { name: 'Which records go there' });
    await rule.getByLabel('At least').fill('1,000');
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(rule.getByText('Enter a currency by its three letters, like EUR.')).toBeVisible();
    await rule.getByLabel('Currency').first().fill('eur');
    await rule.getByRole('button', { name: 'Try it on the last 100 records' }).click();
    await expect(rule.getByText('The only confirmed record would not have left.')).toBeVisible();
    await expect(rule.getByRole('cell', { name: 'no: amount' })).toBeVisible();
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(rule.getByText('Saved. It counts from now on.')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await page.reload();
    await expect(rule.getByLabel('At least').first()).toHaveValue('1,000.00');
    // Without scripts the page comes again: with what was refused in its fields.
    const refused = await page.request.post(page.url(), {
      headers: { ...inside, accept: 'text/html' },
      form: { intent: 'rule', field: 'total', currency: '', atLeast: '2,000', atMost: '' },
    });
    expect(await refused.text()).toMatch(/<input[^>]*name="atLeast"[^>]*value="2,000"/);

    await page.goto(`/app/${capture.id}?place=all`);
    await page.getByRole('button', { name: 'History of this record' }).click();
    await expect(page.getByText('Sent to Bookkeeping')).toBeVisible();
    await scrollClear(page);
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'History of this record' }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'Show the delivery' }).click();
    await expect(page.getByRole('region', { name: 'No. 1' }).getByText('Try 2')).toBeVisible();

    await page.getByText('Delete', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete Bookkeeping' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Bookkeeping is back, with what was waiting.')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);

    // Each kind asks for its own; what the operator does not allow is not offered.
    const kinds = page.getByRole('list', { name: 'Kind of target' });
    await expect(kinds.getByRole('link')).toHaveText([
      'Webhook',
      'HTTP request',
      'Folder on the server',
      'Paperless-ngx',
      'Papra',
    ]);
    await kinds.getByRole('link', { name: 'Paperless-ngx' }).click();
    await form.getByLabel('API token').fill(' ');
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByRole('button', { name: 'Add Paperless-ngx' }).click();
    await expect(form.getByText('Enter the API token')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await kinds.getByRole('link', { name: 'Folder on the server' }).click();
    await expect(form.getByLabel('Address')).toHaveCount(0);
    await form.getByLabel('Subfolder').fill('../elsewhere');
    await form.getByRole('button', { name: 'Add a folder' }).click();
    await expect(form.getByText('A subfolder is written like')).toBeVisible();
    await form.getByLabel('Subfolder').fill('incoming');
    await form.getByLabel('Name', { exact: true }).fill('ERP folder');
    await form.getByRole('button', { name: 'Add a folder' }).click();
    await page.getByRole('link', { name: 'ERP folder' }).click();
    await page.getByRole('button', { name: 'Send a sample' }).click();
    await expect(page.getByText('The sample arrived at ERP folder.')).toBeVisible();
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([
      expect.stringMatching(/^2026-03-05-Corner-Bakery-[0-9a-f]{8}\.json$/),
    ]);
    expect(await problemsOf(page)).toEqual([]);
  } finally {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
