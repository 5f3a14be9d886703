import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { createTarget, type NewTarget } from '@readout/domain/deliveries/create-target';
import { getDelivery } from '@readout/domain/deliveries/get-delivery';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { replayDelivery } from '@readout/domain/deliveries/replay-delivery';
import { maxMailFileBytes, maxMailsPerDay } from '@readout/domain/deliveries/rules';
import { takeDeliveries } from '@readout/domain/deliveries/take-deliveries';
import { updateTarget } from '@readout/domain/deliveries/update-target';
import { companyCheckNames } from '@readout/domain/records/rules';
import { capture, receipt } from '@readout/domain/testing/arrange';
import { originalKey } from '@readout/store';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeEvent } from '../api/write-event.ts';
import { renderMail } from '../mail/render-mail.ts';
import { createSmtpTransport } from '../mail/smtp-transport.ts';
import { type PaperlessServer, startPaperless } from '../testing/paperless-server.ts';
import { type PapraServer, startPapra } from '../testing/papra-server.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { carryOut } from './carry-out.ts';
import { createSecretVault } from './secret-vault.ts';
import type { Means } from './sender.ts';
import { testTarget } from './test-target.ts';

let server: TestServer;
let smtp: SMTPServer;
let mails: { to: string[]; raw: Buffer }[];
let refusedRecipient: string | undefined;
let means: Means;
let folder: string;
let company: TestCompany;
let paperless: PaperlessServer;
let papra: PapraServer;
/** Files that were opened and not given back. */
let held = 0;
const token = 'a-token-of-the-archive';
const origin = 'https://readout.example.com';
const open = createOutboundDispatcher({ allow: parseNetworks('127.0.0.1/32') });

beforeAll(async () => {
  server = await startTestServer();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === refusedRecipient ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null,
      ),
    async onData(stream, { envelope }, done) {
      mails.push({
        to: envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(await stream.toArray()),
      });
      done();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const transport = createSmtpTransport(
    {
      smtp: {
        host: '127.0.0.1',
        port,
        isImplicitTls: false,
        user: undefined,
        password: undefined,
        requireTls: false,
      },
      from: { name: 'Readout', address: 'readout@example.com' },
    },
    { origin },
  );
  folder = await mkdtemp(path.join(tmpdir(), 'readout-deliveries-'));
  means = {
    ...server.means,
    openFile(companyId, file, opened) {
      held++;
      opened.defer(() => void held--);
      return server.means.openFile(companyId, file, opened);
    },
    folders: [folder, `${folder}/{company}`],
    mail: { transport, render: renderMail, origin },
  };
});
afterAll(async () => {
  means?.mail?.transport.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await open.destroy();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['admin'] });
  mails = [];
  refusedRecipient = undefined;
  [paperless, papra] = await Promise.all([startPaperless(token), startPapra(token)]);
  await owner('update app.delivery_targets set trashed_at = now()');
});
afterEach(async () => {
  expect([...paperless.unknown, ...papra.unknown]).toEqual([]);
  expect(held).toBe(0);
  await Promise.all([paperless.close(), papra.close()]);
});

const deps = (own: Partial<Means> = {}) => ({
  db: server.database.app,
  vault: createSecretVault(server.database.secret),
  plugins: server.plugins,
  writeEvent,
  means: { ...means, ...own },
  offers: { folders: means.folders, sendsMail: true },
});
const scope = () => scopeOf(company);
const owner = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
const add = (target: Omit<NewTarget, 'name' | 'events'> & Partial<NewTarget>) =>
  createTarget(deps(), { scope: scope(), target: { name: '', events: ['record.confirmed'], ...target } });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** A record in review of a file that is there. */
