import { createHmac } from 'node:crypto';
import { startReceiver } from '../server/testing/receiver.ts';
import { problemsOf } from './accessibility.ts';
import { expect, testAlone } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

const test = testAlone({ READOUT_OUTBOUND_ALLOW: '127.0.0.1/32' });

test('somebody adds a webhook, sends it a sample, and has each confirmed record there, signed; what failed is replayed', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  const receiver = await startReceiver();
  try {
    await signUp(page, {}, '/settings/deliveries');
    await expect(page.getByRole('heading', { name: 'Nothing leaves by itself yet' })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    const form = page.getByRole('region', { name: 'Add a webhook' });
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

    await page.reload();
    await page.getByRole('link', { name: 'failed' }).click();
    await page.getByRole('cell', { name: '1' }).first().getByRole('link').click();
    const delivery = page.getByRole('region', { name: 'No. 1' });
    await expect(delivery.getByText('Receiver refused it')).toBeVisible();
    await expect(delivery.getByText('not today')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    receiver.answer = (_, response) => response.writeHead(200).end();
    await delivery.getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[2]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);

    await page.getByText('Delete', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete Bookkeeping' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Bookkeeping is back, with what was waiting.')).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
  } finally {
    await receiver.close();
  }
});
