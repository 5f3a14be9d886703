import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { TestCompany } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { type Answer, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;
/** Client-made id of page 1. */
let document: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  who = server.as(company);
  document = randomUUID();
});

const tus = { 'tus-resumable': '1.0.0' };
const upload = async (bytes: Buffer, values: Record<string, string>, as = who): Promise<Answer> => {
  const metadata = Object.entries(values).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const made = await server.fetch('/uploads', as, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  });
  if (made.status !== 201) return made;
  return fetch(server.url + made.headers.get('location')!, {
    method: 'PATCH',
    headers: { ...as, ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
};
const post = (bytes: Buffer, values: Record<string, string>, as = who): Promise<Answer> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'page.jpg');
  return server.fetch('/captures', as, { method: 'POST', body: form });
};
const code = async (answer: Answer) => [answer.status, (await answer.json()).code];
const list = async (as = who) => (await (await server.fetch('/captures', as)).json()).items;

test('pages by resumable upload and by form make one document, which shows every page', async () => {
  const one = randomUUID();
  // Page 2 is refused before its bytes travel.
  expect(await code(await upload(await makeJpeg(2), { clientId: one, document, page: '2' }))).toEqual([
    409,
    'capture.document_missing',
  ]);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
  const first = await upload(await makeJpeg(1), {
    clientId: document,
    document,
    page: '1',
    source: 'camera',
  });
  const firstId = first.headers.get('readout-capture')!;
  const third = await post(await makeJpeg(3), { clientId: randomUUID(), document, page: '3' });
  expect([third.status, (await third.json()).capture]).toMatchObject([
    201,
    { documentId: firstId, pageNumber: 3 },
  ]);
  const second = await upload(await makeJpeg(2), {
    clientId: one,
    document: document.toUpperCase(),
    page: '2',
  });
  const secondId = second.headers.get('readout-capture')!;
  // Sent once more, as a client does that never saw the answer.
  const again = await upload(await makeJpeg(2), { clientId: one, document, page: '2' });
  expect(again.headers.get('readout-capture')).toBe(secondId);
  expect((await post(await makeJpeg(2), { clientId: one, document, page: '2' })).status).toBe(200);

  expect(await list()).toMatchObject([{ id: firstId, pageCount: 3, source: 'camera' }]);
  const detail = await (await server.fetch(`/captures/${secondId}`, who)).json();
  expect(detail.pages.map((page: { pageNumber: number }) => page.pageNumber)).toEqual([1, 2, 3]);
  expect(detail.page).toMatchObject({ id: secondId, pageNumber: 2 });
  const bytes = Buffer.from(await (await server.fetch(`/captures/${secondId}/original`, who)).arrayBuffer());
  expect(bytes.equals(await makeJpeg(2))).toBe(true);
});

test('all pages at once by eight connections, page 1 last to be answered: every one ends up in its place', async () => {
  const pages = [1, 2, 3, 4, 5, 6, 7, 8];
  const send = async (page: number, clientId: string): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      const answer = await upload(await makeJpeg(page), { clientId, document, page: String(page) });
      if (answer.status === 204) return;
      expect(await code(answer)).toEqual([409, 'capture.document_missing']);
    }
    throw new Error(`Page ${page} never came in.`);
  };
  await Promise.all(pages.toReversed().map((page) => send(page, page === 1 ? document : randomUUID())));
  expect(await list()).toMatchObject([{ pageCount: 8 }]);
});

test('what makes no sense as a page is refused with its code and leaves nothing behind', async () => {
  const bytes = await makeJpeg(1);
  const clientId = randomUUID();
  for (const values of [
    { document },
    { page: '1' },
    { document, page: '0' },
    { document, page: '201' },
    { document, page: '1.5' },
    { document: 'x', page: '1' },
    { document, page: '1', clientId },
  ]) {
    expect(await code(await upload(bytes, values))).toEqual([422, 'capture.bad_page']);
    expect(await code(await post(bytes, values))).toEqual([422, 'capture.bad_page']);
  }
  const pdf = Buffer.from('%PDF-1.4\n%%EOF');
  expect(await code(await post(pdf, { document, page: '1' }))).toEqual([415, 'capture.page_not_single']);
  expect(await list()).toEqual([]);
  expect(await readdir(server.uploadsFolder)).toEqual([]);
});

test('another person or company cannot add to a document, whatever they know of it', async () => {
  await upload(await makeJpeg(1), { clientId: document, document, page: '1' });
  const colleague = server.as(company, company.members[0]);
  const stranger = server.as(await server.database.createCompany());
  const page = { clientId: randomUUID(), document, page: '2' };
  for (const send of [upload, post]) {
    expect(await code(await send(await makeJpeg(2), page, colleague))).toEqual([
      409,
      'capture.document_other',
    ]);
    expect(await code(await send(await makeJpeg(2), page, stranger))).toEqual([
      409,
      'capture.document_missing',
    ]);
  }
  // Page 1 under an id that is taken: not theirs, and not overwritten.
  expect(
    await code(await upload(await makeJpeg(9), { clientId: document, document, page: '1' }, colleague)),
  ).toEqual([409, 'capture.client_id_reused']);
  expect(await list()).toMatchObject([{ pageCount: 1 }]);
  expect(await list(stranger)).toEqual([]);
});