async function aRecord(content = `a receipt ${Math.random()}`) {
  const bytes = Buffer.from(content);
  const { captureId, sha256 } = await capture(server, scope(), {
    content: bytes,
    fileName: 'receipt.jpg',
    records: [receipt({ merchant: 'Corner Bakery', date: '2026-03-05', number: 'A 7/1', total: '-12.50' })],
  });
  await server.store.put(originalKey(company.companyId, sha256), bytes);
  const [row] = await owner('select id from app.records where capture_id = $1', captureId);
  const change = async (how: string, body?: object) =>
    expect(
      (
        await server.fetch(`/records/${row.id}/${how}`, server.as(company), {
          method: 'POST',
          ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
        })
      ).status,
    ).toBe(200);
  return {
    id: row.id as string,
    captureId,
    sha256,
    content,
    // All are the same receipt.
    confirm: () => change('confirm', { despite: companyCheckNames }),
    reopen: () => change('reopen'),
    correct: async (fields: Record<string, string>) =>
      expect(
        (
          await server.fetch(`/records/${row.id}`, server.as(company), {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ fields }),
          })
        ).status,
      ).toBe(200),
  };
}

/** Everything that is due, `most` at once. */
async function carryAll({ own = {} as Partial<Means>, at = undefined as number | undefined, most = 1 } = {}) {
  const clock = at === undefined ? undefined : () => new Date(at);
  const { platform } = server.database;
  for (;;) {
    const taken = await takeDeliveries({ platform }, { most, mostFailing: most, now: clock?.() });
    if (taken.length === 0) return;
    await Promise.all(
      taken.map((each) =>
        carryOut(deps(own), each, { clock, outgoing: { dispatcher: open, timeoutMs: 10_000 } }),
      ),
    );
  }
}
const listed = async () => (await listDeliveries(deps(), { scope: scope(), limit: 200 })).items;
const states = async () => (await listed()).map(({ state, failureCode }) => failureCode ?? state);
async function replayAll() {
  for (const { id } of await listed()) await replayDelivery(deps(), { scope: scope(), deliveryId: id });
  await carryAll();
}

test('a folder has a JSON file for each event with the original beside it, the same after a repeat', async () => {
  await add({
    kind: 'folder',
    root: folder,
    folder: 'json/in',
    withOriginal: true,
    events: ['record.confirmed', 'record.reopened'],
  });
  const record = await aRecord();
  await record.confirm();
  await record.reopen();
  await carryAll();
  const place = path.join(folder, 'json/in');
  const names = (await readdir(place)).toSorted();
  expect(names).toHaveLength(4);
  expect(names.every((name) => /^2026-03-05-Corner-Bakery-A-7-1-[0-9a-f]{8}\.(json|jpg)$/.test(name))).toBe(
    true,
  );
  const events = await Promise.all(
    names
      .filter((name) => name.endsWith('json'))
      .map(async (name) => JSON.parse(await readFile(path.join(place, name), 'utf8'))),
  );
  expect(events.map(({ type, data }) => `${type} ${data.record.id}`).toSorted()).toEqual([
    `record.confirmed ${record.id}`,
    `record.reopened ${record.id}`,
  ]);
  expect(await readFile(path.join(place, names.find((name) => name.endsWith('jpg'))!), 'utf8')).toBe(
    record.content,
  );
  await replayAll();
  expect((await readdir(place)).toSorted()).toEqual(names);
  const [delivery] = await listed();
  const { attempts } = await getDelivery(deps(), { scope: scope(), deliveryId: delivery!.id });
  expect(attempts[0]!.request).toMatchObject({
    method: 'WRITE',
    address: expect.stringContaining(`${place}/2026-03-05-`),
  });
});

