import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from './fixtures.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

test('a program with a key sends a receipt, corrects and confirms its record, and no more; the page shows it', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signUp(page, {}, '/settings/api-keys');
  await page.getByLabel('Name').fill('Bookkeeping');
  for (const scope of ['See captures', 'Send captures', 'See records', 'Correct records', 'Confirm, reject'])
    await page.getByLabel(scope).check();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = await page.getByLabel('The new API key').inputValue();
  // As from a page elsewhere: the key alone decides, without cookies.
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.origin}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, origin: 'https://books.example', ...init.headers },
    });
    return { status: answer.status, etag: answer.headers.get('etag'), json: await answer.json() };
  };
  const asJson = { 'content-type': 'application/json' };

  const body = new FormData();
  const picture = (await receiptPicture(browser, cafe)) as Uint8Array<ArrayBuffer>;
  body.set('file', new Blob([picture]), 'receipt.png');
  const sent = await call('/captures', { method: 'POST', body });
  expect(sent.status).toBe(201);
  const ofCapture = `/records?capture=${sent.json.capture.id}`;
  await expect.poll(async () => (await call(ofCapture)).json.items.length).toBe(1);

  const [record] = (await call(ofCapture)).json.items;
  expect(record).toMatchObject({
    type: 'receipt',
    state: 'needs_review',
    fields: { total: { kind: 'seen', value: '12.25' } },
  });
  const { etag } = await call(`/records/${record.id}`);
  const change = (total: string) =>
    call(`/records/${record.id}`, {
      method: 'PATCH',
      headers: { ...asJson, 'if-match': etag! },
      body: JSON.stringify({ fields: { total } }),
    });
  expect(await change('13.50')).toMatchObject({
    status: 200,
    json: { fields: { total: { kind: 'entered', value: '13.50' } } },
  });
  expect(await change('14.50')).toMatchObject({ status: 412, json: { code: 'record.revision_differs' } });
  expect(await call(`/records/${record.id}/confirm`, { method: 'POST' })).toMatchObject({
    status: 200,
    json: { state: 'confirmed' },
  });
  expect(await call('/export?format=json')).toMatchObject({
    status: 403,
    json: { code: 'api_key.not_for_this' },
  });

  // An assistant with the same key.
  const assistant = new Client({ name: 'assistant', version: '1' });
  await assistant.connect(
    new StreamableHTTPClientTransport(new URL(`${server.origin}/api/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  const another = await receiptPicture(browser, { ...cafe, merchant: 'HARBOUR BAKERY' });
  const read = await assistant.callTool({
    name: 'read_picture',
    arguments: { picture: another.toString('base64'), waitSeconds: 45 },
  });
  expect(read).toMatchObject({
    structuredContent: {
      state: 'read',
      isRepeat: false,
      records: [{ type: 'receipt', fields: { total: { kind: 'seen', value: '12.25' } } }],
    },
  });
  await assistant.close();

  await page.goto(`/app/${sent.json.capture.id}`);
  await expect(page.getByLabel('Total', { exact: true })).toHaveValue('13.50');
  await expect(page.getByRole('button', { name: /Reopen/ })).toBeVisible();
});
