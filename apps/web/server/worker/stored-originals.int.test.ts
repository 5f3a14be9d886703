import { randomUUID } from 'node:crypto';
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { allowQuarantine } from '@readout/domain/platform/allow-quarantine';
import { storeFindings } from '@readout/domain/platform/store-findings';
import { createFileSystemStore, folderOwner, type ObjectStore, originalKey } from '@readout/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimOwnStore } from '../own-store.ts';
import { makeJpeg } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { keepHouse } from './house-keeping.ts';
import { scrubOnce } from './scrub-store.ts';

let server: TestServer;
let company: TestCompany;
let who: Record<string, string>;
let seed = 100;
const warnings: { fields: object; text: string }[] = [];
const processId = randomUUID();
const log = { warn: (fields: object, text: string) => void warnings.push({ fields, text }) };
const administrator = () => ({ userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const });

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  who = server.as(company);
  warnings.length = 0;
});

interface Sent {
  id: string;
  sha256: string;
  key: string;
  file: string;
}

/** As a resumable upload that comes whole with its first request. @returns what the answer says was healed */
async function sendResumable(bytes: Uint8Array): Promise<string | null> {
  const response = await server.fetch('/uploads', who, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  expect(response.status).toBe(201);
  return response.headers.get('readout-healed');
}

async function send(bytes: Uint8Array): Promise<Sent & { healed: string | null }> {
  const data = new FormData();
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  const response = await server.fetch('/captures', who, { method: 'POST', body: data });
  expect(response.status).toBe(201);
  const { capture, healed } = await response.json();
  const key = originalKey(company.companyId, capture.sha256);
  return {
    id: capture.id,
    sha256: capture.sha256,
    key,
    file: path.join(server.storeFolder, 'objects', key),
    healed,
  };
}

const original = (id: string, headers: Record<string, string> = {}) =>
  server.fetch(`/captures/${id}/original`, who, { headers });
const detail = async (id: string) => (await server.fetch(`/captures/${id}`, who)).json();
const keep = (
  more: { olderThanMs?: number; now?: Date; processId?: string } = {},
  store: ObjectStore = server.store,
) =>
  keepHouse(
    {
      db: server.database.app,
      platform: server.database.platform,
      store,
      queue: server.queue,
      log,
    },
    { processId, olderThanMs: -1, ...more },
  );
const asOwner = (text: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
/** As a database does that was restored from before: rows gone, nothing said. */
const forgetRows = (ids: string[]) =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query('delete from app.captures where id = any($1) returning sha256', [
      ids,
    ]);
    await client.query('delete from app.objects where sha256 = any($1)', [rows.map((row) => row.sha256)]);
  });
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test('an original that was altered, cut off, replaced or removed is never handed out, is shown, and heals by the same bytes', async () => {
  const bytes = await makeJpeg(seed++);
  const flipped = Buffer.from(bytes);
  flipped[flipped.length >> 1]! ^= 1;
  const first = await send(bytes);
  const elsewhere = path.join(server.storeFolder, 'elsewhere');
  await writeFile(elsewhere, bytes);
  expect((await original(first.id)).status).toBe(200);
  const harms: [string, () => Promise<unknown>, string][] = [
    ['flipped', () => writeFile(first.file, flipped), 'altered'],
    ['cut off', () => truncate(first.file, 100), 'altered'],
    ['emptied', () => truncate(first.file, 0), 'altered'],
    ['removed', () => rm(first.file), 'missing'],
    ['linked', () => rm(first.file).then(() => symlink(elsewhere, first.file)), 'altered'],
    ['a folder', () => rm(first.file).then(() => mkdir(first.file)), 'altered'],
  ];
  for (const [what, harm, state] of harms) {
    await harm();
    for (const headers of [{}, { range: 'bytes=0-9' }, { 'if-none-match': `"${first.sha256}"` }]) {
      const answer = await original(first.id, headers);
      expect([what, answer.status, (await answer.json()).code]).toEqual([
        what,
        503,
        `capture.bytes_${state}`,
      ]);
    }
    expect([what, (await detail(first.id)).page.original.state]).toEqual([what, state]);
    const healed = what === 'emptied' ? await sendResumable(bytes) : (await send(bytes)).healed;
    expect([what, healed]).toEqual([what, state]);
    expect([what, (await detail(first.id)).page.original.state]).toEqual([what, 'whole']);
    const answer = await original(first.id);
    expect([what, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([what, true]);
  }
  const events = await asOwner(
    "select action from app.audit_events where company_id = $1 and action like 'capture.original%' order by id",
    [company.companyId],
  );
  expect(events.map(({ action }) => action).slice(0, 2)).toEqual([
    'capture.original_altered',
    'capture.original_healed',
  ]);
});

test('a page that failed for its bytes is read again once they are back', async () => {
  const bytes = await makeJpeg(seed++);
  const { id, file } = await send(bytes);
  await rm(file);
  await asOwner(
    "update app.captures set state = 'failed', failure_code = 'capture.bytes_missing' where id = $1",
    [id],
  );
  await asOwner('delete from app.reading_queue where capture_id = $1', [id]);
  await send(bytes);
  expect((await detail(id)).page).toMatchObject({ state: 'received', failureCode: null });
  expect(await asOwner('select capture_id from app.reading_queue where capture_id = $1', [id])).toEqual([
    { capture_id: id },
  ]);
});

test('the scrub finds what is damaged, remembers what it has looked at, and only one process does it', async () => {
  const sent = [await send(await makeJpeg(seed++)), await send(await makeJpeg(seed++))];
  await rm(sent[1]!.file);
  const deps = { platform: server.database.platform, originals: server.originals, log };
  const age = () =>
    asOwner("update app.objects set checked_at = now() - interval '2 days' where company_id = $1", [
      company.companyId,
    ]);
  await asOwner('update app.objects set checked_at = now()');
  expect(await scrubOnce(deps, { processId })).toEqual({ checked: 0, damaged: [] });
  await age();
  expect(await scrubOnce(deps, { processId: randomUUID() })).toBeUndefined();
  const turns = [await scrubOnce(deps, { processId }), await scrubOnce(deps, { processId })];
  expect(turns.map((turn) => turn?.checked)).toEqual([1, 1]);
  expect((await scrubOnce(deps, { processId }))?.checked).toBe(0);
  expect((await detail(sent[0]!.id)).page.original.state).toBe('whole');
  expect((await detail(sent[1]!.id)).page.original.state).toBe('missing');
  expect(warnings.map(({ fields }) => fields)).toEqual([
    { companyId: company.companyId, sha256: sent[1]!.sha256, state: 'missing' },
  ]);
  const findings = await storeFindings({ platform: server.database.platform }, { actor: administrator() });
  expect(findings.companies.find(({ companyId }) => companyId === company.companyId)).toMatchObject({
    altered: 0,
    missing: 1,
  });
});

test('what no row knows any more waits in the quarantine, comes back with its row, and goes after thirty days', async () => {
  const sent = await Promise.all([send(await makeJpeg(seed++)), send(await makeJpeg(seed++))]);
  const bytes = await readFile(sent[0]!.file);
  expect(await keep({ olderThanMs: 3_600_000 })).toMatchObject({ quarantined: 0 });
  await forgetRows(sent.map(({ id }) => id));
  // Another process that begins while one sweeps leaves it to that one.
  const others: unknown[] = [];
  const sweepStaged: ObjectStore['sweepStaged'] = async (options) => {
    others.push((await keep({ processId: randomUUID() })).quarantined);
    return server.store.sweepStaged(options);
  };
  expect((await keep({}, { ...server.store, sweepStaged })).quarantined).toBe(2);
  expect(others).toEqual([undefined]);
  expect(await Promise.all(sent.map(({ file }) => exists(file)))).toEqual([false, false]);
  await asOwner(
    "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, $3, 'image/jpeg')",
    [company.companyId, sent[0]!.sha256, bytes.length],
  );
  expect(await keep()).toMatchObject({ putBack: 1, expired: 0 });
  expect((await readFile(sent[0]!.file)).equals(bytes)).toBe(true);
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);
  expect(await keep({ now: later(30) })).toMatchObject({ expired: 0 });
  expect(await keep({ now: later(32) })).toMatchObject({ expired: 1 });
  expect(await Array.fromAsync(server.store.listQuarantine(company.companyId))).toEqual([]);
});

test('bytes that are wanted while they lie in the quarantine are handed out from there', async () => {
  const { id, key } = await send(await makeJpeg(seed++));
  expect(await server.store.quarantine(key, { olderThanMs: -1, isOrphan: async () => true })).toBe(true);
  expect((await original(id)).status).toBe(200);
  expect(await Array.fromAsync(server.store.listQuarantine(company.companyId))).toEqual([]);
});

test('more orphans than a sweep may move stay where they are until an administrator says so', async () => {
  const orphan = (n: number) => {
    const sha256 = n.toString(16).padStart(64, '0');
    return server.store.put(originalKey(company.companyId, sha256), Buffer.from(`orphan ${n}`));
  };
  await Promise.all(Array.from({ length: 101 }, (_, n) => orphan(n)));
  const { file } = await send(await makeJpeg(seed++));
  expect(await keep()).toMatchObject({ quarantined: 0, held: 101 });
  expect(await keep()).toMatchObject({ quarantined: 0, held: 101 });
  expect(warnings[0]).toMatchObject({ fields: { orphans: 101, cap: 100 } });
  const deps = { platform: server.database.platform };
  const { hold } = await storeFindings(deps, { actor: administrator() });
  expect(hold).toMatchObject({ orphans: 101, cap: 100, isAllowed: false });
  await expect(
    allowQuarantine(deps, { actor: { ...administrator(), platformRole: 'user' }, orphans: 101 }),
  ).rejects.toMatchObject({ code: 'platform.admin_only' });
  await expect(allowQuarantine(deps, { actor: administrator(), orphans: 100 })).rejects.toMatchObject({
    code: 'platform.changed_meanwhile',
  });
  await allowQuarantine(deps, { actor: administrator(), orphans: 101 });
  expect(await keep()).toMatchObject({ quarantined: 101, held: 0 });
  expect((await storeFindings(deps, { actor: administrator() })).hold).toBeNull();
  expect(await exists(file)).toBe(true);
  const [event] = await asOwner(
    "select actor_name, detail from platform.events where action = 'store.quarantine_allowed'",
  );
  expect(event).toMatchObject({ actor_name: 'Ada', detail: { orphans: 101 } });
});

test('an upload that is refused leaves no byte', async () => {
  await asOwner('update app.company_settings set max_bytes = 10 where company_id = $1', [company.companyId]);
  const data = new FormData();
  data.set('file', new Blob([(await makeJpeg(seed++)) as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  const response = await server.fetch('/captures', who, { method: 'POST', body: data });
  expect([response.status, (await response.json()).code]).toEqual([403, 'company.storage_full']);
  expect(await Array.fromAsync(server.store.list(company.companyId))).toEqual([]);
  expect(await readdir(path.join(server.storeFolder, 'staged'))).toEqual([]);
});

test('a database and a store that do not belong together do not start', async () => {
  const { key } = await send(await makeJpeg(seed++));
  const folder = await mkdtemp(path.join(tmpdir(), 'readout-own-store-'));
  const deps = { platform: server.database.platform };
  const installationId = server.database.address.installationId;
  const claim = (at: string) =>
    claimOwnStore(deps, { owner: folderOwner(path.join(folder, at)), installationId });
  await expect(claim('empty')).rejects.toMatchObject({ code: 'store.files_missing' });
  const strange = await createFileSystemStore(path.join(folder, 'strange'));
  await strange.put(originalKey(company.companyId, 'a'.repeat(64)), Buffer.from('x'));
  await expect(claim('strange')).rejects.toMatchObject({ code: 'store.files_missing' });
  await writeFile(path.join(folder, 'strange', 'installation'), `${randomUUID()}\n`);
  await expect(claim('strange')).rejects.toMatchObject({
    code: 'store.other_installation',
    message: expect.stringMatching(/adopt-store/),
  });
  // One from before stores had ids.
  expect(await exists(path.join(server.storeFolder, 'objects', key))).toBe(true);
  const sample = await asOwner('delete from app.captures where company_id <> $1 returning sha256', [
    company.companyId,
  ]);
  await asOwner('delete from app.objects where sha256 = any($1)', [sample.map(({ sha256 }) => sha256)]);
  await asOwner('delete from app.objects where company_id <> $1', [company.companyId]);
  expect(await claimOwnStore(deps, { owner: folderOwner(server.storeFolder), installationId })).toBe('fits');
  await rm(folder, { recursive: true });
});

test('an orphan that is touched by an upload while it is old is not moved', async () => {
  const bytes = await makeJpeg(seed++);
  const { id, file } = await send(bytes);
  await forgetRows([id]);
  await utimes(file, 0, 0);
  await send(bytes);
  expect(await keep({ olderThanMs: 3_600_000 })).toMatchObject({ quarantined: 0, held: 0 });
  expect(await exists(file)).toBe(true);
});