test('a CSV file has a row for each event, once, while several processes write it and some repeat', async () => {
  const { id: targetId } = await add({
    kind: 'folder',
    root: `${folder}/{company}`,
    format: 'csv',
    columns: ['merchant', 'total'],
    pattern: 'all',
  });
  await owner('update app.delivery_targets set at_once = 8 where id = $1', targetId);
  for (let count = 0; count < 6; count++) await (await aRecord()).confirm();
  await carryAll({ most: 6 });
  await replayAll();
  const text = await readFile(path.join(folder, company.companyId, 'all.csv'), 'utf8');
  const [head, ...rows] = text.trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFevent,sequence,happened,timestamp,record,type,title,fields.merchant,fields.total');
  expect(rows.map((row) => row.split(',')[1]!).toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
  // A refund is no formula.
  expect(rows.every((row) => row.endsWith(',Corner Bakery,-12.50'))).toBe(true);
});

test('a folder that is gone, full, read only or not allowed any more each has its code, and is tried again', async () => {
  const root = path.join(folder, 'mounted');
  const readOnly = process.getuid?.() === 0 ? '/sys' : path.join(folder, 'read-only');
  if (readOnly !== '/sys') await mkdir(readOnly, { mode: 0o500 });
  const offers = { folders: [root, readOnly], sendsMail: false };
  const { id: targetId } = await createTarget(
    { ...deps(), offers },
    {
      scope: scope(),
      target: { kind: 'folder', name: '', events: ['record.confirmed'], root, folder: 'in' },
    },
  );
  const record = await aRecord();
  await record.confirm();
  let at = Date.now() + 60_000;
  const next = async (own: Partial<Means>) => {
    at += 86_400_000;
    await owner(
      "update app.delivery_targets set failing_since = null, state = 'active' where id = $1",
      targetId,
    );
    await carryAll({ own: { folders: [root, readOnly], ...own }, at });
    const [delivery] = await listed();
    return `${delivery!.state} ${delivery!.failureCode}`;
  };
  expect(await next({})).toBe('retrying delivery.folder_away');
  expect(await next({ folders: [] })).toBe('retrying delivery.folder_not_allowed');
  await mkdir(root);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await next({ openFile: () => Promise.reject(full), alone: () => Promise.reject(full) })).toBe(
    'retrying delivery.folder_full',
  );
  await owner(
    `update app.delivery_targets set settings = settings || jsonb_build_object('root', $2::text) where id = $1`,
    targetId,
    readOnly,
  );
  expect(await next({})).toBe('retrying delivery.folder_read_only');
  await owner(
    `update app.delivery_targets set settings = settings || jsonb_build_object('root', $2::text) where id = $1`,
    targetId,
    root,
  );
  expect(await next({})).toBe('delivered null');
  if (readOnly !== '/sys') await chmod(readOnly, 0o700);
});

// cspell:ignore Bestätigt Händler Datum Gesamtbetrag
test('a mail has the record in its language, in the order of its form, a link to it and the original; the outbox has none of it', async () => {
  await add({
    kind: 'mail',
    recipients: ['ada@example.com', 'Books@example.com'],
    language: 'de',
    withOriginal: true,
  });
  const record = await aRecord();
  await record.confirm();
  await carryAll();
  expect(mails).toHaveLength(1);
  expect(mails[0]!.to).toEqual(['ada@example.com', 'Books@example.com']);
  const parsed = await PostalMime.parse(mails[0]!.raw);
  const [event] = await listed();
  expect(parsed.subject).toMatch(/^Bestätigt: /);
  expect(parsed.messageId).toBe(`<${event!.eventId}@readout.example.com>`);
  for (const part of [parsed.text!, parsed.html!]) {
    expect(part).toContain('Corner Bakery');
    expect(part).toContain(`${origin}/app/${record.captureId}?place=all`);
  }
  expect(parsed.text).toContain(
    ['Händler: Corner Bakery', 'Datum: 5. März 2026', 'Gesamtbetrag: -12,50', 'Number: A 7/1'].join('\n'),
  );
  expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['receipt.jpg', 'image/jpeg'],
  ]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer).toString()).toBe(record.content);
  expect(await owner('select * from auth.mails where company_id = $1', company.companyId)).toEqual([]);
});

test('an original that is too large for a mail is left out, and the mail says so', async () => {
  await add({ kind: 'mail', recipients: ['ada@example.com'], withOriginal: true });
  const record = await aRecord();
  await owner('update app.captures set byte_size = $2 where id = $1', record.captureId, maxMailFileBytes + 1);
  await record.confirm();
  await carryAll();
  const parsed = await PostalMime.parse(mails[0]!.raw);
  expect(parsed.attachments).toEqual([]);
  expect(parsed.text).toContain('is not attached: it is larger than 10 MB');
});

