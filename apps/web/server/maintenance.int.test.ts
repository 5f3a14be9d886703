import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { setReadOnly } from '@readout/domain/platform/set-read-only';
import { capture, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from './testing/pictures.ts';
import { startWholeServer, type WholeServer } from './testing/whole-server.ts';

let server: WholeServer;
let admin: string;
let company: TestCompany;
let member: string;
let pictures = 0;
const note = 'Back at noon <b>sharp</b>';

beforeAll(async () => {
  server = await startWholeServer();
  const home = await server.database.createCompany();
  await server.database.asOwner((client) =>
    client.query(`update auth."user" set role = 'admin' where id = $1`, [home.owner.userId]),
  );
  admin = await server.cookieOf(home.owner.userId, home.companyId);
});
beforeEach(async () => {
  company = await server.database.createCompany({ name: 'Customer' });
  member = await server.cookieOf(company.owner.userId, company.companyId);
});
afterEach(async () => {
  if (server.services.platform.current().readOnlySince) await maintain(false);
});
afterAll(() => server?.close());

const send = (address: string, cookie: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${address}`, {
    redirect: 'manual',
    ...init,
    headers: { cookie, origin: server.origin, ...(init.headers as Record<string, string>) },
  });
const post = (address: string, cookie: string, fields: Record<string, string>, accept = 'text/html') =>
  send(address, cookie, { method: 'POST', body: new URLSearchParams(fields), headers: { accept } });

/** As an administrator does it on /admin/system. */
async function maintain(on: boolean): Promise<void> {
  const { revision } = server.services.platform.current();
  const answer = await post('/admin/system', admin, {
    intent: on ? 'read-only-on' : 'read-only-off',
    note,
    revision: String(revision),
  });
  expect(answer.status).toBe(200);
}

async function upload(): Promise<Response> {
  const form = new FormData();
  const bytes = await makeJpeg(++pictures);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  return send('/api/v1/captures', member, { method: 'POST', body: form });
}

/** Every file below the folder of unfinished uploads and the store. */
async function storedFiles(): Promise<string[]> {
  const { config } = server.services;
  const folders = await Promise.all(
    ['uploads', 'store'].map((name) =>
      readdir(path.join(config.dataFolder, name), { recursive: true, withFileTypes: true }),
    ),
  );
  return folders
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

test('maintenance refuses an upload with the note before a byte is stored, and takes it afterwards', async () => {
  await maintain(true);
  const before = await storedFiles();
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    code: 'platform.read_only',
    note,
    action: expect.any(String),
  });
  expect(await storedFiles()).toEqual(before);
  await maintain(false);
  expect((await upload()).status).toBe(201);
});

test('a resumable upload that was begun waits through maintenance and goes on where it stopped', async () => {
  const bytes = await makeJpeg(++pictures);
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await send('/api/v1/uploads', member, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  });
  const location = created.headers.get('location')!;
  const patch = (offset: number) =>
    send(location, member, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset, offset === 0 ? 100 : undefined) as Uint8Array<ArrayBuffer>,
    });
  expect((await patch(0)).status).toBe(204);
  await maintain(true);
  expect(await (await patch(100)).json()).toMatchObject({ code: 'platform.read_only' });
  const again = await send('/api/v1/uploads', member, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '5' },
  });
  expect(again.status).toBe(503);
  expect((await send(location, member, { method: 'HEAD', headers: tus })).headers.get('upload-offset')).toBe(
    '100',
  );
  await maintain(false);
  const done = await patch(100);
  expect(done.status).toBe(204);
  expect(done.headers.get('readout-capture')).toMatch(/^[0-9a-f-]{36}$/);
});

test('pages refuse changes with a page that says why; looking, exporting and signing in go on', async () => {
  const { captureId } = await capture(
    { database: server.database, queue: server.services.queue },
    scopeOf(company),
  );
  await maintain(true);
  const refused = await post('/settings/account', member, { intent: 'name', name: 'Changed' });
  expect(refused.status).toBe(503);
  const text = await refused.text();
  expect(text).toContain('platform.read_only');
  expect(text).toContain('Back at noon &lt;b&gt;sharp&lt;/b&gt;');
  const ofScripts = await post('/settings/account.data', member, { intent: 'name', name: 'Changed' }, '*/*');
  expect(ofScripts.status).toBe(503);
  const ofWorkspace = await send('/app/captures/trash', member, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [captureId] }),
  });
  expect(await ofWorkspace.json()).toMatchObject({ code: 'platform.read_only' });
  for (const address of ['/app', '/dashboard', '/api/v1/captures', '/api/v1/export?format=csv', '/admin'])
    expect(`${address} ${(await send(address, address === '/admin' ? admin : member)).status}`).toBe(
      `${address} 200`,
    );
  const signIn = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }),
  });
  expect(signIn.status).toBe(401);
  const { rows } = await server.database.asOwner((client) =>
    client.query(
      'select u.name, c.trashed_at from auth."user" u, app.captures c where u.id = $1 and c.id = $2',
      [company.owner.userId, captureId],
    ),
  );
  expect(rows[0]).toEqual({ name: company.owner.name, trashed_at: null });
});

test('every page shows maintenance, and an announcement until its time is over', async () => {
  await maintain(true);
  expect(await (await send('/app', member)).text()).toContain('Back at noon &lt;b&gt;sharp&lt;/b&gt;');
  await maintain(false);
  const announced = await post('/admin/system', admin, {
    intent: 'announce',
    text: 'We <i>move</i>',
    tone: 'warning',
    until: new Date(Date.now() + 60_000).toISOString(),
    revision: String(server.services.platform.current().revision),
  });
  expect(announced.status).toBe(200);
  expect(await (await send('/app', member)).text()).toContain('We &lt;i&gt;move&lt;/i&gt;');
  await server.database.asOwner((client) =>
    client.query("update platform.state set announced_until = now() - interval '1 second'"),
  );
  await server.services.platform.reload();
  expect(await (await send('/app', member)).text()).not.toContain('We &lt;i&gt;move&lt;/i&gt;');
});

test('what another process changed is heard without asking', async () => {
  const { platform } = server.services;
  const changes: boolean[] = [];
  const end = platform.onChange((state) => changes.push(state.readOnlySince !== null));
  const actor = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  const deps = { platform: server.database.platform };
  for (const on of [true, false]) {
    await setReadOnly(deps, { actor, on, revision: platform.current().revision });
    await expect.poll(() => platform.current().readOnlySince !== null).toBe(on);
  }
  end();
  expect(changes).toEqual([true, false]);
});

test('a second administrator who changes the same keeps what they typed and is told', async () => {
  const { revision } = server.services.platform.current();
  await maintain(true);
  const second = await post('/admin/system', admin, {
    intent: 'read-only-on',
    note: 'typed by the second',
    revision: String(revision),
  });
  expect(second.status).toBe(409);
  const text = await second.text();
  expect(text).toContain('typed by the second');
  expect(text).toContain('Back at noon');
  expect(text).toContain('Somebody else changed this meanwhile');
});