test('a recipient that the server refuses, and more mails than a company may send, have their codes', async () => {
  await add({ kind: 'mail', recipients: ['ada@example.com', 'gone@example.com'] });
  refusedRecipient = 'gone@example.com';
  await (await aRecord()).confirm();
  await carryAll();
  expect(await states()).toEqual(['delivery.mail_refused']);
  expect(mails).toHaveLength(1);
  refusedRecipient = undefined;
  await (await aRecord()).confirm();
  await carryAll({ own: { countMails: async () => maxMailsPerDay - 1 } });
  expect((await states())[0]).toBe('delivery.too_many_mails');
  await (await aRecord()).confirm();
  await carryAll({ own: { mail: undefined } });
  expect((await states())[0]).toBe('delivery.mail_off');
  expect(mails).toHaveLength(1);
});

test.each([10, 9] as const)(
  'Paperless-ngx (interface %i) has the original once, with title, date, correspondent and tags',
  async (version) => {
    paperless.version = version;
    paperless.tags.push({ id: 1, name: 'Receipts' });
    await add({
      kind: 'paperless',
      address: `${paperless.url}/`,
      token,
      tags: ['receipts', '{type}'],
      title: '{merchant} {number}',
      events: ['record.confirmed', 'record.corrected'],
    });
    const record = await aRecord();
    await record.confirm();
    await carryAll();
    expect(await states()).toEqual(['delivered']);
    expect(paperless.documents).toMatchObject([
      {
        fileName: 'Corner Bakery A 7-1.jpg',
        mediaType: 'image/jpeg',
        title: 'Corner Bakery A 7/1',
        created: '2026-03-05',
        correspondent: 1,
        tags: [1, 2],
      },
    ]);
    expect(paperless.correspondents).toEqual([{ id: 1, name: 'Corner Bakery' }]);
    expect(paperless.tags.map(({ name }) => name)).toEqual(['Receipts', 'receipt']);
    await replayAll();
    expect(await states()).toEqual(['delivered']);
    expect(paperless.documents).toHaveLength(1);
    // Put right afterwards: the same document, and tags that somebody gave it stay.
    paperless.documents[0]!.tags.push(77);
    await record.reopen();
    await record.correct({ number: 'A 8' });
    await record.confirm();
    await carryAll();
    expect(paperless.documents).toMatchObject([{ title: 'Corner Bakery A 8', tags: [1, 2, 77] }]);
    expect(paperless.asked.filter((each) => each.includes('post_document'))).toHaveLength(1);
  },
);

test.each([10, 9] as const)(
  'a document that is in the trash of Paperless-ngx (interface %i) counts as delivered',
  async (version) => {
    paperless.version = version;
    await add({ kind: 'paperless', address: paperless.url, token, correspondent: '' });
    await (await aRecord()).confirm();
    await carryAll();
    paperless.trashed.push(paperless.documents.pop()!);
    await replayAll();
    expect(await states()).toEqual(['delivered']);
    expect(paperless.documents).toEqual([]);
    expect(paperless.correspondents).toEqual([]);
  },
);

test('what Paperless-ngx cannot take in has failed with what it said, and nobody is shown the token', async () => {
  const { id: targetId } = await add({ kind: 'paperless', address: paperless.url, token });
  paperless.refusal = 'Not a picture';
  await (await aRecord()).confirm();
  await carryAll();
  expect(await states()).toEqual(['delivery.archive_refused']);
  const [delivery] = await listed();
  const detail = JSON.stringify(await getDelivery(deps(), { scope: scope(), deliveryId: delivery!.id }));
  expect(detail).toContain('Not a picture');
  const audit = JSON.stringify(
    await owner('select * from app.audit_events where company_id = $1', company.companyId),
  );
  const rows = JSON.stringify(await owner('select * from app.delivery_targets where id = $1', targetId));
  for (const shown of [detail, audit, rows, JSON.stringify(await listTargets(deps(), { scope: scope() }))])
    expect(shown).not.toContain(token);
  const change = (address: string, given = '') =>
    codeOf(
      updateTarget(deps(), {
        scope: scope(),
        targetId,
        target: { name: 'Archive', events: ['record.confirmed'], address, token: given },
      }),
    );
  expect(await change('https://elsewhere.example/')).toBe('delivery.secret_needed');
  expect(await change(`${paperless.url}/sub`)).toBe('done');
  expect(await change('https://elsewhere.example/', 'another')).toBe('done');
});

test('a token that is copied to a target of another company opens nothing', async () => {
  const { id: theirs } = await add({ kind: 'paperless', address: paperless.url, token });
  company = await server.database.createCompany();
  const { id: targetId } = await add({ kind: 'paperless', address: paperless.url, token: 'ours' });
  await owner(
    'update app.delivery_targets t set secret_sealed = (select secret_sealed from app.delivery_targets where id = $1) where id = $2',
    theirs,
    targetId,
  );
  const { failure } = await testTarget({ ...deps(), dispatcher: open }, { scope: scope(), targetId });
  expect(failure?.code).toBe('delivery.secret_unreadable');
  expect(paperless.asked).toEqual([]);
});

test('a document that Paperless-ngx is still taking in is asked after again, not sent again', async () => {
  await add({ kind: 'paperless', address: paperless.url, token });
  await (await aRecord()).confirm();
  paperless.looks = 2;
  await carryAll();
  expect(await states()).toEqual(['delivered']);
  expect(paperless.asked.filter((each) => each === 'GET /api/tasks/')).toHaveLength(3);
  // The server stops while it waits: another process goes on with the task, of a document that is in no list yet.
  const record = await aRecord();
  await record.confirm();
  paperless.looks = Number.POSITIVE_INFINITY;
  paperless.asked.length = 0;
  const { platform } = server.database;
  const [taken] = await takeDeliveries({ platform }, { most: 1, mostFailing: 1 });
  const stopping = new AbortController();
  const carried = carryOut(deps(), taken!, {
    outgoing: { dispatcher: open, timeoutMs: 10_000, signal: stopping.signal },
  });
  await expect
    .poll(() => paperless.asked.filter((each) => each === 'GET /api/tasks/').length)
    .toBeGreaterThan(1);
  stopping.abort();
  expect((await carried)?.failure?.code).toBe('delivery.cut_off');
  paperless.finish();
  await carryAll({ at: Date.now() + 60_000 });
  expect((await states())[0]).toBe('delivered');
  expect(paperless.asked.filter((each) => each.includes('post_document'))).toHaveLength(1);
});

test('Papra has the original once, with title, date and tags', async () => {
  papra.tags.push({ id: `tag_${'a'.repeat(24)}`, name: 'Receipts', color: '#000000' });
  await add({
    kind: 'papra',
    address: papra.url,
    token,
    organization: papra.organization,
    tags: ['receipts', 'From {merchant}'],
    title: '{merchant}',
    events: ['record.confirmed', 'record.corrected'],
  });
  const record = await aRecord();
  await record.confirm();
  await carryAll();
  expect(await states()).toEqual(['delivered']);
  expect(papra.tags.map(({ name }) => name)).toEqual(['Receipts', 'From Corner Bakery']);
  expect(papra.documents).toMatchObject([
    {
      name: 'Corner Bakery.jpg',
      mimeType: 'image/jpeg',
      originalSha256Hash: record.sha256,
      documentDate: '2026-03-05',
      tags: papra.tags.map(({ id }) => id),
    },
  ]);
  await replayAll();
  await record.reopen();
  await record.correct({ merchant: 'Corner Café' });
  await record.confirm();
  await carryAll();
  expect(await states()).toEqual(['delivered', 'delivered']);
  expect(papra.documents).toMatchObject([{ name: 'Corner Café' }]);
});

test('an archive that refuses the token, is inside the network or answers with a page has its code', async () => {
  await add({ kind: 'papra', address: papra.url, token: 'wrong', organization: papra.organization });
  await (await aRecord()).confirm();
  await carryAll();
  expect((await states())[0]).toBe('delivery.answered_no');
  await owner('update app.delivery_targets set trashed_at = now()');
  const { id: targetId } = await add({ kind: 'paperless', address: paperless.url, token });
  const guarded = createOutboundDispatcher({ allow: parseNetworks('') });
  const { failure } = await testTarget({ ...deps(), dispatcher: guarded }, { scope: scope(), targetId });
  expect(failure?.code).toBe('delivery.address_refused');
  expect(paperless.asked).toEqual([]);
  await guarded.destroy();
});

test('each kind is tried with a sample, which an archive has once', async () => {
  const targets = [
    await add({ kind: 'folder', root: folder, folder: 'samples', withOriginal: true }),
    await add({ kind: 'mail', recipients: ['ada@example.com'], withOriginal: true }),
    await add({ kind: 'paperless', address: paperless.url, token }),
    await add({ kind: 'papra', address: papra.url, token, organization: papra.organization }),
  ];
  for (const { id: targetId } of [...targets, ...targets]) {
    const { failure } = await testTarget({ ...deps(), dispatcher: open }, { scope: scope(), targetId });
    expect(failure).toBeUndefined();
  }
  expect(mails).toHaveLength(2);
  expect([paperless.documents.length, papra.documents.length]).toEqual([1, 1]);
});

test('an original that is gone is said, and nothing of it is sent', async () => {
  await add({ kind: 'papra', address: papra.url, token, organization: papra.organization });
  const record = await aRecord();
  await record.confirm();
  await server.store.delete(originalKey(company.companyId, record.sha256));
  await carryAll();
  expect(await states()).toEqual(['delivery.original_missing']);
  expect(papra.asked).toEqual([]);
});

const places = { folder: () => folder };
test.each([
  [{ kind: 'folder', root: '/etc' }, 'delivery.bad_folder'],
  [{ kind: 'folder', folder: '../outside' }, 'delivery.bad_folder'],
  [{ kind: 'folder', folder: '/etc' }, 'delivery.bad_folder'],
  [{ kind: 'folder', folder: 'in/.hidden' }, 'delivery.bad_folder'],
  [{ kind: 'folder', pattern: '../{date}' }, 'delivery.bad_pattern'],
  [{ kind: 'folder', pattern: '{date' }, 'delivery.bad_pattern'],
  [{ kind: 'folder', format: 'xml' }, 'delivery.bad_choice'],
  [{ kind: 'folder', format: 'csv', columns: ['a b'] }, 'delivery.bad_list'],
  [{ kind: 'folder', events: ['watch.alarm'] }, 'delivery.bad_events'],
  [{ kind: 'mail', recipients: [] }, 'delivery.bad_recipients'],
  [{ kind: 'mail', recipients: ['ada@example.com\r\nBcc: eve@example.com'] }, 'delivery.bad_recipients'],
  [
    { kind: 'mail', recipients: Array.from({ length: 11 }, (_, at) => `a${at}@example.com`) },
    'delivery.bad_recipients',
  ],
  [{ kind: 'mail', recipients: ['ada@example.com'], language: 'xx' }, 'delivery.bad_choice'],
  [{ kind: 'paperless', address: 'https://example.com' }, 'delivery.bad_token'],
  [{ kind: 'paperless', address: 'https://example.com', token: 'a b' }, 'delivery.bad_token'],
  [{ kind: 'paperless', address: 'file:///etc', token }, 'delivery.bad_address'],
  [{ kind: 'papra', address: 'https://example.com', token }, 'delivery.bad_organization'],
  [
    { kind: 'papra', address: 'https://example.com', token, organization: 'org/../x' },
    'delivery.bad_organization',
  ],
  [
    {
      kind: 'papra',
      address: 'https://example.com',
      token,
      organization: 'org_1',
      events: ['record.reopened'],
    },
    'delivery.bad_events',
  ],
] as const)('%j is refused with %s', async (target, code) => {
  const root = target.kind === 'folder' ? { root: places.folder() } : {};
  expect(await codeOf(add({ ...root, ...target }))).toBe(code);
});

test('where the operator allows neither folders nor mail there are none', async () => {
  const none = { db: server.database.app, vault: deps().vault };
  const target = { name: '', events: ['record.confirmed'] };
  expect(
    await codeOf(createTarget(none, { scope: scope(), target: { ...target, kind: 'folder', root: folder } })),
  ).toBe('delivery.bad_folder');
  expect(
    await codeOf(
      createTarget(none, {
        scope: scope(),
        target: { ...target, kind: 'mail', recipients: ['ada@example.com'] },
      }),
    ),
  ).toBe('delivery.mail_off');
});
